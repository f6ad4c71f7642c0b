import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'
import { inLanguage } from '#server/language.ts'
import * as data from './data.ts'
import { exportFileName } from './file-name.ts'
import { attemptsMax, failureOfExport } from './policy.ts'
import { runExport, WriterFailed, type WrittenExport } from './run-export.ts'

/** Milliseconds between two writes of the progress to the row. */
const recordEvery = 500
/** Milliseconds until the next try if the database is away. */
const retryAfter = 15_000

class Canceled extends Error {}
class Stopping extends Error {}

/**
 * Writes the exports of an installation, one at a time. The rows are the queue: after a restart, unfinished ones
 * are written again from the start.
 */
export class ExportQueue {
  readonly #context: Context
  #current: { readonly id: string; readonly ended: AbortController } | null = null
  #working: Promise<void> | null = null
  #again = false
  #stopped = false
  #retry: NodeJS.Timeout | undefined

  constructor(context: Context) {
    this.#context = context
  }

  /** Call when an export may be waiting. Returns at once. */
  wake(): void {
    if (this.#stopped) return
    clearTimeout(this.#retry)
    if (this.#working) this.#again = true
    else this.#working = this.#work()
  }

  /** Ends the export if it is being written. Its row is no longer `running`. */
  cancel(id: string): void {
    if (this.#current?.id === id) this.#current.ended.abort(new Canceled())
  }

  /** Resolves once no export is left to write. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working
  }

  /** Interrupts the current export; the next start writes it again. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    this.#current?.ended.abort(new Stopping())
    await this.idle()
  }

  async #work(): Promise<void> {
    try {
      // Left by a killed server.
      await this.#removeScratch()
      do {
        this.#again = false
        while (!this.#stopped && (await this.#writeNext())) {
          // Continue with the next export.
        }
      } while (this.#again && !this.#stopped)
    } catch (error) {
      if (this.#stopped) return
      this.#context.log.warn({ err: error }, 'Exports wait')
      this.#retry = setTimeout(() => this.wake(), retryAfter).unref()
    } finally {
      this.#working = null
    }
  }

  async #writeNext(): Promise<boolean> {
    const { db, clock, log } = this.#context
    const row = await data.startNext(db)
    if (!row) return false
    if (row.attempts > attemptsMax) {
      log.error({ export: row.id }, 'An export failed several times')
      await data.failExport(db, row.id, 'other', clock())
      return true
    }
    const ended = new AbortController()
    this.#current = { id: row.id, ended }
    if (this.#stopped) ended.abort(new Stopping())
    try {
      await this.#finish(row, await this.#run(row, ended))
    } catch (error) {
      await this.#fail(row, error)
    } finally {
      this.#current = null
      await this.#removeScratch()
    }
    return true
  }

  async #removeScratch(): Promise<void> {
    await rm(scratchFolderOf(this.#context), { recursive: true, force: true })
  }

  async #run(row: data.ExportRow, ended: AbortController): Promise<WrittenExport> {
    const { db, connection, files, ticketKey, config, clock, log } = this.#context
    const holder = { account: row.account_id, session: row.session_id }
    const { publicUrl } = config
    const { request } = row
    const scratchFolder = scratchFolderOf(this.#context)
    const order = { connection, request, holder, ticketKey, publicUrl, now: clock(), scratchFolder }
    let recording = false
    let last = Number.NEGATIVE_INFINITY
    const onProgress = (progress: { surveys: number; written: number }) => {
      if (recording || performance.now() - last < recordEvery) return
      recording = true
      last = performance.now()
      data
        .recordProgress(db, row.id, progress)
        .then((isRunning) => {
          if (!isRunning) ended.abort(new Canceled())
        })
        .catch((error: unknown) => log.warn({ err: error }, 'The progress of an export is not recorded'))
        .finally(() => {
          recording = false
        })
    }
    return runExport(order, { files, onProgress, signal: ended.signal })
  }

  async #finish({ id, request }: data.ExportRow, written: WrittenExport): Promise<void> {
    const { db, files, clock, log } = this.#context
    const { temp, surveys, only, extension, contentType } = written
    const now = clock()
    const bytes = await files.commit(temp).catch(async (error: unknown) => {
      await files.drop(temp).catch(() => undefined)
      throw error
    })
    const { timeZone, language } = request
    const fileName = inLanguage(language, () => exportFileName(only, extension, { now, timeZone }))
    const isTaken = await data.finishExport(db, id, { bytes, surveys, fileName, contentType }, now)
    if (isTaken) return
    await files
      .remove(bytes.key)
      .catch((error: unknown) => log.warn({ err: error }, 'The file of a canceled export was not removed'))
  }

  /** Throws if the export must be written again later. */
  async #fail({ id }: data.ExportRow, error: unknown): Promise<void> {
    const { db, clock, log } = this.#context
    if (error instanceof Canceled) return
    const reason = error instanceof WriterFailed ? error.reason : null
    if (error instanceof Stopping || reason === 'database') {
      await data.forgetAttempt(db, id)
      throw error
    }
    if (reason === 'gone') return data.endExport(db, id, clock())
    // Its row is still unfinished, so it is written again, a few times at most.
    if (reason === 'template-changed') return
    const failure = reason ?? failureOfExport(error)
    if (failure === null) throw error
    log.warn({ err: error, export: id }, 'An export failed')
    await data.failExport(db, id, failure, clock())
  }
}

/** Holds temporary files of the current export only. */
function scratchFolderOf({ config }: Context): string {
  return join(config.dataDir, 'export-scratch')
}

const queues = new WeakMap<Context, ExportQueue>()

/** Returns this process's queue for the context. */
export function exportQueue(context: Context): ExportQueue {
  const known = queues.get(context) ?? new ExportQueue(context)
  queues.set(context, known)
  return known
}
