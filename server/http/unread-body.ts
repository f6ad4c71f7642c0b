import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { cutSlowSender } from './slow-sender.ts'

/** Of whom nothing is known: so much is still read of a body that was refused, and so long, in milliseconds. */
const drained = 1024 * 1024 + 64 * 1024
const drainedWithin = 10_000

/** Requests of people with a session, who may send that much in any case. */
const proven = new WeakSet<IncomingMessage>()

export function noteProven(request: IncomingMessage): void {
  proven.add(request)
}

/**
 * An answer that goes out while its body is still coming: the rest is read for a while and thrown away, since a sender
 * whose connection breaks in the middle of sending often never looks for the answer. But only for a while.
 */
export function endUnreadBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Calls within the process have a body at once, and no connection.
    if (request.raw.complete === false) cutSlowSender(request.raw, limits.uploadBytes)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request
    if (raw.complete === false) {
      const isProven = proven.has(raw)
      if (!isProven && !(Number(raw.headers['content-length']) <= drained))
        reply.header('connection', 'close')
      // Of people with a session `cutSlowSender` sees to the end of it.
      if (isProven) drain(raw, limits.uploadBytes, null)
      else drain(raw, drained, drainedWithin)
    }
    done()
  })
}

function drain(request: IncomingMessage, most: number, within: number | null): void {
  const { socket } = request
  const { promise: over, resolve } = Promise.withResolvers<'read' | 'given up'>()
  const giveUp = () => resolve('given up')
  const timer = within === null ? null : setTimeout(giveUp, within)
  let left = most
  request.unpipe().on('data', (piece: Buffer) => {
    left -= piece.length
    if (left >= 0) return
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
  void over.then((how) => {
    if (timer) clearTimeout(timer)
    socket.destroySoon = close
    if (how === 'given up' || isLast) close()
  })
}
