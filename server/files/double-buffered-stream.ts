import { ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'

/** A source that writes its bytes into the reader's buffers. */
export interface BufferSource {
  /**
   * Writes as many bytes as fit, fewer only at the end; 0 means the end. Never called before the last call has
   * ended.
   */
  fill(into: Buffer): Promise<number>
  /** May be called while `fill` runs. */
  close(): void
}

const pieceSize = 256 * 1024
/** Buffers ready for the next reply. */
const spare: Buffer[] = []
const mostSpare = 16

/**
 * A stream that alternates between two buffers in a reply: one is filled while the other is sent. A new buffer
 * for each chunk would create garbage faster than a small server collects it, which cost more than reading and
 * sending.
 * For any other reader it is an ordinary stream.
 */
export class DoubleBufferedStream extends Readable {
  readonly #source: BufferSource

  constructor(source: BufferSource) {
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
    // Only a sent buffer may be reused. Buffers of an interrupted stream are left to the garbage collector.
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

/** Resolves once the operating system has accepted the chunk. */
function send(reader: Writable, piece: Buffer): Promise<void> {
  const sent = new Promise<void>((resolve, reject) => {
    reader.write(piece, (failure) => (failure ? reject(failure) : resolve()))
  })
  // The caller that awaits the promise handles its error.
  sent.catch(() => {})
  return sent
}
