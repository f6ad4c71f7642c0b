import type { Database } from '../database.ts'
import { logError } from '../journal.ts'
import { type OpenStore, openStore } from '../open-store.ts'
import { emptyMemory } from '../unsent-memory.ts'
import { commitKey } from './commit-number.ts'
import { removeLocalRows } from './local-rows.ts'
import { removeOtherLogs } from './log-files.ts'
import { OrderedRows } from './ordered-rows.ts'
import { readOwnRecord } from './read-record.ts'
import { writeIndex } from './record-index.ts'
import { isRecorded } from './record-state.ts'
import { localWriter, logWriter, type RecordWriter } from './record-writer.ts'
import {
  applyChanges,
  type Change,
  changeKey,
  isUnsentContact,
  putChange,
  putRow,
  type Rows,
  rowsOf,
} from './recorded-rows.ts'
import { publishRestored, restoreUnsentWork } from './restore-unsent-work.ts'
import { unsentSurveys } from './unsent-surveys.ts'

export interface Owner {
  readonly take: (changes: readonly Change[]) => void
  readonly close: () => void
}

/** Milliseconds after the last confirmation until confirmed rows are removed from the disk. */
const compactAfter = 2_000
const indexAfter = 250
/** Milliseconds until a failed read or write of store or record is retried. */
const againAfter = 5_000
/** Bytes. A longer log is rewritten even while it grows. */
const longestLog = 4 * 1024 * 1024

/**
 * Records the unsent work of the open store until it is closed. `compares`: first restores work that the
 * store lost.
 */
export function createOwner(database: Database, compares: boolean): Owner {
  const owner = new RecordOwner(database, compares)
  const begin = () => void owner.begin()
  const stop = openStore.subscribe(begin)
  begin()
  return {
    take: (changes) => owner.take(changes),
    close: () => {
      stop()
      owner.close()
    },
  }
}

class RecordOwner {
  private readonly database: Database
  private readonly ordered = new OrderedRows()
  private readonly names = new Map<string, string>()
  /** Changes that arrived before the store was read; null afterwards. */
  private early: Change[] | null = []
  private writer: RecordWriter | null = null
  private store: OpenStore = { identity: '', commit: 0 }
  private isClosed = false
  private isCompared: boolean
  private beginnings = 0
  private indexTimer: ReturnType<typeof setTimeout> | undefined
  private compactTimer: ReturnType<typeof setTimeout> | undefined

  constructor(database: Database, compares: boolean) {
    this.database = database
    this.isCompared = !compares
  }

  /**
   * Reads the store and starts a record that replaces all earlier ones, including those of restored stores.
   */
  async begin(): Promise<void> {
    const store = openStore.get()
    if (!store || this.isClosed) return
    this.beginnings += 1
    const own = this.beginnings
    try {
      await this.replace(store, () => own === this.beginnings && !this.isClosed)
    } catch (error) {
      logError('second record')(error)
      setTimeout(() => own === this.beginnings && void this.begin(), againAfter)
    }
  }

  private async replace(store: OpenStore, isLatest: () => boolean): Promise<void> {
    this.early ??= []
    await this.restoreRolledBack(store)
    const found = await readUnsentRows(this.database)
    if (!isLatest()) return
    this.store = store
    this.ordered.begin(found.changes, found.commit)
    this.ordered.take(this.early ?? [])
    this.early = null
    this.open(hasFiles() ? 'log' : 'local')
    await this.index()
    if (store.unrestored) return
    await removeOtherLogs(store.identity)
    removeLocalRows((identity) => identity !== store.identity)
  }

  /** Runs at most once per owner. After that, the record is the owner's own. */
  private async restoreRolledBack({ identity, commit }: OpenStore): Promise<void> {
    if (this.isCompared) return
    const record = await readOwnRecord(identity)
    const found: Rows = new Map()
    applyChanges(found, (await readUnsentRows(this.database)).changes)
    const rows = findRolledBack(record.rows, found, commit)
    this.isCompared = true
    if (rows.size === 0) return
    const changed = await restoreUnsentWork(this.database, { ...record, rows, unreadable: [] }, emptyMemory)
    publishRestored(changed)
  }

  take(changes: readonly Change[]): void {
    if (this.early) {
      this.early.push(...changes)
      return
    }
    const own = this.ordered.take(changes)
    if (own.length === 0) return
    this.writer?.add(own)
    this.indexTimer ??= setTimeout(() => void this.index().catch(logError('second record')), indexAfter)
    if (own.some(({ row }) => row === null)) this.compact(compactAfter)
  }

