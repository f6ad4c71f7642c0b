import { createContext, use, useSyncExternalStore } from 'react'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { described } from '#survey/builder/form-options.ts'
import { type Edited, type FormOption, type Place, samePlace } from '#survey/builder/form-place.ts'
import { sizeFault, sizeLimits, sizeSentences } from '#survey/builder/form-size.ts'
import * as steps from '#survey/builder/history.ts'
import { idsOf, publishedField, withOptionIds } from '#survey/option-ids.ts'
import { newKey } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { DraftSaver, type Saving } from './draft-saver.ts'
import type { FormServer, SaveResult, ServerDraft } from './form-server.ts'
import type { PublishedOption } from './option-edits.ts'
import { sameForm } from './same-form.ts'
import type { StoredDraft } from './stored-draft.ts'

export interface BuilderState {
  readonly history: steps.History
  readonly saving: Saving
  /** Local storage had no space for the last change. */
  readonly isStorageFull: boolean
  readonly version: number
  /** Name of the other user who is editing; this page is read-only then. null: this page edits. */
  readonly editor: string | null
  /** Message about the last action, which can be undone or was rejected; '' for none. */
  readonly notice: string
  readonly isRejected: boolean
  /** Text for screen readers. */
  readonly announced: string
  /** Increments to move the focus to the name input of the current place. */
  readonly focus: number
}

interface Doing {
  /** Consecutive edits of one group are one undo step. */
  readonly group?: string
  readonly notice?: string
  readonly announced?: string
  /** Moves the focus to the edited name. */
  readonly focus?: boolean
}

interface BuilderOptions {
  readonly server: FormServer
  readonly keep: (stored: StoredDraft | null) => boolean
}

/** An open template: its document, undo history, current place and saving state. */
export class Builder {
  state: BuilderState
  /**
   * The latest published version, or null. Its keys no longer follow names and its options keep their ids.
   */
  published: FormDocument | null
  readonly #saver: DraftSaver
  readonly #server: FormServer
  readonly #listeners = new Set<() => void>()

  /** `serverDraft` is null without network; then `stored` is set. */
  constructor(given: BuilderOptions, serverDraft: ServerDraft | null, stored: StoredDraft | null) {
    const first = serverDraft ?? (stored && draftFromStored(stored))
    if (!first) throw new Error('Builder needs a draft from the server or local storage')
    this.#server = given.server
    this.published = first.published ?? null
    this.#saver = new DraftSaver(
      { ...given, newKey, onChange: () => this.#publish() },
      first,
      serverDraft !== null,
    )
    this.state = {
      history: steps.historyOf(first.form),
      saving: this.#saver.saving,
      isStorageFull: false,
      version: first.version,
      editor: null,
      notice: '',
      isRejected: false,
      announced: '',
      focus: 0,
    }
    if (stored && serverDraft && sameForm(stored.form, serverDraft.form)) given.keep(null)
    else if (stored) this.#restore(stored, serverDraft)
  }

  get form(): FormDocument {
    return this.state.history.now.form
  }

