import type { FormDocument } from '#contract/templates/form-document.ts'
import type { FormServer, SaveResult, ServerDraft } from './form-server.ts'
import { sameForm } from './same-form.ts'
import type { StoredDraft } from './stored-draft.ts'

export type Saving =
  | { readonly kind: 'saved' | 'saving' | 'waiting' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Another user saved in between; nothing is sent until the user chooses. */
  | { readonly kind: 'stale'; readonly theirs: ServerDraft }

interface SaverOptions {
  readonly server: FormServer
  /** Returns false if local storage is full. */
  readonly keep: (stored: StoredDraft | null) => boolean
  readonly onChange: () => void
  readonly newKey: () => string
}

interface Sent {
  readonly form: FormDocument
  readonly revision: number
  readonly key: string
}

/** Milliseconds from an edit to its save. The specification allows one second. */
const saveDelay = 500
const firstRetry = 2_000
const lastRetry = 30_000

/**
 * Stores every change locally at once and on the server within a second: one call at a time, each based on
 * the previous revision. A save without a reply is retried under its key before newer changes are sent.
 */
export class DraftSaver {
  saving: Saving = { kind: 'saved' }
  /** Local storage had no space for the last change; only the server will have it. */
  isStorageFull = false
  revision: number
  version: number
  #given: SaverOptions
  #form: FormDocument
  /** The server's draft; null if unknown. */
  #saved: FormDocument | null
  #sent: Sent | null = null
  /** Sent by the previous page and possibly still in flight. */
  #late: FormDocument | null = null
  #running: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #retry = firstRetry
  #closed = false

  constructor(given: SaverOptions, serverDraft: ServerDraft, isKnown = true) {
    this.#given = given
    this.revision = serverDraft.revision
    this.version = serverDraft.version
    this.#form = serverDraft.form
    this.#saved = isKnown ? serverDraft.form : null
  }

  get isSaved(): boolean {
    return this.#form === this.#saved && this.#sent === null
  }

  change(form: FormDocument): void {
    if (form === this.#form && this.isSaved) return
    this.#form = form
    this.#keep()
    if (this.saving.kind === 'stale') return
    this.#set({ kind: this.saving.kind === 'waiting' ? 'waiting' : 'saving' })
    this.#later(saveDelay)
  }

  /**
   * Marks a form that the previous page sent and the server had not received when this page read the draft.
   */
  mayArrive(form: FormDocument | null): void {
    this.#late = form
  }

  /** Starts in conflict: a stored draft met another user's change. */
  refuse(form: FormDocument, theirs: ServerDraft): void {
    this.#form = form
    this.#keep()
    this.#set({ kind: 'stale', theirs })
  }

  /** Saves without the pause. Resolves when nothing is left to do for now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.saving.kind === 'stale') return Promise.resolve()
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Saves this page's draft over the other user's. */
  keepMine(): Promise<void> {
    if (this.saving.kind !== 'stale') return Promise.resolve()
    const { theirs } = this.saving
    this.#takeOver(theirs)
    this.#saved = theirs.form
    this.#keep()
    this.#set({ kind: 'saving' })
    return this.flush()
  }

  /** Replaces this page's draft with the other user's. */
  loadTheirs(): void {
    if (this.saving.kind !== 'stale') return
    const { theirs } = this.saving
    this.#takeOver(theirs)
    this.#form = theirs.form
    this.#saved = theirs.form
    this.#keep()
    this.#set({ kind: 'saved' })
  }

  /** Adopts a newer draft while nothing is unsaved here. */
  renew(serverDraft: ServerDraft): void {
    this.#takeOver(serverDraft)
    this.#form = serverDraft.form
    this.#saved = serverDraft.form
    this.#given.onChange()
  }

  async publish(note: string): Promise<SaveResult> {
    await this.flush()
    if (!this.isSaved) return { kind: 'unreached' }
    const published = await this.#given.server.publish(note, this.revision)
    if (published.kind === 'saved') this.version = published.serverDraft.version
    if (published.kind === 'stale') await this.#resolveStale()
    return published
  }

  /** Makes a last attempt to save. The next page resumes from the stored draft if it fails. */
  close(): void {
    this.#closed = true
    void this.flush()
  }

  async #run(): Promise<void> {
    while (!this.isSaved) {
      this.#sent ??= { form: this.#form, revision: this.revision, key: this.#given.newKey() }
      const sent = this.#sent
      this.#keep()
      if (this.saving.kind !== 'waiting') this.#set({ kind: 'saving' })
      const result = await this.#given.server.save(sent.form, sent.revision, sent.key)
      if (result.kind === 'saved') this.#take(sent, result.serverDraft)
      else if (result.kind === 'unreached') return this.#wait()
      else if (result.kind === 'refused') {
        this.#sent = null
        return this.#set(result)
      } else if (!(await this.#resolveStale())) return
    }
    this.#set({ kind: 'saved' })
  }

  #take(sent: Sent, { revision, version }: ServerDraft): void {
    this.#sent = null
    this.#late = null
    this.#saved = sent.form
    this.revision = revision
    this.version = version
    this.#retry = firstRetry
    this.#keep()
  }

  /** Whether the server's draft came from this device. False if it did not or the server is unreachable. */
  async #resolveStale(): Promise<boolean> {
    const theirs = await this.#given.server.read()
    const sent = this.#sent
    if (!theirs) {
      this.#wait()
      return false
    }
    // The save arrived, but its reply was lost.
    if (sent && theirs.revision === sent.revision + 1 && sameForm(theirs.form, sent.form)) {
      this.#take(sent, theirs)
      return true
    }
    // The previous page's save arrived after this page's read. Rebase on it.
    const late = sent && theirs.revision === sent.revision + 1 ? this.#late : null
    if (late && sameForm(theirs.form, late)) {
      this.#late = null
      this.#takeOver(theirs)
      this.#saved = theirs.form
      this.#keep()
      return true
    }
    this.#sent = null
    this.#set({ kind: 'stale', theirs })
    return false
  }

  #takeOver({ revision, version }: ServerDraft): void {
    this.#sent = null
    this.revision = revision
    this.version = version
  }

  #wait(): void {
    this.#set({ kind: 'waiting' })
    this.#later(this.#retry)
    this.#retry = Math.min(this.#retry * 2, lastRetry)
  }

  #later(wait: number): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(() => void this.flush(), wait)
  }

  #keep(): void {
    const stored = { base: this.revision, version: this.version, form: this.#form }
    const fits = this.#given.keep(this.isSaved ? null : { ...stored, sent: this.#sent?.form ?? this.#late })
    if (this.isSaved || this.isStorageFull === !fits) return
    this.isStorageFull = !fits
    this.#given.onChange()
  }

  #set(saving: Saving): void {
    if (saving.kind === this.saving.kind && saving.kind !== 'refused' && saving.kind !== 'stale') return
    this.saving = saving
    this.#given.onChange()
  }
}
