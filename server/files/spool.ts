import { Readable } from 'node:stream'
import { type FileStore, type Scratch, StoreUnavailable, TooLarge } from './store.ts'

export interface Spooled {
  /** Data received so far and still to come. A source that fails interrupts it. */
  readonly stream: Readable
  /** Total size, once the source has ended. */
  readonly size: Promise<number>
}

/** A reader that keeps up gets everything from memory. */
const inMemory = 512 * 1024
const readPiece = 256 * 1024
/** Reports and survey replies have separate disk budgets. */
type Kind = 'report' | 'reply'
/** Bytes on the disk for readers that lag, of all spools of a kind. */
const onDisk = { report: 0, reply: 0 }

/**
 * Reads a source at full speed, independent of the reader. Unread data is stored on disk, and removed with
 * the stream or at the next start. `limit` is per spool, `limitOfAll` for all of its kind.
 */
export function spool(
  files: FileStore,
  source: Readable,
  { of, limit, limitOfAll }: { readonly of: Kind; readonly limit: number; readonly limitOfAll: number },
): Spooled {
  const pieces: Buffer[] = []
  let held = 0
  let file: Scratch | null = null
  let [written, read, size, laid] = [0, 0, 0, 0]
  let done = false
  let wake = () => {}

  async function take(): Promise<number> {
    for await (const piece of source as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > limit) throw new TooLarge(`More than ${limit} bytes`)
      if (written === read && held + piece.length <= inMemory) {
        pieces.push(piece)
        held += piece.length
      } else await lay(piece)
      wake()
    }
    done = true
    wake()
    return size
  }

  async function lay(piece: Buffer): Promise<void> {
    if (onDisk[of] + piece.length > limitOfAll) throw new StoreUnavailable('Too much lies on the disk unread')
    onDisk[of] += piece.length
    laid += piece.length
    file ??= await files.scratch()
    await file.write(piece, written)
    written += piece.length
  }

  async function next(): Promise<Buffer | null> {
    for (;;) {
      const piece = pieces.shift()
      if (piece) {
        held -= piece.length
        return piece
      }
      if (file && read < written) {
        const part = await file.read(read, Math.min(readPiece, written - read))
        read += part.length
        return part
      }
      if (done || stream.destroyed) return null
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  async function drop(): Promise<void> {
    source.destroy()
    pieces.length = 0
    wake()
    await Promise.allSettled([all, reading])
    onDisk[of] -= laid
    await file?.drop().catch(() => undefined)
  }

  let reading: Promise<unknown> = Promise.resolve()
  const stream = new Readable({
    highWaterMark: readPiece,
    read() {
      reading = next().then(
        (piece) => stream.push(piece),
        (failure: Error) => stream.destroy(failure),
      )
    },
    destroy(error, finished) {
      void drop().then(() => finished(error))
    },
  })
  // A caller that awaits the size first gets the error from that.
  stream.on('error', () => {})
  const all = take()
  all.catch((failure: Error) => stream.destroy(failure))
  return { stream, size: all }
}
