import type { IncomingMessage } from 'node:http'

/** Interval between checks, and how many checks in a row must be too slow: one minute. */
const checkInterval = 5_000
const looks = 12
/**
 * Bytes over all of these checks. The worst EDGE connection that still carries a call sends a hundred times as
 * much, so it may stall for most of a minute; a sender that dribbles bytes to hold a connection sends less.
 */
const least = 8 * 1024

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
