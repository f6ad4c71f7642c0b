import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { countUnread, isAuthenticated } from './body-bytes.ts'
import { fail } from './failure.ts'
import { sendFailure } from './router.ts'

/** Interval between checks, and how many checks in a row must be too slow: one minute. */
const checkInterval = 5_000

const looks = 12

/**
 * Bytes over all of these checks. The worst EDGE connection that still carries a call sends a hundred times as
 * much, so it may stall for most of a minute; a sender that dribbles bytes to hold a connection sends less.
 */
const least = 8 * 1024

/**
 * How much of a rejected body is still read, in bytes and milliseconds. Older devices send a file part of this
 * size and read the reply only afterwards.
 */
const drained = 1024 * 1024 + 64 * 1024
const drainedWithin = 10_000
/** How long a sender whose body is no longer read has to read the reply, in milliseconds. */
const lingers = 1_000

/**
 * Handles bodies that are still arriving when the reply goes out. Reads and discards the rest for a limited
 * time, since a sender whose connection breaks while it sends often never reads the reply.
 */
export function endUnreadBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // In-process calls have their body at once, and no connection.
    if (request.raw.complete === false) cutSlowSender(request.raw, bodyLimitOf(request) + drained)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request
    if (raw.complete === false) {
      // Callers with a session may send up to the limit of the route; `cutSlowSender` ends those that dribble.
      const isWelcome = isAuthenticated(raw) && ![413, 429].includes(reply.statusCode)
      const most = isWelcome ? Math.max(bodyLimitOf(request), drained) : request.is404 ? 0 : drained
      if (!(Number(raw.headers['content-length']) <= most)) reply.header('connection', 'close')
      // Files have no per-minute limit.
      const isFile = isWelcome && bodyLimitOf(request) > limits.jsonBodyBytes
      const mayRead = (bytes: number) => isFile || countUnread(request, bytes) === null
      drain(raw, reply.raw, { most, within: isWelcome ? null : drainedWithin, mayRead })
    }
    done()
  })
}

/**
 * Rejects a body sent to an unknown path without reading it. Register this after the hooks that every reply
 * needs.
 */
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
  /** Counts the bytes. Returns false once the caller is over its limit per minute. */
  mayRead(bytes: number): boolean
}

function drain(request: IncomingMessage, response: ServerResponse, { most, within, mayRead }: Draining) {
  const { socket } = request
  const { promise: over, resolve } = Promise.withResolvers<'read' | 'given up'>()
  const giveUp = () => {
    request.off('data', discard).pause()
    // Once the reply is sent, Node reads and discards the whole rest of a request on which nobody called `read`.
    request.read()
    resolve('given up')
  }
  const timer = within === null ? null : setTimeout(giveUp, within)
  let left = most
  const discard = (piece: Buffer) => {
    left -= piece.length
    if (!mayRead(piece.length) || left < 0) giveUp()
  }
  request.unpipe().on('data', discard)
  request.once('end', () => resolve('read')).once('close', () => resolve('read'))
  request.resume()
  // Node closes a connection right after the last reply; with unread bytes that becomes a reset.
  const close = socket.destroySoon.bind(socket)
  let isLast = false
  socket.destroySoon = () => {
    isLast = true
  }
  /** Half closes the connection first, so that no reset overtakes the reply. */
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

/**
 * Closes the connection of a body that is too slow or longer than `most` bytes. Not while bytes wait to be
 * read: then the server is slow. A cut file part resumes where it stopped.
 */
export function cutSlowSender(request: IncomingMessage, most: number): void {
  const { socket } = request
  const begun = socket.bytesRead
  let taken: number[] = []
  const timer = setInterval(() => {
    if (request.complete) return stop()
    if (request.readableLength > 0) taken = []
    else taken.push(socket.bytesRead)
    const before = taken.at(-1 - looks)
    const tooSlow = before !== undefined && socket.bytesRead - before < least
    if (tooSlow || socket.bytesRead - begun > most) socket.destroy()
    taken = taken.slice(-looks)
  }, checkInterval)
  timer.unref()
  // Otherwise a kept-alive connection would retain every request that came over it.
  const stop = () => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  socket.once('close', stop)
  request.once('close', stop)
}
