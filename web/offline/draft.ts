import { v7 } from 'uuid'
import type { MediaItem } from '#contract/media-item.ts'
import { setAnswer } from '#survey/edit/answer.ts'
import { applyEdit, type Edit } from '#survey/edit/edit.ts'
import type { Given } from '#survey/fields/kind.ts'
import { sameGiven } from '#survey/fields/registry.ts'
import { keepIdentity } from '#survey/keep-identity.ts'
import type { Answer, SubSection, Survey } from '#survey/survey.ts'
import { takeReply } from '#survey/take-reply.ts'
import { keepBeforeReload } from '#web/lib/reload.ts'
import { type DeviceEvent, listen, tell } from './bus.ts'
import { DraftIndex } from './draft-index.ts'
import { forgetConflict } from './forget-conflict.ts'
import { type LoadedSurvey, loadSurvey } from './load-survey.ts'
import type { PlanFile } from './plan-files.ts'
import type { Conflict, DrawingRow, FileRow, Recovered } from './rows.ts'
import { answerWriter } from './writer.ts'

/** Ids of where an answer stands. */
export interface FieldPlace {
  readonly section: string
  readonly subSection: string
}

/** Before the device is read again behind somebody who is typing. */
const pauseWhileTyping = 300

/**
 * A survey that is open in this tab. Every change is in `survey` at once and on its way to the device in the
 * same moment; fields listen for their own answer only.
 */
export class Draft {
  readonly account: string
  survey: Survey
  items: ReadonlyMap<string, MediaItem>
  files: ReadonlyMap<string, FileRow>
  /** What was drawn on photos and is not on the server, by their ids. */
  drawings: ReadonlyMap<string, DrawingRow>
  /** What is known of the floor plans beside the survey, by their ids. */
  planFiles: ReadonlyMap<string, PlanFile>
  conflicts: ReadonlyMap<string, Conflict> = new Map()
  refusals: ReadonlyMap<string, string> = new Map()
  /** Answers of parts that are gone, which the server keeps aside; until the person has read it. */
  recovered: readonly Recovered[] = []
  #index = new DraftIndex()
  #own = new Map<string, Set<() => void>>()
  #listeners = new Set<() => void>()
  #writer: ReturnType<typeof answerWriter>
  #forget: () => void
  #edits = 0
  #reloading: Promise<void> | null = null
  #stale = false

  constructor(account: string, loaded: LoadedSurvey) {
    this.account = account
    this.survey = loaded.survey
    this.items = loaded.items
    this.files = loaded.files
    this.drawings = loaded.drawings
    this.planFiles = loaded.planFiles
    this.#takeNotes(loaded)
    this.#index.take(loaded.survey)
    this.#writer = answerWriter(account, () => tell(account, { kind: 'queue', now: false }))
    const forget = listen(account, (event, elsewhere) => this.#hear(event, elsewhere))
    const leave = keepBeforeReload(() => this.written())
    this.#forget = () => {
      forget()
      leave()
    }
  }

  close(): void {
    this.#forget()
  }

  /** Kept up to date even for answers of sections that are not on the screen. */
  answer(id: string): Answer | undefined {
    return this.#index.answer(id)
  }

  /** The sub-section of this id, in whichever section; undefined once it is removed. */
  part(id: string): SubSection | undefined {
    return this.#index.part(id)
  }

  /** A change of the survey's shape: on the screen at once, and on the device in its turn. */
  edit(edit: Edit, record: () => Promise<unknown>): void {
    const after = applyEdit(this.survey, edit)
    if (after === this.survey) return
    this.#put(after)
    this.#edits += 1
    this.#writer.record(v7(), record)
    tell(this.account, { kind: 'edited', survey: this.survey.id, edit })
  }

