import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { cutSlowReader } from './slow-reader.ts'

/** No browser asks for more on one connection before it was answered, and no proxy that is in use. */
const unansweredAtMost = 4
/** Each open form holds one; so many answers may lie in memory. */
const connectionsAtMost = 4_000

/**
 * The connections of an app that listens, so that a stop need not wait for those on which nothing is asked. Node's own
 * count takes a connection that a browser opened ahead of need for one that is just sending its request.
 */
class Connections {
  readonly #open = new Set<Socket>()
  readonly #answering = new Map<Socket, number>()
  #ending = false

  constructor(app: FastifyInstance) {
    app.server.maxConnections = connectionsAtMost
    app.server.on('connection', (socket: Socket) => {
      if (this.#ending) socket.destroy()
      else this.#add(socket)
    })
    app.addHook('onRequest', (request, reply, done) => {
      const { socket } = request.raw
      if (this.#open.has(socket)) {
        const unanswered = (this.#answering.get(socket) ?? 0) + 1
        if (unanswered > unansweredAtMost) return this.#endCrowded(socket, reply)
        this.#answering.set(socket, unanswered)
        reply.raw.once('close', () => this.#answered(socket))
        cutSlowReader(reply.raw)
      }
      done()
    })
  }

  /** Ends at once what is idle, and from now on each of the others with the answer that it waits for. */
  endIdle(): void {
    this.#ending = true
    for (const socket of this.#open) if (!this.#answering.has(socket)) socket.destroy()
  }

  /** Ends all others too, whatever is on the way. */
  cut(): void {
    this.#ending = true
    for (const socket of this.#open) socket.destroy()
  }

  /** Node begins all requests of a connection at once, and keeps their answers until the first has gone. */
  #endCrowded(socket: Socket, reply: FastifyReply): void {
    reply.hijack()
    socket.destroy()
  }

  #add(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      this.#answering.delete(socket)
    })
  }

  #answered(socket: Socket): void {
    const left = (this.#answering.get(socket) ?? 1) - 1
    if (left > 0) this.#answering.set(socket, left)
    else this.#answering.delete(socket)
    // What was answered may still be on its way.
    if (left <= 0 && this.#ending) socket.destroySoon()
  }
}

const all = new WeakMap<FastifyInstance, Connections>()

/** Those of this app, which hears of each from its first asking on: ask before the routes are there. */
export function connectionsOf(app: FastifyInstance): Connections {
  const known = all.get(app) ?? new Connections(app)
  all.set(app, known)
  return known
}
