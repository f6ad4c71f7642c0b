/** PDFKit writes tens of thousands of small chunks; they leave in pieces of this size. */
export const pieceSize = 256 * 1024
/** Anything at least this large is sent by itself, without a copy. */
export const largeSize = 32 * 1024
/** This much may be on its way to a slow reader; then the drawing waits. */
const mostOnTheWay = 2 * 1024 * 1024

export interface Outlet {
  readonly write: (bytes: Uint8Array) => void
  /** Writes characters as one byte each; returns how many. */
  readonly text: (latin1: string) => number
  /** Sends what there is, however little. */
  readonly flush: () => void
  /** Resolves at once, or when the reader has caught up. */
  readonly room: () => Promise<void>
  /** The reader took this many bytes. */
  readonly taken: (bytes: number) => void
}

/**
 * Gathers small writes into pieces and knows how far behind the reader is. `send` has to copy what it is given:
 * its memory is overwritten with what comes next.
 */
export function openOutlet(send: (piece: Uint8Array) => void): Outlet {
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
    async room() {
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