  /** One event of typing; or of copying, which says from which sub-section. */
  type(place: FieldPlace, answer: Answer, given: Given, copiedFrom: string | null = null): void {
    const at = new Date().toISOString()
    const after = setAnswer(this.survey, place.subSection, answer.id, { ...given, at, copiedFrom })
    if (after === this.survey) return
    const current = this.answer(answer.id) ?? answer
    this.#put(after)
    const now = this.answer(answer.id) ?? answer
    this.#edits += 1
    this.#dropNote(answer.id)
    this.#writer.write({
      survey: this.survey.id,
      section: place.section,
      subSection: place.subSection,
      answer: answer.id,
      name: answer.field.name,
      value: now.value,
      values: now.values,
      at,
      baseRevision: current.revision,
      copiedFrom: now.copiedFrom,
    })
    const { id: survey } = this.survey
    const told = { survey, subSection: place.subSection, answer: answer.id, at }
    tell(this.account, {
      kind: 'typed',
      ...told,
      value: now.value,
      values: now.values,
      copiedFrom: now.copiedFrom,
    })
  }

  /** Waits until everything typed so far is on the device. */
  written(): Promise<void> {
    return this.#writer.settled()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For one answer, or one sub-section, by its id. */
  subscribeOne(id: string, listener: () => void): () => void {
    const own = this.#own.get(id) ?? new Set()
    this.#own.set(id, own.add(listener))
    return () => own.delete(listener)
  }

  /** Reads the device's rows again; what is typed meanwhile is not overwritten. */
  reload(): Promise<void> {
    this.#stale = true
    this.#reloading ??= this.#reload().finally(() => {
      this.#reloading = null
    })
    return this.#reloading
  }

  /** The conflict's note has been read, or the field was answered anew. */
  async dismissConflict(id: string): Promise<void> {
    this.#dropNote(id)
    await forgetConflict(this.account, id)
  }

  async #reload(): Promise<void> {
    while (this.#stale) {
      this.#stale = false
      await this.written()
      const edits = this.#edits
      const loaded = await loadSurvey(this.account, this.survey.id)
      if (!loaded) return
      // A keystroke came in while the rows were read, or is not on the device: the screen knows better.
      if (edits !== this.#edits || this.#writer.unwritten() > 0) {
        this.#stale = true
        await new Promise((resolve) => setTimeout(resolve, pauseWhileTyping))
        continue
      }
      this.items = loaded.items
      this.files = loaded.files
      this.drawings = loaded.drawings
      this.planFiles = loaded.planFiles
      const noted = this.#noted()
      this.#takeNotes(loaded)
      this.#put(keepIdentity(this.survey, loaded.survey), true)
      for (const id of new Set([...noted, ...this.#noted()])) this.#notify(id)
    }
  }

  #hear(event: DeviceEvent, elsewhere: boolean): void {
    if (!('survey' in event) || event.survey !== this.survey.id) return
    if (event.kind === 'changed') void this.reload()
    if (event.kind === 'edited' && elsewhere) {
      // The rows that are being read may be older.
      this.#edits += 1
      this.#put(applyEdit(this.survey, event.edit))
    }
    if (event.kind === 'typed' && elsewhere) {
      this.#edits += 1
      this.#put(setAnswer(this.survey, event.subSection, event.answer, event))
    }
    if (event.kind === 'saved') this.#takeSaved(event)
  }

  #takeSaved({ reply, conflicts }: Extract<DeviceEvent, { kind: 'saved' }>): void {
    const unsent = reply.overruled.flatMap(({ id }) => this.#retyped(id, conflicts))
    this.#put(takeReply(this.survey, unsent, reply).survey)
    if (conflicts.length === 0) return
    this.conflicts = new Map([
      ...this.conflicts,
      ...conflicts.map(({ id, conflict }) => [id, conflict] as const),
    ])
    for (const { id } of conflicts) this.#notify(id)
  }

  /** An answer that no longer says what was sent has been typed on: it must not be overwritten by the reply. */
  #retyped(id: string, conflicts: Extract<DeviceEvent, { kind: 'saved' }>['conflicts']): Edit[] {
    const answer = this.answer(id)
    const own = conflicts.find((one) => one.id === id)?.conflict.own
    if (!answer || !own || sameGiven(answer, own)) return []
    const { value, values, editedAt } = answer
    const at = editedAt ?? ''
    return [{ kind: 'answer', subSectionId: '', answerId: id, value, values, baseRevision: 0, at }]
  }

  #put(after: Survey, always = false): void {
    if (after === this.survey && !always) return
    this.survey = after
    for (const id of this.#index.take(after)) this.#notify(id)
    for (const listener of this.#listeners) listener()
  }

  #takeNotes(loaded: LoadedSurvey): void {
    const conflicts = [...loaded.answers.values()].flatMap(({ id, conflict }) =>
      conflict ? [[id, conflict] as const] : [],
    )
    const parked = new Map(
      loaded.outbox.filter(({ state }) => state === 'parked').map((row) => [row.id, row]),
    )
    const answers = [...loaded.answers.values()].filter(({ entry }) => parked.has(entry))
    this.conflicts = new Map(conflicts)
    if (loaded.recovered.length !== this.recovered.length) this.recovered = loaded.recovered
    this.refusals = new Map([
      ...answers.map(({ id, entry }) => [id, parked.get(entry)?.problem ?? ''] as const),
      ...[...parked.values()].flatMap(({ answer, problem }) =>
        answer ? [[answer, problem ?? ''] as const] : [],
      ),
    ])
  }

  #noted(): readonly string[] {
    return [...this.conflicts.keys(), ...this.refusals.keys()]
  }

  #dropNote(id: string): void {
    if (!this.conflicts.has(id) && !this.refusals.has(id)) return
    this.conflicts = without(this.conflicts, id)
    this.refusals = without(this.refusals, id)
    this.#notify(id)
  }

  #notify(id: string): void {
    for (const listener of this.#own.get(id) ?? []) listener()
  }
}

function without<Value>(map: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> {
  const copy = new Map(map)
  copy.delete(id)
  return copy
}
