import type { ServerResponse } from 'node:http'

/** Interval between checks, and how many checks in a row must be too slow: two minutes. */
const checkInterval = 15_000
const looks = 8
/** Bytes over all of these checks: about one KiB per second. */
const least = 120 * 1024

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
