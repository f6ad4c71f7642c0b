import type { MediaItem } from '#contract/media-item.ts'
import { changedAnswers } from '#survey/changes.ts'
import { setAnswer } from '#survey/edit/answer.ts'
import type { Edit } from '#survey/edit/edit.ts'
import type { Given } from '#survey/fields/kind.ts'
import { sameGiven } from '#survey/fields/registry.ts'
import { keepIdentity } from '#survey/keep-identity.ts'
import { type Answer, everyAnswer, type Survey } from '#survey/survey.ts'
import { takeReply } from '#survey/take-reply.ts'
import { type DeviceEvent, listen, tell } from './bus.ts'
import { forgetConflict } from './forget-conflict.ts'
import { type LoadedSurvey, loadSurvey } from './load-survey.ts'
import type { Conflict, FileRow, Recovered } from './rows.ts'
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
  conflicts: ReadonlyMap<string, Conflict> = new Map()
  refusals: ReadonlyMap<string, string> = new Map()
  /** Answers of parts that are gone, which the server keeps aside; until the person has read it. */
  recovered: readonly Recovered[] = []
  #answers = new Map<string, Answer>()
  #fields = new Map<string, Set<() => void>>()
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
    this.#takeNotes(loaded)
    this.#index(null)
    this.#writer = answerWriter(account, () => tell(account, { kind: 'queue', now: false }))
    this.#forget = listen(account, (event, elsewhere) => this.#hear(event, elsewhere))
  }

  close(): void {
    this.#forget()
  }

  /** Kept up to date even for answers of sections that are not on the screen. */
  answer(id: string): Answer | undefined {
    return this.#answers.get(id)
  }

  /** One event of typing. */
  type(place: FieldPlace, answer: Answer, given: Given): void {
    const at = new Date().toISOString()
    const after = setAnswer(this.survey, place.subSection, answer.id, { ...given, at })
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
    })
    const { id: survey } = this.survey
    const told = { survey, subSection: place.subSection, answer: answer.id, at }
    tell(this.account, { kind: 'typed', ...told, value: now.value, values: now.values })
  }

  /** Waits until everything typed so far is on the device. */
  written(): Promise<void> {
    return this.#writer.settled()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  subscribeAnswer(id: string, listener: () => void): () => void {
    const own = this.#fields.get(id) ?? new Set()
    this.#fields.set(id, own.add(listener))
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
      if (edits !== this.#edits || this.#writer.unwritten().length > 0) {
        this.#stale = true
        await new Promise((resolve) => setTimeout(resolve, pauseWhileTyping))
        continue
      }
      this.items = loaded.items
      this.files = loaded.files
      const noted = this.#noted()
      this.#takeNotes(loaded)
      this.#put(keepIdentity(this.survey, loaded.survey), true)
      for (const id of new Set([...noted, ...this.#noted()])) this.#notify(id)
    }
  }

  #hear(event: DeviceEvent, elsewhere: boolean): void {
    if (!('survey' in event) || event.survey !== this.survey.id) return
    if (event.kind === 'changed') void this.reload()
    if (event.kind === 'typed' && elsewhere) {
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
    const before = this.survey
    if (after === before && !always) return
    this.survey = after
    const changed = this.#index(before)
    for (const id of changed) this.#notify(id)
    for (const listener of this.#listeners) listener()
  }

  /** Which answers are other objects than before. */
  #index(before: Survey | null): readonly string[] {
    if (before) {
      const changed = changedAnswers(before, this.survey)
      for (const { answer } of changed) this.#answers.set(answer.id, answer)
      if (sameShape(before, this.survey)) return changed.map(({ answer }) => answer.id)
    }
    this.#answers = new Map(
      this.survey.sections.flatMap(({ subSections }) =>
        subSections.flatMap((part) => everyAnswer(part).map((answer) => [answer.id, answer] as const)),
      ),
    )
    return [...this.#answers.keys()]
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
    for (const listener of this.#fields.get(id) ?? []) listener()
  }
}

function sameShape(before: Survey, after: Survey): boolean {
  return after.sections.every((section, index) => {
    const old = before.sections[index]
    return (
      old === section ||
      (old?.subSections.length === section.subSections.length &&
        section.subSections.every(({ id }, place) => id === old.subSections[place]?.id))
    )
  })
}

function without<Value>(map: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> {
  const copy = new Map(map)
  copy.delete(id)
  return copy
}
