import { ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'

/** Bytes that are put into buffers of whoever reads them. */
export interface Filling {
  /** Puts in as many bytes as fit, fewer only at the end; 0: that was all. Not called before the last call has ended. */
  fill(into: Buffer): Promise<number>
  /** May come while it fills. */
  close(): void
}

const pieceSize = 256 * 1024
/** Buffers that wait for the next reply. */
const spare: Buffer[] = []
const mostSpare = 16

/**
 * A stream that a reply takes from two buffers in turn: one is filled while the other is on its way. A new buffer for
 * each piece would fill the memory with garbage faster than a small server collects it, which cost more than reading
 * and sending. For any other reader it is a stream like all.
 */
export class FilledStream extends Readable {
  readonly #source: Filling

  constructor(source: Filling) {
    super({ highWaterMark: pieceSize })
    this.#source = source
  }

  override _read(): void {
    const piece = Buffer.allocUnsafe(pieceSize)
    this.#source.fill(piece).then(
      (bytes) => this.push(bytes === 0 ? null : piece.subarray(0, bytes)),
      (failure: Error) => this.destroy(failure),
    )
  }

  override _destroy(error: Error | null, finished: (error: Error | null) => void): void {
    this.#source.close()
    finished(error)
  }

  override pipe<T extends NodeJS.WritableStream>(reader: T, options?: { end?: boolean }): T {
    if (!(reader instanceof ServerResponse)) return super.pipe(reader, options)
    this.#pour(reader).catch((failure: Error) => this.destroy(failure))
    return reader
  }

  async #pour(reader: Writable): Promise<void> {
    const [one, other] = [taken(), taken()]
    let [now, next] = [one, other]
    while (!this.destroyed) {
      await now.sent
      const bytes = await this.#source.fill(now.buffer)
      if (this.destroyed) return
      if (bytes === 0) break
      now.sent = send(reader, now.buffer.subarray(0, bytes))
      ;[now, next] = [next, now]
    }
    reader.end()
    this.push(null)
    this.resume()
    // Only what has left may be written over; what breaks off leaves its buffers to the collector.
    await Promise.all([one.sent, other.sent])
    if (spare.length < mostSpare) spare.push(one.buffer, other.buffer)
  }
}

interface Taken {
  readonly buffer: Buffer
  sent: Promise<void>
}

function taken(): Taken {
  return { buffer: spare.pop() ?? Buffer.allocUnsafeSlow(pieceSize), sent: Promise.resolve() }
}

/** Resolves once the piece is the system's. */
function send(reader: Writable, piece: Buffer): Promise<void> {
  const sent = new Promise<void>((resolve, reject) => {
    reader.write(piece, (failure) => (failure ? reject(failure) : resolve()))
  })
  // The one that is waited for is told.
  sent.catch(() => {})
  return sent
}
