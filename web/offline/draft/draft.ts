import { v7 } from 'uuid'
import { applySaveReply, type RemoteAnswer } from '#survey/apply.ts'
import { type Choices, type Conflict, conflictAfterEdit } from '#survey/conflict.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { applyEdit, type Edit } from '#survey/edit/edit.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { keepIdentity } from '#survey/keep-identity.ts'
import type { Answer, Survey } from '#survey/survey.ts'
import { registerPendingWrites } from '#web/lib/start/reload.ts'
import type { SurveyHead } from '../../../survey/from-wire.ts'
import { type AnswerWriter, previewWriter, writerOf } from '../record/writer.ts'
import { type DeviceEvent, publish, subscribe } from '../store/bus.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { rememberOpen } from '../store/unsent-memory.ts'
import { DraftState, rejectionsIn } from './draft-state.ts'
import { type LoadedSurvey, loadSurvey, type StoredCopy } from './load-survey.ts'
import { openSurveyState } from './open-survey-state.ts'
import {
  conflictsIn,
  DeferredUpdates,
  mergeReportedConflicts,
  removeResolvedConflicts,
  showRemoteAnswers,
  updateConflicts,
} from './remote-updates.ts'

/** Ids of an answer's section and sub-section. */
export interface FieldPlace {
  readonly section: string
  readonly subSection: string
}

/** Milliseconds until the next read while the user is typing. */
const pauseWhileTyping = 300

/** An open survey. Changes appear in `survey` at once and are stored in the same step. */
export class Draft extends DraftState {
  readonly account: string
  #deferred = new DeferredUpdates()
  #writer: AnswerWriter
  #forget: () => void
  #rows: StoredCopy | null
  #edits = 0
  #reloading: Promise<void> | null = null
  #stale = false
  /** Whether another tab's changes may be missing from the database; `read`: the database was read since. */
  #otherTab: 'written' | 'coming' | 'read' = 'written'

  constructor(account: string, loaded: LoadedSurvey) {
    super(loaded)
    this.account = account
    this.#rows = loaded.rows
    this.#writer = loaded.rows ? writerOf(account, loaded.survey.id) : previewWriter
    this.#applyNotices(loaded)
    const forget = subscribe(account, (event, elsewhere) => this.#onEvent(event, elsewhere))
    const leave = registerPendingWrites(async () => {
      if (!(await this.allWritten())) throw new Error('Some edits are not stored yet')
    })
    const isUnsent = (id: string) => this.#deferred.isUnsent(id)
    const close = rememberOpen(() =>
      openSurveyState(this.#rows, { survey: this.survey, conflicts: this.conflicts, isUnsent }),
    )
    this.#forget = () => {
      forget()
      leave()
      close()
    }
  }

  close(): void {
    this.#forget()
  }

  /** The survey's head as last read from the server; null for a preview. */
  get serverHead(): SurveyHead | null {
    return this.#rows?.head.head ?? null
  }

  /** False for viewers and deleted surveys, so that nothing is queued that the server would reject. */
  get mayEdit(): boolean {
    return this.role !== 'viewer' && !this.gone
  }

  /** Applies a structural edit at once, and queues its entry or this work. */
  edit(edit: Edit, record: OutboxRow | (() => Promise<unknown>)): void {
    if (!this.mayEdit) return
    const after = applyEdit(this.survey, edit)
    if (after === this.survey) return
    this.put(after)
    this.#edits += 1
    if (typeof record === 'function') this.#writer.record(v7(), record)
    else this.#writer.enter(record)
    publish(this.account, { kind: 'edited', survey: this.survey.id, edit })
  }

  /** Applies an edit by typing, or by copying from a sub-section. */
  type(place: FieldPlace, answer: Answer, given: AnswerValue, copiedFrom: string | null = null): void {
    if (!this.mayEdit) return
    const at = this.#deferred.momentOf(answer.id, new Date())
    const after = setAnswer(this.survey, place.subSection, answer.id, { ...given, at, copiedFrom })
    if (after === this.survey) return
    const { revision } = this.answer(answer.id) ?? answer
    const asked = this.conflicts.get(answer.id)
    this.#applyAnswer(
      place,
      answer,
      after,
      { at, baseRevision: revision },
      (now) => asked && conflictAfterEdit(asked, now),
    )
  }

