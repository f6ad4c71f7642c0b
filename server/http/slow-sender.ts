import type { IncomingMessage } from 'node:http'

/** How often it is looked at, and how many looks in a row must be too slow: a minute. */
const lookEvery = 5_000
const looks = 12
/**
 * In all of these looks. The worst EDGE that still carries a call brings a hundred times as much, so that it may stand
 * still for most of a minute; who dribbles a byte now and then to hold a connection brings less.
 */
const least = 8 * 1024

/**
 * A body that hardly comes, or that has no end, holds a connection as long as its sender likes: it is cut. Not where
 * bytes wait to be taken in: then the server is what is slow. A part of a file that is cut goes on where it was.
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
  }, lookEvery)
  timer.unref()
  // A connection that is kept would hold every request that ever came over it.
  const stop = () => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  socket.once('close', stop)
  request.once('close', stop)
}
