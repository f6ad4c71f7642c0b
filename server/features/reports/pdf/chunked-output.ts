/** PDFKit writes tens of thousands of small chunks; they are sent in pieces of this size. */
export const pieceSize = 256 * 1024
/** Larger chunks are sent by themselves, without a copy. */
export const largeSize = 32 * 1024
/** Bytes that may be unread; above that, rendering waits. */
const mostOnTheWay = 2 * 1024 * 1024

export interface ChunkedOutput {
  readonly write: (bytes: Uint8Array) => void
  /** Writes characters as one byte each; returns how many. */
  readonly text: (latin1: string) => number
  /** Sends the buffered bytes. */
  readonly flush: () => void
  /** Resolves when the reader has caught up. */
  readonly whenDrained: () => Promise<void>
  /** Reports that the reader received this many bytes. */
  readonly taken: (bytes: number) => void
}

/**
 * Collects small writes into pieces and tracks unread bytes. `send` must copy the piece, whose memory is
 * reused.
 */
export function openChunkedOutput(send: (piece: Uint8Array) => void): ChunkedOutput {
  const piece = new Uint8Array(pieceSize)
  const letters = Buffer.from(piece.buffer)
  let filled = 0
  let onTheWay = 0
  let waiting: (() => void) | null = null

  function flush(): void {
    if (filled > 0) leave(piece.subarray(0, filled))
    filled = 0
  }

  function leave(bytes: Uint8Array): void {
    onTheWay += bytes.length
    send(bytes)
  }

  function write(bytes: Uint8Array): void {
    if (bytes.length >= largeSize) {
      flush()
      leave(bytes)
      return
    }
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + piece.length - filled)
      piece.set(part, filled)
      filled += part.length
      from += part.length
      if (filled === piece.length) flush()
    }
  }

  return {
    flush,
    write,
    text(latin1) {
      const { length } = latin1
      if (length > piece.length - filled) write(Buffer.from(latin1, 'latin1'))
      else filled += letters.write(latin1, filled, 'latin1')
      return length
    },
    async whenDrained() {
      while (onTheWay > mostOnTheWay) {
        await new Promise<void>((resolve) => {
          waiting = resolve
        })
      }
    },
    taken(bytes) {
      onTheWay -= bytes
      if (onTheWay > mostOnTheWay) return
      waiting?.()
      waiting = null
    },
  }
}