  private compact(after: number): void {
    clearTimeout(this.compactTimer)
    this.compactTimer = setTimeout(() => this.writer?.begin(this.ordered.rows), after)
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.indexTimer)
    clearTimeout(this.compactTimer)
    this.writer?.close()
  }

  private open(kind: 'log' | 'local'): void {
    this.writer?.close()
    const make = kind === 'log' ? logWriter : localWriter
    const { identity } = this.store
    this.writer = make(identity, {
      written: (size) => {
        isRecorded.set(true)
        // Remove the local rows only now, when the log is newer.
        if (kind === 'log') removeLocalRows((one) => one === identity)
        if (size > longestLog && size > 4 * JSON.stringify([...this.ordered.rows.values()]).length)
          this.writer?.begin(this.ordered.rows)
      },
      failed: (problem) => {
        logError('second record')(new DOMException('', problem))
        if (this.isClosed) return
        // A private window, or no room for files.
        if (kind === 'log') return this.open('local')
        isRecorded.set(false)
        this.compact(againAfter)
      },
    })
    this.writer.begin(this.ordered.rows)
  }

  private async index(): Promise<void> {
    clearTimeout(this.indexTimer)
    this.indexTimer = undefined
    await this.readNames()
    if (this.isClosed || this.early) return
    const nameOf = (account: string, survey: string) => this.names.get(`${account} ${survey}`) ?? ''
    const surveys = unsentSurveys(this.ordered.rows, nameOf)
    const { identity, unrestored } = this.store
    if (!writeIndex({ identity, surveys, ...(unrestored && { unrestored }) }))
      logError('second record')(new DOMException('', 'QuotaExceededError'))
  }

  private async readNames(): Promise<void> {
    for (const { account, survey } of rowsOf(this.ordered.rows, 'outbox')) {
      const key = `${account} ${survey}`
      if (this.names.has(key)) continue
      const copy = await this.database.copies.get([account, survey])
      if (copy) this.names.set(key, copy.head.survey_name)
    }
  }
}

function hasFiles(): boolean {
  return typeof Worker !== 'undefined' && navigator.storage?.getDirectory !== undefined
}

interface UnsentRows {
  readonly changes: readonly Change[]
  /** The last counted transaction that they include. */
  readonly commit: number
}

/** Reads everything that the server doesn't have yet, of every account. */
async function readUnsentRows(database: Database): Promise<UnsentRows> {
  const { outbox, answers, files, bulkFiles, kept } = database
  return database.transaction('r', [outbox, answers, files, bulkFiles, kept], async () => {
    const changes: Change[] = []
    await outbox.orderBy('seq').each((row) => changes.push(putChange('outbox', row)))
    await answers
      .where('entry')
      .above('')
      .each((row) => changes.push(putChange('answers', row)))
    // One by one, because these rows contain thumbnails.
    await files.each((row) => changes.push(putChange('files', row)))
    await bulkFiles.each((row) => changes.push(putChange('bulkFiles', row)))
    await kept.filter(isUnsentContact).each((row) => changes.push(putChange('kept', row)))
    const commit = ((await kept.get([...commitKey]))?.value as number | undefined) ?? 0
    return { changes: changes.map((change) => ({ ...change, commit })), commit }
  })
}

/**
 * Finds recorded work that the store lost because its files are older than the record, e.g. after a power
 * failure. Only changes after the store's last transaction (`commit`) count. Earlier removals are not undone,
 * even if the browser was killed before the record knew.
 */
export function findRolledBack(record: Rows, found: Rows, commit: number): Rows {
  const later: Rows = new Map(
    [...record].filter(([, change]) => change.commit !== undefined && change.commit > commit),
  )
  const isMissing = (change: Change) => !found.has(changeKey(change))
  const missing = rowsOf(later, 'outbox').filter((row) => isMissing(putRow('outbox', row)))
  const entries = new Set([...missing, ...rowsOf(found, 'outbox')].map(({ id }) => id))
  const uploads = new Set(missing.map(({ id }) => id))
  const stored = new Map(rowsOf(found, 'answers').map((row) => [`${row.account} ${row.id}`, row.editedAt]))
  const lost: Rows = new Map()
  applyChanges(lost, [
    ...missing.map((row) => putRow('outbox', row)),
    ...rowsOf(later, 'answers')
      .filter(({ account, id, editedAt }) => (stored.get(`${account} ${id}`) ?? '') < editedAt)
      .filter(({ entry }) => entries.has(entry))
      .map((row) => putRow('answers', row)),
    ...rowsOf(record, 'files')
      .filter(({ upload }) => uploads.has(upload))
      .map((row) => putRow('files', row)),
    ...rowsOf(later, 'kept')
      .map((row) => putRow('kept', row))
      .filter(isMissing),
  ])
  return lost
}
