import { v7 } from 'uuid'
import type { Failure } from '#web/lib/http/call.ts'
import { logError } from '../store/journal.ts'
import type { BulkFileRow } from '../store/rows.ts'
import type { BulkSending, BulkSent } from './send-bulk-file.ts'

export interface BulkFile {
  readonly id: string
  readonly name: string
  readonly size: number
  /** `ready` = picked, not submitted; `waiting` = waits for its turn or the network. */
  readonly state: 'ready' | 'waiting' | 'uploading' | 'success' | 'failed'
  readonly percent: number
  readonly problem: string | null
  /** Stored on the device, so it outlives the page. */
  readonly kept: boolean
}

export interface BulkState {
  readonly files: readonly BulkFile[]
  /** Reason for the next attempt's wait; null = none, or it is running. */
  readonly waitsFor: 'network' | 'login' | null
  /** The server's message; '' if it was not reached. */
  readonly reason: string
  /** Number of failures that were not the file's fault, such as server errors. */
  readonly failures: number
  /** Number of files that arrived. */
  readonly arrived: number
}

/** The queue's interface to device, server and clock. */
export interface BulkDevice {
  read(): Promise<readonly BulkFileRow[]>
  keep(row: Pick<BulkFileRow, 'id' | 'name' | 'size'>, file: File): Promise<boolean>
  change(id: string, change: Pick<BulkFileRow, 'state' | 'problem'>): Promise<void>
  bytes(id: string): Promise<Blob | null>
  forget(ids: readonly string[]): Promise<void>
  send(sending: Omit<BulkSending, 'account'>): Promise<BulkSent>
  /** Runs the work while no other tab sends. */
  alone(work: () => Promise<void>): Promise<void>
  /** Runs the work after the delay, or earlier if the network may be back. Returns a cancel function. */
  later(milliseconds: number, work: () => void): () => void
  /** Notifies other tabs. */
  onChange(): void
  readonly words: { readonly gone: string; readonly failed: string }
}

/** Statuses after which the same file may be accepted later. */
const passing = [0, 408, 425, 429, 502, 503, 504, 507]
const firstPause = 2_000
const longestPause = 60_000

/** Sends the bulk files of one account one after another, each with its own result. */
export class BulkQueue {
  #state: BulkState = { files: [], waitsFor: null, reason: '', failures: 0, arrived: 0 }
  readonly #device: BulkDevice
  readonly #listeners = new Set<() => void>()
  /** Files that could not be stored; they last as long as the page. */
  readonly #held = new Map<string, File>()
  #running = false
  #pause = firstPause
  #callOff: (() => void) | null = null
  #current: { readonly id: string; readonly abort: AbortController } | null = null

  constructor(device: BulkDevice) {
    this.#device = device
  }

