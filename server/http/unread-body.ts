import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { countUnread, isProven } from './body-bytes.ts'
import { fail } from './failure.ts'
import { sendFailure } from './router.ts'
import { cutSlowSender } from './slow-sender.ts'

/**
 * How much of a rejected body is still read, in bytes and milliseconds. An older device sends a part of this size at a
 * time and looks for the answer only afterwards.
 */
const drained = 1024 * 1024 + 64 * 1024
const drainedWithin = 10_000
/** How long a sender whose body is not read any further has time to read the answer. */
const lingers = 1_000

/**
 * An answer that goes out while its body is still coming: the rest is read for a while and thrown away, since a sender
 * whose connection breaks in the middle of sending often never looks for the answer. But only for a while.
 */
export function endUnreadBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Calls within the process have a body at once, and no connection.
    if (request.raw.complete === false) cutSlowSender(request.raw, bodyLimitOf(request) + drained)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request
    if (raw.complete === false) {
      // Callers with a session send on up to the limit of the route; `cutSlowSender` ends those that dribble.
      const isWelcome = isProven(raw) && ![413, 429].includes(reply.statusCode)
      const most = isWelcome ? Math.max(bodyLimitOf(request), drained) : request.is404 ? 0 : drained
      if (!(Number(raw.headers['content-length']) <= most)) reply.header('connection', 'close')
      // Files have no limit by the minute.
      const isFile = isWelcome && bodyLimitOf(request) > limits.jsonBodyBytes
      const mayRead = (bytes: number) => isFile || countUnread(request, bytes) === null
      drain(raw, reply.raw, { most, within: isWelcome ? null : drainedWithin, mayRead })
    }
    done()
  })
}

/** A body that is sent to an unknown address is not read at all. Register it after the hooks that every answer needs. */
export function rejectBodiesOfUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && hasBody(request.raw)) sendFailure(reply, fail('request.notFound'))
    else done()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function bodyLimitOf(request: FastifyRequest): number {
  return request.is404 ? 0 : request.routeOptions.bodyLimit
}

interface Draining {
  readonly most: number
  readonly within: number | null
  /** Counts the bytes; false once the caller has sent as much as it may in a minute. */
  mayRead(bytes: number): boolean
}

function drain(request: IncomingMessage, response: ServerResponse, { most, within, mayRead }: Draining) {
  const { socket } = request
  const { promise: over, resolve } = Promise.withResolvers<'read' | 'given up'>()
  const giveUp = () => resolve('given up')
  const timer = within === null ? null : setTimeout(giveUp, within)
  let left = most
  request.unpipe().on('data', (piece: Buffer) => {
    left -= piece.length
    if (mayRead(piece.length) && left >= 0) return
    request.pause()
    giveUp()
  })
  request.once('end', () => resolve('read')).once('close', () => resolve('read'))
  request.resume()
  // Where the connection is to end with the answer Node closes it at once, which what is unread turns into a reset.
  const close = socket.destroySoon.bind(socket)
  let isLast = false
  socket.destroySoon = () => {
    isLast = true
  }
  /** The connection is half closed first, so that no reset overtakes the answer. */
  const linger = () => {
    socket.end()
    setTimeout(() => socket.destroy(), lingers).unref()
  }
  void over.then((how) => {
    if (timer) clearTimeout(timer)
    if (how === 'given up') {
      socket.destroySoon = linger
      if (response.writableFinished) linger()
      else response.once('finish', linger)
    } else {
      socket.destroySoon = close
      if (isLast) close()
    }
  })
}
