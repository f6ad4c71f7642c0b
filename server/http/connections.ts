import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Interval between checks, and how many checks in a row must be too slow: two minutes. */
const checkInterval = 15_000

const looks = 8

/** Bytes over all of these checks: about one KiB per second. */
const least = 120 * 1024

/** No browser pipelines requests on a connection, and neither does any proxy in use. */
const unansweredAtMost = 4
/** Each open form holds one connection, and up to this many replies may be in memory. */
const connectionsAtMost = 4_000

/**
 * Tracks the connections of a listening app, so that a stop need not wait for idle ones. Node counts a
 * connection that a browser opened in advance as one that is sending its request.
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

  /** Closes idle connections now, and each of the others after its pending reply. */
  endIdle(): void {
    this.#ending = true
    for (const socket of this.#open) if (!this.#answering.has(socket)) socket.destroy()
  }

  /** Closes all connections, including those with pending replies. */
  cut(): void {
    this.#ending = true
    for (const socket of this.#open) socket.destroy()
  }

  /**
   * Closes a connection with too many pipelined requests. Node starts all of them at once and holds their
   * replies in memory until the first is sent.
   */
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
    // The reply may still be on its way.
    if (left <= 0 && this.#ending) socket.destroySoon()
  }
}

const all = new WeakMap<FastifyInstance, Connections>()

/** Returns the tracker of this app. Call it before routes are added, or it misses their connections. */
export function connectionsOf(app: FastifyInstance): Connections {
  const known = all.get(app) ?? new Connections(app)
  all.set(app, known)
  return known
}

/**
 * Closes the connection of a client that reads almost nothing, since it would hold the reply in memory. Only
 * while bytes wait for the client: a reply that is slow to make is not the client's fault.
 */
export function cutSlowReader(reply: ServerResponse): void {
  let taken: number[] = []
  const timer = setInterval(() => {
    const { socket } = reply
    if (!socket) return
    // Both numbers include bytes that the client's side has not accepted yet.
    if (reply.writableLength === 0) taken = []
    else taken.push(socket.bytesWritten - socket.writableLength)
    const before = taken.at(-1 - looks)
    if (before !== undefined && (taken.at(-1) ?? 0) - before < least) socket.destroy()
    taken = taken.slice(-looks)
  }, checkInterval)
  timer.unref()
  reply.once('close', () => clearInterval(timer))
}