  get state(): BulkState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Reloads the files from the store, at the start and after changes in other tabs. Submitted files continue.
   */
  async reload(): Promise<void> {
    // If reading fails, the next change of the store reads again.
    const rows = await this.#device.read().catch(() => null)
    if (!rows) return
    const stored = new Map(rows.map((row) => [row.id, row]))
    // Another tab sent or removed the missing files.
    const stay = this.#state.files.filter(
      ({ id, kept, state }) => !kept || stored.has(id) || state === 'uploading' || state === 'success',
    )
    const known = new Set(stay.map(({ id }) => id))
    const fresh = rows
      .filter(({ id }) => !known.has(id))
      .map(({ id, name, size, state, problem }) => ({
        id,
        name,
        size,
        state,
        problem,
        kept: true,
        percent: 0,
      }))
    const now = stay.map((file) => {
      const row =
        file.kept && !['uploading', 'success'].includes(file.state) ? stored.get(file.id) : undefined
      return row ? { ...file, state: row.state, problem: row.problem } : file
    })
    this.#set({ files: [...now, ...fresh].toSorted((a, b) => (a.id < b.id ? -1 : 1)) })
    void this.#run()
  }

  /** Adds checked files, which are sent once submitted. */
  async add(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const row = { id: v7(), name: file.name, size: file.size }
      const kept = await this.#device.keep(row, file)
      if (!kept) this.#held.set(row.id, file)
      const added: BulkFile = { ...row, state: 'ready', percent: 0, problem: null, kept }
      this.#set({ files: [...this.#state.files, added] })
    }
    this.#device.onChange()
  }

  /** Submits picked files and retries failed ones. */
  async submit(): Promise<void> {
    await this.#wait(({ state }) => state === 'ready' || state === 'failed')
  }

  async retry(id: string): Promise<void> {
    await this.#wait((file) => file.id === id && file.state === 'failed')
  }

  /** Removes a file. One that has arrived only leaves the list. */
  async remove(id: string): Promise<void> {
    await this.#drop(this.#state.files.filter((file) => file.id === id))
  }

  async clear(): Promise<void> {
    await this.#drop(this.#state.files)
  }

  /** Retries now, because the network or session may be back. */
  readonly resume = (): void => {
    this.#callOff?.()
    this.#callOff = null
    this.#set({ waitsFor: null, reason: '' })
    void this.#run()
  }

  async #wait(isMeant: (file: BulkFile) => boolean): Promise<void> {
    const meant = this.#state.files.filter(isMeant)
    for (const { id, kept } of meant)
      if (kept) await this.#written(() => this.#device.change(id, { state: 'waiting', problem: null }))
    for (const { id } of meant) this.#change(id, { state: 'waiting', problem: null, percent: 0 })
    this.#device.onChange()
    this.resume()
  }

  async #drop(files: readonly BulkFile[]): Promise<void> {
    const ids = new Set(files.map(({ id }) => id))
    this.#set({ files: this.#state.files.filter(({ id }) => !ids.has(id)) })
    for (const id of ids) this.#held.delete(id)
    if (this.#current && ids.has(this.#current.id)) this.#current.abort.abort()
    await this.#written(() => this.#device.forget([...ids]))
    this.#device.onChange()
  }

  async #run(): Promise<void> {
    if (this.#running || this.#callOff || !this.#next()) return
    this.#running = true
    try {
      await this.#device.alone(async () => {
        // Another tab may have sent some meanwhile.
        await this.reload()
        for (let file = this.#next(); file && !this.#callOff; file = this.#next()) await this.#send(file)
      })
    } finally {
      this.#running = false
    }
    // Files may have been submitted while the last one finished.
    if (this.#next() && !this.#callOff && this.#state.waitsFor === null) void this.#run()
  }

  #next(): BulkFile | undefined {
    return this.#state.waitsFor === 'login'
      ? undefined
      : this.#state.files.find(({ state }) => state === 'waiting')
  }

  async #send({ id, name }: BulkFile): Promise<void> {
    const held = this.#held.get(id)
    // Unreadable bytes fail the file below, with a message.
    const bytes = held ? await stillThere(held) : await this.#device.bytes(id).catch(() => null)
    if (!this.#has(id)) return
    if (!bytes) return this.#fail(id, this.#device.words.gone)
    const abort = new AbortController()
    this.#current = { id, abort }
    this.#change(id, { state: 'uploading', percent: 0 })
    const sent = await this.#device.send({
      id,
      name,
      bytes,
      signal: abort.signal,
      progress: (loaded, total) =>
        this.#change(id, { percent: total > 0 ? Math.floor((loaded / total) * 100) : 0 }),
    })
    this.#current = null
    // Removed while it was being sent.
    if (!this.#has(id)) return
    if (sent.ok) return this.#arrive(id)
    if (sent.status === 401) return this.#hold(id, 'login', sent)
    if (passing.includes(sent.status)) return this.#hold(id, 'network', sent)
    if (sent.status < 500) return this.#fail(id, sent.message)
    this.#set({ failures: this.#state.failures + 1 })
    return this.#fail(id, this.#device.words.failed)
  }

  async #arrive(id: string): Promise<void> {
    this.#pause = firstPause
    this.#held.delete(id)
    this.#change(id, { state: 'success', percent: 100, kept: true })
    this.#set({ arrived: this.#state.arrived + 1 })
    await this.#written(() => this.#device.forget([id]))
    this.#device.onChange()
  }

  async #fail(id: string, problem: string): Promise<void> {
    this.#change(id, { state: 'failed', percent: 0, problem })
    await this.#written(() => this.#device.change(id, { state: 'failed', problem }))
  }

  #hold(id: string, waitsFor: 'network' | 'login', { status, message, retryAfter }: Failure): void {
    this.#change(id, { state: 'waiting', percent: 0 })
    this.#set({ waitsFor, reason: status === 0 ? '' : message })
    if (waitsFor === 'login') return
    this.#callOff = this.#device.later(retryAfter === undefined ? this.#pause : retryAfter * 1_000, () => {
      this.#callOff = null
      this.resume()
    })
    this.#pause = Math.min(2 * this.#pause, longestPause)
  }

  /** Ignores a failed write: at worst a file is sent again, and the server stores it once. */
  async #written(work: () => Promise<void>): Promise<void> {
    await work().catch(logError('bulk upload'))
  }

  #has(id: string): boolean {
    return this.#state.files.some((file) => file.id === id)
  }

  #change(id: string, change: Partial<BulkFile>): void {
    this.#set({ files: this.#state.files.map((file) => (file.id === id ? { ...file, ...change } : file)) })
  }

  #set(change: Partial<BulkState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Returns null if a picked file was moved or deleted, which otherwise would look like a lost network. */
async function stillThere(file: File): Promise<File | null> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => file,
      () => null,
    )
}