  /** Resolves a conflict. Sent even if the value stays, so that no other device asks again. */
  choose(place: FieldPlace, answer: Answer, { baseRevision }: Choices, chosen: AnswerValue): void {
    if (!this.mayEdit) return
    const at = this.#deferred.momentOf(answer.id, new Date())
    const { value, values } = chosen
    const after = setAnswer(this.survey, place.subSection, answer.id, { value, values, at })
    this.#applyAnswer(place, answer, after, { at, baseRevision }, () => null)
    publish(this.account, { kind: 'settled', survey: this.survey.id, answer: answer.id })
  }

  #applyAnswer(
    place: FieldPlace,
    answer: Answer,
    after: Survey,
    { at, baseRevision }: { readonly at: string; readonly baseRevision: number },
    remainingConflict: (now: Answer) => Conflict | null | undefined,
  ): void {
    this.#deferred.typed(answer.id, at)
    const { editedAt } = this.answer(answer.id) ?? answer
    this.put(after)
    const now = this.answer(answer.id) ?? answer
    this.#edits += 1
    const conflict = remainingConflict(now)
    this.setConflict(answer.id, conflict ?? null)
    this.clearRejection(answer.id)
    this.#writer.write({
      survey: this.survey.id,
      section: place.section,
      subSection: place.subSection,
      answer: answer.id,
      ...{ name: answer.field.name, type: answer.field.type },
      value: now.value,
      values: now.values,
      at,
      baseRevision,
      over: editedAt ? [editedAt] : [],
      copiedFrom: now.copiedFrom,
      conflict,
    })
    const { id: survey } = this.survey
    const where = { survey, subSection: place.subSection, answer: answer.id, at }
    publish(this.account, {
      kind: 'typed',
      ...where,
      value: now.value,
      values: now.values,
      copiedFrom: now.copiedFrom,
    })
  }

  /** Resolves when all edits so far are stored, or their write failed. */
  written(): Promise<void> {
    return this.#writer.whenIdle()
  }

  /** Like `written`, after one retry of failed writes. Returns false if some are still not stored. */
  allWritten(): Promise<boolean> {
    return this.#writer.allWritten()
  }

  /** Reads the survey from the device again. Edits made meanwhile are kept. */
  reload(): Promise<void> {
    this.#stale = true
    this.#reloading ??= this.#reload()
    return this.#reloading
  }

  /** Call when the field gets the focus: remote answers wait. */
  hold(id: string): void {
    this.#deferred.hold(id)
    this.dropMark(id)
  }

  /** Call when the field loses the focus: shows what has arrived meanwhile. */
  releaseField(id: string): void {
    this.#deferred.release(id)
    this.#showLive(this.#deferred.ready([id]))
  }

  /** Reloads in the background. If reading fails, the next change reads again. */
  #readLater(): void {
    void this.reload().catch(() => undefined) // the next event reads it again
  }

  async #reload(): Promise<void> {
    try {
      while (this.#stale) await this.#readAgain()
    } finally {
      // In the same step, so that a later change starts another read.
      this.#reloading = null
    }
  }

  async #readAgain(): Promise<void> {
    this.#stale = false
    await this.written()
    const edits = this.#edits
    const loaded = await loadSurvey(this.account, this.survey.id)
    if (!loaded) return
    // An edit arrived during the read or is not stored yet, so the screen is newer.
    if (edits !== this.#edits || this.#writer.unwritten() > 0) {
      this.#stale = true
      await new Promise((resolve) => setTimeout(resolve, pauseWhileTyping))
      return
    }
    if (this.#otherTab === 'coming') this.#otherTab = 'read'
    this.replaceFiles(loaded)
    this.#rows = loaded.rows
    const noted = this.noticeIds()
    this.#applyNotices(loaded)
    this.put(keepIdentity(this.survey, this.#deferred.keepHeld(loaded.survey, this.survey)), true)
    for (const id of new Set([...noted, ...this.noticeIds()])) this.notify(id)
  }

  #onEvent(event: DeviceEvent, elsewhere: boolean): void {
    if (event.kind === 'back') this.#readLater()
    if (!('survey' in event) || event.survey !== this.survey.id) return
    if (event.kind === 'changed') this.#readLater()
    if (event.kind === 'written' && elsewhere) {
      if (this.#otherTab === 'read' || this.#reloading) this.#readLater()
      this.#otherTab = 'written'
    }
    if ((event.kind === 'edited' || event.kind === 'typed') && elsewhere) this.#otherTab = 'coming'
    if (event.kind === 'edited' && elsewhere) {
      // Rows being read may be older.
      this.#edits += 1
      this.put(applyEdit(this.survey, event.edit))
    }
    if (event.kind === 'typed' && elsewhere) {
      this.#edits += 1
      this.#deferred.typed(event.answer, event.at)
      this.put(setAnswer(this.survey, event.subSection, event.answer, event))
      this.setConflict(event.answer, conflictAfterEdit(this.conflicts.get(event.answer), event))
      this.clearRejection(event.answer)
    }
    if (event.kind === 'saved') this.#applySaved(event)
    if (event.kind === 'live') {
      const waiting = new Set(event.waiting)
      const busy = (id: string) => waiting.has(id) || this.#writer.holds(id)
      this.#showLive(this.#deferred.sort(event.answers, busy))
    }
    if (event.kind === 'settled') this.setConflict(event.answer, null)
    if (event.kind === 'gone') {
      this.gone = true
      this.put(this.survey, true)
    }
  }

  #showLive(answers: readonly RemoteAnswer[]): void {
    const { survey, marks } = showRemoteAnswers(this.survey, answers)
    const questions = updateConflicts(this.survey, answers, this.conflicts)
    if (marks.size > 0) this.changedBy = new Map([...this.changedBy, ...marks])
    // Rows being read may be older.
    if (survey !== this.survey) this.#edits += 1
    this.put(survey)
    for (const [id, asked] of questions.open) this.setConflict(id, asked)
    for (const id of questions.done.keys()) this.setConflict(id, null)
    void removeResolvedConflicts(this.account, questions, this.#writer)
  }

  #applySaved({ reply, conflicts, sentAt }: Extract<DeviceEvent, { kind: 'saved' }>): void {
    const ids = [...reply.saved, ...reply.overruled].map(({ id }) => id)
    for (const id of ids) this.#deferred.confirm(id, sentAt?.get(id))
    const sent = new Map(conflicts.map(({ id, conflict }) => [id, conflict.own]))
    const unsent = reply.overruled.flatMap(({ id }) => this.#deferred.retyped(this.answer(id), sent.get(id)))
    const behind = [...reply.saved, ...reply.overruled].some(
      ({ id, revision }) => (this.answer(id)?.revision ?? 0) > revision,
    )
    this.put(applySaveReply(this.survey, unsent, reply).survey)
    this.#showLive(this.#deferred.ready(ids))
    // A later remote answer was hidden by the sent edit: the device's copy has it.
    if (behind) this.#readLater()
    // The server hasn't decided about edits made meanwhile.
    const unsentNow = (id: string) => (this.#deferred.isUnsent(id) ? this.answer(id) : undefined)
    for (const [id, asked] of mergeReportedConflicts(this.conflicts, conflicts, unsentNow))
      this.setConflict(id, asked)
  }

  #applyNotices(loaded: LoadedSurvey): void {
    const unsent = [...loaded.answers.values()].filter(({ entry }) => entry !== '')
    this.#deferred.unsent(unsent)
    const questions = conflictsIn(loaded, this.conflicts)
    void removeResolvedConflicts(this.account, questions, this.#writer)
    this.conflicts = questions.open
    if (loaded.recovered.length !== this.recovered.length) this.recovered = loaded.recovered
    this.rejections = rejectionsIn(loaded)
  }
}
