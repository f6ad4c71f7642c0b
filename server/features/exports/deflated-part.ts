import { crc32, createDeflateRaw } from 'node:zlib'
import type { FileStore, Scratch } from '#server/files/store.ts'

/** Characters that are compressed together. */
const piece = 64 * 1024
const readPiece = 256 * 1024

/** Uses 64 KiB in place of 256 KiB of memory per part, since an export may have hundreds. */
const small = { level: 4, windowBits: 13, memLevel: 6 } as const

/** A file of a zip that is compressed into a temporary file while other files of the zip are written. */
export class DeflatedPart {
  readonly name: string
  #waiting = ''
  #bytes = 0
  #written = 0
  #crc32 = 0
  readonly #deflate = createDeflateRaw(small)
  readonly #scratch: Promise<Scratch>
  readonly #stored: Promise<void>

  constructor(name: string, files: Pick<FileStore, 'scratch'>) {
    this.name = name
    this.#scratch = files.scratch()
    this.#stored = this.#store()
    // `write` and `finish` report the failure.
    this.#stored.catch(() => {})
  }

  async write(text: string): Promise<void> {
    this.#waiting += text
    if (this.#waiting.length >= piece) await this.#flush()
  }

  /** Returns the zip entry of the whole part. */
  async finish() {
    await this.#flush()
    this.#deflate.end()
    await this.#stored
    return {
      name: this.name,
      uncompressedSize: this.#bytes,
      crc32: this.#crc32,
      read: async () => compressedBytes(await this.#scratch, this.#written),
    }
  }

  async drop(): Promise<void> {
    this.#deflate.destroy()
    await this.#stored.catch(() => undefined)
    const scratch = await this.#scratch.catch(() => null)
    await scratch?.drop()
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    if (bytes.length === 0) return
    this.#bytes += bytes.length
    this.#crc32 = crc32(bytes, this.#crc32)
    // If the disk is full, the compressor is destroyed, which ends the write. `#stored` has the reason.
    const isCompressed = await new Promise<boolean>((resolve) => {
      this.#deflate.write(bytes, (failure) => resolve(!failure))
    })
    if (!isCompressed) await this.#stored
  }

  async #store(): Promise<void> {
    const scratch = await this.#scratch
    for await (const bytes of this.#deflate as AsyncIterable<Buffer>) {
      await scratch.write(bytes, this.#written)
      this.#written += bytes.length
    }
  }
}

export type DeflatedEntry = Awaited<ReturnType<DeflatedPart['finish']>>

function compressedBytes(scratch: Scratch, size: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      if (at >= size) return controller.close()
      const bytes = await scratch.read(at, Math.min(readPiece, size - at))
      at += bytes.length
      controller.enqueue(bytes)
    },
  })
}
