import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'

/** One call that was to write something: no value, no name, no token. */
export interface WriteLine {
  /** By which a device's outbox knows the call; null: it has none. */
  readonly key: string | null
  readonly endpoint: string
  readonly survey: string | null
  readonly account: string | null
  /** `done`; `again`: it was carried out before, and answered as it was then; else why it was refused. */
  readonly outcome: string
  readonly status: number
  /** false: the caller's connection ended before all of the answer had left. */
  readonly sent: boolean
  readonly milliseconds: number
}

export interface WriteLog {
  note(line: WriteLine): void
  close(): Promise<void>
}

export const noWriteLog: WriteLog = { note() {}, close: async () => {} }

/** Of each of two files: some 60,000 calls. */
const fileBytes = 16 * 1024 * 1024
/** What has not reached the disk yet: more is dropped. */
const unwrittenBytes = 1024 * 1024

/**
 * Keeps what an operator traces a lost answer by: `writes.log`, and in `writes.1.log` what came before. Whatever becomes
 * of the files (a full disk, a folder that was taken away), calls go on.
 */
export function openWriteLog(folder: string, log: Logger, limit = fileBytes): WriteLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'writes.log')
  const place = pino.destination({ dest: path, sync: false, mode: 0o600, maxLength: unwrittenBytes })
  let size = existsSync(path) ? statSync(path).size : 0
  let failure: Error | null = null
  place.on('error', (error: Error) => {
    if (!failure) log.warn({ reason: error.message }, 'The log of writes cannot be written')
    failure = error
  })

  function beginAnew(): void {
    size = 0
    try {
      renameSync(path, join(folder, 'writes.1.log'))
      place.reopen()
    } catch (error) {
      place.emit('error', error)
    }
  }

  return {
    note(line) {
      const text = `${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`
      if (size > 0 && size + text.length > limit) beginAnew()
      size += text.length
      place.write(text)
    },
    close: () =>
      new Promise((resolve) => {
        if (failure) resolve()
        for (const end of ['close', 'error']) place.once(end, () => resolve())
        place.end()
      }),
  }
}
