import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** Characters that are joined into one write. */
const piece = 64 * 1024

/** Writes text to a stream, no faster than its reader takes it. */
export class TextOutput {
  readonly #out: Writable
  #waiting = ''

  constructor(out: Writable) {
    this.#out = out
  }

  async write(text: string): Promise<void> {
    this.#waiting += text
    if (this.#waiting.length >= piece) await this.#flush()
  }

  async end(): Promise<void> {
    await this.#flush()
    const done = finished(this.#out, { readable: false })
    this.#out.end()
    await done
  }

  /** The callback of a write is called once the stream has passed the bytes on, or has failed. */
  async #flush(): Promise<void> {
    const text = this.#waiting
    this.#waiting = ''
    if (text === '') return
    await new Promise<void>((resolve, reject) => {
      this.#out.write(text, (failure) => (failure ? reject(failure) : resolve()))
    })
  }
}
