import type { MediaItem } from '#contract/media/media-item.ts'
import type { SurveyRole } from '#contract/surveys/surveys.ts'
import type { Conflict } from '#survey/conflict.ts'
import { type Answer, everyAnswer, type Section, type SubSection, type Survey } from '#survey/survey.ts'
import type { PlanFile } from '../pictures/plan-files.ts'
import type { DrawingRow, FileRow, Recovered } from '../store/rows.ts'
import type { LoadedSurvey } from './load-survey.ts'
import type { ChangedBy } from './remote-updates.ts'

/** The content of an open survey, with listeners for the whole and for each answer and sub-section. */
export class DraftState {
  survey: Survey
  items: ReadonlyMap<string, MediaItem>
  files: ReadonlyMap<string, FileRow>
  /** Unsent drawings, by photo id. */
  drawings: ReadonlyMap<string, DrawingRow>
  /** Pictures and upload states of floor plans, by plan id. */
  planFiles: ReadonlyMap<string, PlanFile>
  conflicts: ReadonlyMap<string, Conflict> = new Map()
  rejections: ReadonlyMap<string, string> = new Map()
  /** Answers of deleted sub-sections that the server saved aside, until the user has read them. */
  recovered: readonly Recovered[] = []
  /** The user's role in this survey. */
  role: SurveyRole
  /** Other template versions that the survey had; addresses may still contain them. */
  earlierTemplates: readonly string[]
  /** The survey was deleted, or this account may no longer read it. */
  gone = false
  /** Answers changed by other users while the survey was open. */
  changedBy: ReadonlyMap<string, ChangedBy> = new Map()
  #index = new DraftIndex()
  #own = new Map<string, Set<() => void>>()
  #listeners = new Set<() => void>()

  constructor(loaded: LoadedSurvey) {
    this.survey = loaded.survey
    this.items = loaded.items
    this.files = loaded.files
    this.drawings = loaded.drawings
    this.planFiles = loaded.planFiles
    this.role = loaded.role
    this.earlierTemplates = loaded.earlierTemplates
    this.#index.take(loaded.survey)
  }

  /** Returns the current answer, also of sections that are not rendered. */
  answer(id: string): Answer | undefined {
    return this.#index.answer(id)
  }

  /** Returns the sub-section of this id, or undefined once it is removed. */
  part(id: string): SubSection | undefined {
    return this.#index.part(id)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Subscribes to one answer or sub-section by id. */
  subscribeOne(id: string, listener: () => void): () => void {
    const own = this.#own.get(id) ?? new Set()
    this.#own.set(id, own.add(listener))
    return () => own.delete(listener)
  }

  /** Call when the user has seen who changed the answer. */
  dropMark(id: string): void {
    if (!this.changedBy.has(id)) return
    this.changedBy = omitKey(this.changedBy, id)
    this.notify(id)
  }

  /** Replaces everything but the survey itself and its notices. */
  protected replaceFiles(loaded: LoadedSurvey): void {
    this.items = loaded.items
    this.files = loaded.files
    this.drawings = loaded.drawings
    this.planFiles = loaded.planFiles
    this.role = loaded.role
    this.earlierTemplates = loaded.earlierTemplates
  }

  /** Shows this survey, and notifies the listeners of everything that changed. */
  protected put(after: Survey, always = false): void {
    if (after === this.survey && !always) return
    this.survey = after
    for (const id of this.#index.take(after)) this.notify(id)
    for (const listener of this.#listeners) listener()
  }

  /** Ids of answers with a conflict or rejection. */
  protected noticeIds(): readonly string[] {
    return [...this.conflicts.keys(), ...this.rejections.keys()]
  }

  /** Sets or clears an answer's conflict. */
  protected setConflict(id: string, asked: Conflict | null): void {
    if (this.conflicts.get(id) === (asked ?? undefined)) return
    this.conflicts = asked ? new Map(this.conflicts).set(id, asked) : omitKey(this.conflicts, id)
    this.#notifyNotice(id)
  }

  protected clearRejection(id: string): void {
    if (!this.rejections.has(id)) return
    this.rejections = omitKey(this.rejections, id)
    this.#notifyNotice(id)
  }

  #notifyNotice(id: string): void {
    this.notify(id)
    for (const listener of this.#listeners) listener()
  }

  protected notify(id: string): void {
    for (const listener of this.#own.get(id) ?? []) listener()
  }
}

/** Returns a copy of the map without this key. */
function omitKey<Value>(map: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> {
  const copy = new Map(map)
  copy.delete(id)
  return copy
}

/** Returns the server's messages about rejected answers and uploads, by answer id. */
export function rejectionsIn({ outbox, answers }: LoadedSurvey): ReadonlyMap<string, string> {
  const parked = new Map(outbox.filter(({ state }) => state === 'parked').map((row) => [row.id, row]))
  return new Map([
    ...[...answers.values()].flatMap(({ id, entry }) => {
      const row = parked.get(entry)
      return row ? [[id, row.problem ?? ''] as const] : []
    }),
    ...[...parked.values()].flatMap(({ answer, problem }) =>
      answer ? [[answer, problem ?? ''] as const] : [],
    ),
  ])
}

/**
 * Index of an open survey's answers and sub-sections by id. Updating it looks only into objects that changed.
 */
export class DraftIndex {
  #survey: Survey | null = null
  #answers = new Map<string, Answer>()
  #parts = new Map<string, SubSection>()

  answer(id: string): Answer | undefined {
    return this.#answers.get(id)
  }

  part(id: string): SubSection | undefined {
    return this.#parts.get(id)
  }

  /**
   * Updates the index, and returns the ids of answers and sub-sections that changed, appeared or disappeared.
   * After a move to another template version, they may be in other sections.
   */
  take(after: Survey): readonly string[] {
    const before = this.#survey?.sections ?? []
    this.#survey = after
    const [was, now] = [changedParts(before, after.sections), changedParts(after.sections, before)]
    const changed: string[] = []
    const there = new Map(now.map((part) => [part.id, part]))
    const left = new Set<string>()
    for (const part of was) {
      const kept = there.get(part.id)
      if (kept === part) continue
      for (const { id } of everyAnswer(part)) left.add(id)
      if (kept) continue
      this.#parts.delete(part.id)
      changed.push(part.id)
    }
    for (const part of now) this.#takePart(part, changed, left)
    for (const id of left) if (this.#answers.delete(id)) changed.push(id)
    return changed
  }

  #takePart(part: SubSection, changed: string[], left: Set<string>): void {
    if (this.#parts.get(part.id) === part) return
    this.#parts.set(part.id, part)
    changed.push(part.id)
    for (const answer of everyAnswer(part)) {
      left.delete(answer.id)
      if (this.#answers.get(answer.id) === answer) continue
      this.#answers.set(answer.id, answer)
      changed.push(answer.id)
    }
  }
}

/** Returns the sub-sections of sections that differ from the ones at the same position. */
function changedParts(sections: readonly Section[], others: readonly Section[]): readonly SubSection[] {
  return sections.flatMap((section, place) => (section === others[place] ? [] : section.subSections))
}
