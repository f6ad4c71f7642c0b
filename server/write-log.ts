import { existsSync, mkdirSync, statSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

/** One writing call, without values, names and tokens. */
export interface WriteLine {
  /** The outbox entry's idempotency key; null: none. */
  readonly key: string | null
  readonly endpoint: string
  readonly survey: string | null
  readonly account: string | null
  /** `done`; `again`: replayed; otherwise the failure code. */
  readonly outcome: string
  readonly status: number
  /** False if the caller disconnected before the whole reply was sent. */
  readonly sent: boolean
  readonly milliseconds: number
}

export interface WriteLog {
  note(line: WriteLine): void
  close(): Promise<void>
}

export const noWriteLog: WriteLog = { note() {}, close: async () => {} }

/** Size of each of the two files: about 60,000 calls. */
const fileBytes = 16 * 1024 * 1024
/** Maximum unwritten bytes; more lines are dropped. */
const unwrittenBytes = 1024 * 1024
/** Milliseconds to collect lines for one write. */
const gatheredFor = 25

/** Opens `writes.log` in this folder; earlier lines move to `writes.1.log`. */
export function openWriteLog(folder: string, log: Logger, limit = fileBytes): WriteLog {
  return new KeptLines(folder, log, limit)
}

/** A log that never fails calls: with a full disk or a missing folder, it tries again with later lines. */
class KeptLines implements WriteLog {
  readonly #path: string
  readonly #earlier: string
  readonly #log: Logger
  readonly #limit: number
  #size: number
  #file: FileHandle | null = null
  #lines: string[] = []
  #unwritten = 0
  #writing: Promise<void> | null = null
  #isFailing = false

  constructor(folder: string, log: Logger, limit: number) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#path = join(folder, 'writes.log')
    this.#earlier = join(folder, 'writes.1.log')
    this.#log = log
    this.#limit = limit
    this.#size = existsSync(this.#path) ? statSync(this.#path).size : 0
  }

  note(line: WriteLine): void {
    const text = `${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`
    if (this.#unwritten + text.length > unwrittenBytes) return
    this.#lines.push(text)
    this.#unwritten += text.length
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file?.close()
  }

  async #writeAll(): Promise<void> {
    while (this.#lines.length > 0) {
      await pause(gatheredFor)
      const text = this.#lines.splice(0).join('')
      this.#unwritten = 0
      try {
        await this.#write(text)
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing) this.#log.warn({ err: error }, 'The log of writes cannot be written')
        this.#isFailing = true
      }
    }
  }

  async #write(text: string): Promise<void> {
    if (this.#size > 0 && this.#size + text.length > this.#limit) {
      await this.#file?.close()
      this.#file = null
      await rename(this.#path, this.#earlier)
      this.#size = 0
    }
    this.#file ??= await open(this.#path, 'a', 0o600)
    await this.#file.write(text)
    this.#size += text.length
  }
}
