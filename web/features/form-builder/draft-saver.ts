import type { FormDocument } from '#contract/templates/form-document.ts'
import type { FormServer, Saved, Standing } from './form-server.ts'
import type { Kept } from './kept-draft.ts'
import { sameForm } from './same-form.ts'

export type Saving =
  | { readonly kind: 'saved' | 'saving' | 'waiting' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Somebody else changed it; nothing is sent before the person has chosen. */
  | { readonly kind: 'stale'; readonly theirs: Standing }

interface SaverOptions {
  readonly server: FormServer
  /** false = this device has no room for it. */
  readonly keep: (kept: Kept | null) => boolean
  readonly onChange: () => void
  readonly newKey: () => string
}

interface Sent {
  readonly form: FormDocument
  readonly revision: number
  readonly key: string
}

/** A change is on its way to the server after so long, within the second that is promised. */
const settleTime = 500
const firstRetry = 2_000
const lastRetry = 30_000

/**
 * Brings every change of a draft to the device at once and to the server within a second: one call at a time, each on
 * the revision before. What may have arrived is sent again under the same key before anything newer is.
 */
export class DraftSaver {
  saving: Saving = { kind: 'saved' }
  /** The last change found no room on this device: only the server has it, once it is saved. */
  hasNoRoom = false
  revision: number
  version: number
  #given: SaverOptions
  #form: FormDocument
  /** What the server has; null = unknown. */
  #saved: FormDocument | null
  #sent: Sent | null = null
  /** What the page before had sent and may arrive yet. */
  #late: FormDocument | null = null
  #running: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #retry = firstRetry
  #closed = false

  constructor(given: SaverOptions, standing: Standing, isKnown = true) {
    this.#given = given
    this.revision = standing.revision
    this.version = standing.version
    this.#form = standing.form
    this.#saved = isKnown ? standing.form : null
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
    this.#later(settleTime)
  }

  /** The page before has sent this, and the server did not have it when it was asked. */
  mayArrive(form: FormDocument | null): void {
    this.#late = form
  }

  /** Somebody else's change is known already, as of work that was kept from an earlier visit. */
  refuse(form: FormDocument, theirs: Standing): void {
    this.#form = form
    this.#keep()
    this.#set({ kind: 'stale', theirs })
  }

  /** Now, instead of after the pause; resolves when there is nothing more to do for the moment. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.saving.kind === 'stale') return Promise.resolve()
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** What stands here is saved over what somebody else saved. */
  keepMine(): Promise<void> {
    if (this.saving.kind !== 'stale') return Promise.resolve()
    const { theirs } = this.saving
    this.#takeOver(theirs)
    this.#saved = theirs.form
    this.#keep()
    this.#set({ kind: 'saving' })
    return this.flush()
  }

  /** What somebody else saved stands here now. */
  loadTheirs(): void {
    if (this.saving.kind !== 'stale') return
    const { theirs } = this.saving
    this.#takeOver(theirs)
    this.#form = theirs.form
    this.#saved = theirs.form
    this.#keep()
    this.#set({ kind: 'saved' })
  }

  /** Nothing is unsaved here, and somebody else saved this. */
  renew(standing: Standing): void {
    this.#takeOver(standing)
    this.#form = standing.form
    this.#saved = standing.form
    this.#given.onChange()
  }

  async publish(note: string): Promise<Saved> {
    await this.flush()
    if (!this.isSaved) return { kind: 'unreached' }
    const published = await this.#given.server.publish(note, this.revision)
    if (published.kind === 'saved') this.version = published.standing.version
    if (published.kind === 'stale') await this.#askWhoseStands()
    return published
  }

  /** Sends once more what is not there yet; whatever does not arrive is gone on with by whoever opens it next. */
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
      if (result.kind === 'saved') this.#take(sent, result.standing)
      else if (result.kind === 'unreached') return this.#wait()
      else if (result.kind === 'refused') {
        this.#sent = null
        return this.#set(result)
      } else if (!(await this.#askWhoseStands())) return
    }
    this.#set({ kind: 'saved' })
  }

  #take(sent: Sent, { revision, version }: Standing): void {
    this.#sent = null
    this.#late = null
    this.#saved = sent.form
    this.revision = revision
    this.version = version
    this.#retry = firstRetry
    this.#keep()
  }

  /** false = it is not ours, or nobody said. */
  async #askWhoseStands(): Promise<boolean> {
    const theirs = await this.#given.server.read()
    const sent = this.#sent
    if (!theirs) {
      this.#wait()
      return false
    }
    // The reply to what was sent got lost on its way.
    if (sent && theirs.revision === sent.revision + 1 && sameForm(theirs.form, sent.form)) {
      this.#take(sent, theirs)
      return true
    }
    // It was on its way when the page before was left, and has arrived since: what is here goes on top of it.
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

  #takeOver({ revision, version }: Standing): void {
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
    const kept = { base: this.revision, version: this.version, form: this.#form }
    const fits = this.#given.keep(this.isSaved ? null : { ...kept, sent: this.#sent?.form ?? this.#late })
    if (this.isSaved || this.hasNoRoom === !fits) return
    this.hasNoRoom = !fits
    this.#given.onChange()
  }

  #set(saving: Saving): void {
    if (saving.kind === this.saving.kind && saving.kind !== 'refused' && saving.kind !== 'stale') return
    this.saving = saving
    this.#given.onChange()
  }
}
