import { v7 } from 'uuid'
import type { Failure } from '#web/lib/http/call.ts'
import { noted } from '../store/journal.ts'
import type { BulkFileRow } from '../store/rows.ts'
import type { BulkSending, BulkSent } from './send-bulk-file.ts'

export interface BulkFile {
  readonly id: string
  readonly name: string
  readonly size: number
  /** `ready` = picked, not submitted; `waiting` = its turn comes, or the network. */
  readonly state: 'ready' | 'waiting' | 'uploading' | 'success' | 'failed'
  readonly percent: number
  readonly problem: string | null
  /** It is in the device's store and outlives the page. */
  readonly kept: boolean
}

export interface BulkState {
  readonly files: readonly BulkFile[]
  /** What the next try waits for; null = nothing, or it is under way. */
  readonly waitsFor: 'network' | 'login' | null
  /** Why it waits, in the server's words; '' where it was not reached. */
  readonly reason: string
  /** How often a file was refused by no fault of its own, as by a server that failed. */
  readonly failures: number
  /** How many files have arrived. */
  readonly arrived: number
}

/** What the queue needs of the device, the server and the clock. */
export interface BulkDevice {
  read(): Promise<readonly BulkFileRow[]>
  keep(row: Pick<BulkFileRow, 'id' | 'name' | 'size'>, file: File): Promise<boolean>
  change(id: string, change: Pick<BulkFileRow, 'state' | 'problem'>): Promise<void>
  bytes(id: string): Promise<Blob | null>
  forget(ids: readonly string[]): Promise<void>
  send(sending: Omit<BulkSending, 'account'>): Promise<BulkSent>
  /** Only one tab sends at a time. */
  alone(work: () => Promise<void>): Promise<void>
  /** Calls after so many milliseconds, or once the network may be back. Gives what calls it off. */
  later(milliseconds: number, work: () => void): () => void
  /** Other tabs look again at what waits. */
  onChange(): void
  readonly words: { readonly gone: string; readonly failed: string }
}

/** Statuses after which the same file may well be taken a little later. */
const passing = [0, 408, 425, 429, 502, 503, 504, 507]
const firstPause = 2_000
const longestPause = 60_000

/** The files of one account that wait for their upload, one after the other, each with its own end. */
export class BulkQueue {
  #state: BulkState = { files: [], waitsFor: null, reason: '', failures: 0, arrived: 0 }
  readonly #device: BulkDevice
  readonly #listeners = new Set<() => void>()
  /** Files that the store did not take; they last as long as the page. */
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

  /** As the store has them, at the start and when another tab says so; what was submitted goes on. */
  async look(): Promise<void> {
    // What cannot be read now is read when the store next changes.
    const rows = await this.#device.read().catch(() => null)
    if (!rows) return
    const stored = new Map(rows.map((row) => [row.id, row]))
    // What is gone from the store was sent or taken away elsewhere.
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

  /** Files that were checked; they leave once they are submitted. */
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

  /** All that is picked, and once more what failed. */
  async submit(): Promise<void> {
    await this.#wait(({ state }) => state === 'ready' || state === 'failed')
  }

  async again(id: string): Promise<void> {
    await this.#wait((file) => file.id === id && file.state === 'failed')
  }

  /** Those that have arrived are only taken off the list. */
  async remove(id: string): Promise<void> {
    await this.#drop(this.#state.files.filter((file) => file.id === id))
  }

  async clear(): Promise<void> {
    await this.#drop(this.#state.files)
  }

  /** The network, or the session, may be there again. */
  readonly goOn = (): void => {
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
    this.goOn()
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
        // Another tab may have sent some while this one waited for its turn.
        await this.look()
        for (let file = this.#next(); file && !this.#callOff; file = this.#next()) await this.#send(file)
      })
    } finally {
      this.#running = false
    }
    // Submitted while the last one ended.
    if (this.#next() && !this.#callOff && this.#state.waitsFor === null) void this.#run()
  }

  #next(): BulkFile | undefined {
    return this.#state.waitsFor === 'login'
      ? undefined
      : this.#state.files.find(({ state }) => state === 'waiting')
  }

  async #send({ id, name }: BulkFile): Promise<void> {
    const held = this.#held.get(id)
    // Bytes that cannot be read fail this file below, in words.
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
    // Taken away while it was on its way.
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
      this.goOn()
    })
    this.#pause = Math.min(2 * this.#pause, longestPause)
  }

  /** What the store does not take now stands as it was: at worst a file is sent again, and kept once. */
  async #written(work: () => Promise<void>): Promise<void> {
    await work().catch(noted('bulk upload'))
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

/** A file that is only named by the page may be moved or deleted meanwhile, which sending could not tell from a lost network. */
async function stillThere(file: File): Promise<File | null> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => file,
      () => null,
    )
}
