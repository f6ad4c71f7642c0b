import type { ServerResponse } from 'node:http'

/** How often it is looked at, and how many looks in a row must be too slow: two minutes. */
const lookEvery = 15_000
const looks = 8
/** In all of these looks: about one KiB a second. */
const least = 120 * 1024

/**
 * A reader that takes next to nothing holds a connection, and what is made for it, for as long as it likes: it is cut.
 * Only while bytes wait for it: what is slow in being made is no fault of its own.
 */
export function cutSlowReader(reply: ServerResponse): void {
  let taken: number[] = []
  const timer = setInterval(() => {
    const { socket } = reply
    if (!socket) return
    // What the reader's side has not accepted yet is in both numbers.
    if (reply.writableLength === 0) taken = []
    else taken.push(socket.bytesWritten - socket.writableLength)
    const before = taken.at(-1 - looks)
    if (before !== undefined && (taken.at(-1) ?? 0) - before < least) socket.destroy()
    taken = taken.slice(-looks)
  }, lookEvery)
  timer.unref()
  reply.once('close', () => clearInterval(timer))
}
