/** PDFKit writes in tens of thousands of scraps; they leave in pieces of this size. */
export const pieceSize = 256 * 1024
/** What is at least this large, as a photo is, leaves as it is, without a copy. */
const largeSize = 32 * 1024
/** As much may be on its way to a slow reader; then the drawing waits. */
const mostOnTheWay = 2 * 1024 * 1024

export interface Outlet {
  /** The bytes are the outlet's from the writer's next call on. */
  readonly write: (bytes: Uint8Array) => void
  /** Sends what there is, be it little. */
  readonly flush: () => void
  /** Resolves at once, or when the reader has caught up. */
  readonly room: () => Promise<void>
  /** The reader took this many bytes. */
  readonly taken: (bytes: number) => void
}

/** Gathers small writes into pieces and knows how far the reader is behind. `send` owns what it is given. */
export function openOutlet(send: (piece: Uint8Array<ArrayBuffer>) => void): Outlet {
  let piece = new Uint8Array(pieceSize)
  let filled = 0
  /** Who wrote it may still ask for its length: it leaves with what comes next. */
  let large: Uint8Array<ArrayBuffer> | null = null
  let onTheWay = 0
  let waiting: (() => void) | null = null

  function flush(): void {
    sendLarge()
    if (filled === 0) return
    const full = filled === piece.length ? piece : piece.slice(0, filled)
    filled = 0
    if (full === piece) piece = new Uint8Array(pieceSize)
    leave(full)
  }

  function sendLarge(): void {
    if (!large) return
    const whole = large
    large = null
    leave(whole)
  }

  function leave(bytes: Uint8Array<ArrayBuffer>): void {
    onTheWay += bytes.length
    send(bytes)
  }

  return {
    flush,
    write(bytes) {
      sendLarge()
      if (bytes.length >= largeSize && hasItsMemoryAlone(bytes)) {
        flush()
        large = bytes
        return
      }
      for (let from = 0; from < bytes.length; ) {
        const part = bytes.subarray(from, from + piece.length - filled)
        piece.set(part, filled)
        filled += part.length
        from += part.length
        if (filled === piece.length) flush()
      }
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

function hasItsMemoryAlone(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
}