  get at(): Place {
    return this.state.history.now.at
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  edit(edited: Edited, doing: Doing = {}): void {
    const { editor } = this.state
    const size = edited.form === this.form ? null : sizeFault(edited.form)
    // The server would reject it and every later change.
    if (editor === null && size !== null && sizeFault(this.form) === null)
      this.#set({
        notice: t(sizeSentences[size], { count: sizeLimits[size] }),
        isRejected: true,
        announced: '',
      })
    else if (editor === null) this.#edit(edited, doing)
    else if (edited.form === this.form) this.look(edited.at, doing.focus)
    else this.#set({ announced: t('builder.someoneEdits', { name: editor }) })
  }

  #edit(edited: Edited, { group, notice = '', announced = '', focus = false }: Doing = {}): void {
    // An unchanged place stays the same object, so its subscribers don't render again.
    const { section, field } = edited.at
    const at = section === this.at.section && field === this.at.field ? this.at : edited.at
    this.#put(steps.record(this.state.history, { form: edited.form, at }, group ?? null), {
      notice,
      announced,
      focus: this.state.focus + (focus ? 1 : 0),
    })
  }

  /** Replaces the document; the current place stays. */
  change(form: FormDocument, group?: string): void {
    this.edit({ form, at: this.at }, group === undefined ? {} : { group })
  }

  look(at: Place, focus = false): void {
    const history = { ...this.state.history, now: { form: this.form, at }, group: null }
    this.#set({ history, focus: this.state.focus + (focus ? 1 : 0) })
  }

  undo(): void {
    if (this.state.editor !== null) return
    this.#put(steps.undo(this.state.history), { notice: '', announced: '', focus: this.state.focus })
  }

  redo(): void {
    if (this.state.editor !== null) return
    this.#put(steps.redo(this.state.history), { notice: '', announced: '', focus: this.state.focus })
  }

  dismiss(): void {
    this.#set({ notice: '' })
  }

  isPublished = (section: string, field: string | null): boolean =>
    this.state.version > 0 && (this.published === null || hasKey(this.published, field ?? section))

  /**
   * The option's published id and label; the id stays when the label changes. undefined if never published.
   */
  publishedOption(at: Place, index: number, options: readonly FormOption[]): PublishedOption | undefined {
    const own = described(options[index] ?? '').id
    const other = own === undefined ? undefined : { id: own }
    const id = idsOf(options)[index] ?? ''
    if (this.state.version === 0 || id === '') return other
    if (this.published === null) return { id }
    const section = this.form.sections[at.section]
    const field = at.field === null ? undefined : section?.fields[at.field]
    const there = publishedField(this.published, section?.key ?? '', field?.key ?? '')?.options ?? []
    const place = idsOf(there).indexOf(id)
    return place < 0 ? other : { id, label: described(there[place] ?? '').label }
  }

  flush(): Promise<void> {
    return this.#saver.flush()
  }

  /** Applies this page's draft over the other user's as a separate step; undo shows theirs. */
  keepMine(): Promise<void> {
    const { saving, history } = this.state
    if (saving.kind !== 'stale') return Promise.resolve()
    const { form } = saving.theirs
    const theirs = { form, at: samePlace(this.form, this.at, form) }
    this.#set({
      history: steps.recordBefore(history, theirs),
      notice: t('builder.mineKept'),
      isRejected: false,
    })
    return this.#saver.keepMine()
  }

  /** Loads the other user's draft as a separate step; undo shows this page's. */
  loadTheirs(): void {
    const { saving } = this.state
    if (saving.kind !== 'stale') return
    this.#saver.loadTheirs()
    const notice = t('builder.theirsLoaded')
    this.#edit({ form: saving.theirs.form, at: { section: 0, field: null } }, { notice })
  }

  async publish(note: string): Promise<SaveResult> {
    const form = withOptionIds(this.form, this.published)
    if (!sameForm(form, this.form)) this.#edit({ form, at: this.at })
    const published = await this.#saver.publish(note)
    if (published.kind === 'saved') {
      const { serverDraft } = published
      this.published = serverDraft.form
      // The server published a version this page had not seen.
      if (serverDraft.revision > this.#saver.revision) this.#follow(serverDraft)
    }
    this.#publish()
    return published
  }

  /** null: this page edits from now on. */
  setEditor(editor: string | null): void {
    if (editor !== this.state.editor) this.#set({ editor, announced: '' })
  }

  /** Loads a newer draft from the server. With unsaved changes it doesn't: saving reports the conflict. */
  async follow(revision: number): Promise<void> {
    if (!this.#saver.isSaved || revision <= this.#saver.revision) return
    const serverDraft = await this.#server.read()
    // The draft may have been edited or saved during the read.
    if (!serverDraft || !this.#saver.isSaved || serverDraft.revision <= this.#saver.revision) return
    this.published = serverDraft.published ?? this.published
    this.#follow(serverDraft)
  }

  #follow(serverDraft: ServerDraft): void {
    const now = { form: serverDraft.form, at: samePlace(this.form, this.at, serverDraft.form) }
    this.#saver.renew(serverDraft)
    this.#set({ history: { ...steps.historyOf(serverDraft.form), now } })
  }

  close(): void {
    this.#saver.close()
  }

  #restore(stored: StoredDraft, serverDraft: ServerDraft | null): void {
    const arrived = serverDraft && stored.sent !== null && sameForm(stored.sent, serverDraft.form)
    if (!arrived) this.#saver.mayArrive(stored.sent)
    if (!serverDraft) this.#saver.change(stored.form)
    else if (stored.base === serverDraft.revision || arrived) this.#edit({ form: stored.form, at: this.at })
    else {
      this.state = { ...this.state, history: steps.historyOf(stored.form) }
      this.#saver.refuse(stored.form, serverDraft)
    }
  }

  #put(history: steps.History, shown: Pick<BuilderState, 'notice' | 'announced' | 'focus'>): void {
    const before = this.form
    this.#set({ history, isRejected: false, ...shown })
    if (history.now.form !== before) this.#saver.change(history.now.form)
  }

  #publish(): void {
    const { saving, isStorageFull, version } = this.#saver
    this.#set({ saving, isStorageFull, version })
  }

  #set(change: Partial<BuilderState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function hasKey({ sections }: FormDocument, key: string): boolean {
  return sections.some((section) => section.key === key || section.fields.some((field) => field.key === key))
}

function draftFromStored({ form, base, version }: StoredDraft): ServerDraft {
  return { form, revision: base, version, by: '', at: '' }
}

export const BuilderContext = createContext<Builder | null>(null)

export function useBuilder(): Builder {
  const builder = use(BuilderContext)
  if (!builder) throw new Error('useBuilder needs a BuilderContext')
  return builder
}

/**
 * Subscribes to part of the state and renders when it changes. `select` must return the same object while its
 * inputs are unchanged.
 */
export function useBuilderValue<Value extends string | number | boolean | object | undefined>(
  select: (state: BuilderState) => Value,
): Value {
  const builder = useBuilder()
  return useSyncExternalStore(builder.subscribe, () => select(builder.state))
}

/** Whether another user is editing, so this page is read-only. */
export function useIsReadOnly(): boolean {
  return useBuilderValue(({ editor }) => editor !== null)
}

export function useBuilderState(): BuilderState {
  const builder = useBuilder()
  return useSyncExternalStore(builder.subscribe, () => builder.state)
}
