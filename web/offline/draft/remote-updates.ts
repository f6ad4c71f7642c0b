import { applyRemoteAnswers, type RemoteAnswer } from '#survey/apply.ts'
import {
  addConflict,
  type Conflict,
  conflictAfterEdit,
  remainingConflict,
  renewConflict,
} from '#survey/conflict.ts'
import { changeAnswer } from '#survey/edit/change.ts'
import type { Edit } from '#survey/edit/edit.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { sameAnswerValue } from '#survey/fields/registry.ts'
import { findAnswer } from '#survey/navigation.ts'
import type { Answer, Survey } from '#survey/survey.ts'
import { forgetConflict } from '../incoming/forget-conflict.ts'
import type { AnswerWriter } from '../record/writer.ts'
import { logError } from '../store/journal.ts'
import type { LoadedSurvey } from './load-survey.ts'

/** Milliseconds. Some browsers round the time against tracking; a clock further ahead was set back since. */
const coarsest = 1_000

/** Holds back remote answers for fields that have the focus or unsent text. */
export class DeferredUpdates {
  #held = new Set<string>()
  /** Time of each unconfirmed edit, by answer id. */
  #unsent = new Map<string, string>()
  #late = new Map<string, RemoteAnswer>()

  hold(id: string): void {
    this.#held.add(id)
  }

  release(id: string): void {
    this.#held.delete(id)
  }

  /** Returns the time of a new edit: always after the previous one, even with a coarse clock. */
  momentOf(id: string, now: Date): string {
    const last = Date.parse(this.#unsent.get(id) ?? '')
    const ahead = last - now.getTime()
    return new Date(ahead >= 0 && ahead < coarsest ? last + 1 : now).toISOString()
  }

  typed(id: string, at: string): void {
    this.#unsent.set(id, at)
  }

  /** Marks the edit of this time as confirmed. A later edit stays unconfirmed. */
  confirm(id: string, sentAt: string | undefined): void {
    if (sentAt === undefined || this.#unsent.get(id) === sentAt) this.#unsent.delete(id)
  }

  isUnsent(id: string): boolean {
    return this.#unsent.has(id)
  }

  /**
   * Returns the current edit of an answer that was edited after it was sent, so that the reply doesn't
   * overwrite it.
   */
  retyped(answer: Answer | undefined, sent: AnswerValue | undefined): readonly Edit[] {
    if (!answer || !sent || (!this.isUnsent(answer.id) && sameAnswerValue(answer, sent))) return []
    const { id: answerId, value, values, editedAt } = answer
    return [
      { kind: 'answer', subSectionId: '', answerId, value, values, baseRevision: 0, at: editedAt ?? '' },
    ]
  }

  /** Replaces the unconfirmed edits with the device's, once everything typed is stored. */
  unsent(rows: readonly { readonly id: string; readonly editedAt: string }[]): void {
    this.#unsent = new Map(rows.map(({ id, editedAt }) => [id, editedAt]))
  }

  /**
   * Returns answers that can be shown now, and holds back the others. `busy`: whether an answer has other
   * unsent edits.
   */
  sort(answers: readonly RemoteAnswer[], busy: (id: string) => boolean): readonly RemoteAnswer[] {
    const now: RemoteAnswer[] = []
    for (const answer of answers) {
      const { id, revision } = answer
      if (!this.#held.has(id) && !this.#unsent.has(id) && !busy(id)) now.push(answer)
      else if (revision > (this.#late.get(id)?.revision ?? 0)) this.#late.set(id, answer)
    }
    return now
  }

  /** Returns held-back answers of these fields that can be shown now. */
  ready(ids: readonly string[]): readonly RemoteAnswer[] {
    return ids.flatMap((id) => {
      const late = this.#late.get(id)
      if (!late || this.#held.has(id) || this.#unsent.has(id)) return []
      this.#late.delete(id)
      return [late]
    })
  }

  /** Returns the survey read from the device, with held fields as on the screen. */
  keepHeld(read: Survey, shown: Survey): Survey {
    return [...this.#held].reduce((survey, id) => {
      const [now, before] = [findAnswer(survey, id), findAnswer(shown, id)?.answer]
      if (!now || !before || this.#unsent.has(id) || now.answer.revision <= before.revision) return survey
      this.sort([{ ...now.answer, by: '' }], () => false)
      const { value, values, revision, editedAt, copiedFrom } = before
      return changeAnswer(survey, now.subSection.id, id, survey.lastEdited, (answer) => ({
        ...answer,
        value,
        values,
        revision,
        editedAt,
        copiedFrom,
      }))
    }, read)
  }
}

/** The user who changed a visible answer, and when. */
export interface ChangedBy {
  readonly by: string
  readonly at: string | null
}

/** Returns the survey with these answers, and a mark for each visible change. */
export function showRemoteAnswers(
  survey: Survey,
  answers: readonly RemoteAnswer[],
): { readonly survey: Survey; readonly marks: ReadonlyMap<string, ChangedBy> } {
  const after = applyRemoteAnswers(survey, answers)
  const marks = answers.flatMap(({ id, by, editedAt }) => {
    const [before, now] = [findAnswer(survey, id)?.answer, findAnswer(after, id)?.answer]
    return before && now && before !== now && by !== '' ? [[id, { by, at: editedAt }] as const] : []
  })
  return { survey: after, marks: new Map(marks) }
}

export type Conflicts = ReadonlyMap<string, Conflict>

export interface SortedConflicts {
  readonly open: Conflicts
  /** Conflicts that later answers resolved: revisions by answer id. */
  readonly done: ReadonlyMap<string, number>
}

/**
 * Returns the conflicts of a survey read from the device. Rows keep conflicts as the server reported them;
 * later answers are in the server's copy. `shown`: the conflicts on the screen, which may know the author.
 */
export function conflictsIn({ survey, answers }: LoadedSurvey, shown: Conflicts): SortedConflicts {
  const all = [...answers.values()].flatMap((row): Asked[] => {
    const { id, conflict, entry, baseRevision } = row
    const answer = findAnswer(survey, id)?.answer
    if (!conflict) return []
    const since = Math.max(baseRevision, conflict.revision ?? 0)
    if (!answer || entry !== '' || answer.revision <= since) return [[id, conflict, answer]]
    const known = shown.get(id)
    const isKnown = known?.renewed === true && known.revision === answer.revision
    const stands = { ...answer, by: '', at: answer.editedAt }
    return [[id, isKnown ? known : renewConflict(conflict, stands, row), answer, answer.revision]]
  })
  return sort(all)
}

/** Updates the conflicts of answers that have newer remote values. */
export function updateConflicts(
  before: Survey,
  live: readonly RemoteAnswer[],
  asked: Conflicts,
): SortedConflicts {
  const all = live.flatMap((one): Asked[] => {
    const conflict = asked.get(one.id)
    const answer = findAnswer(before, one.id)?.answer
    if (!conflict || !answer || one.revision <= answer.revision) return []
    return [[one.id, renewConflict(conflict, { ...one, at: one.editedAt }, answer), answer, one.revision]]
  })
  return sort(all)
}

/**
 * Merges newly reported conflicts with the open ones. `unsent`: returns the answer if it was edited again, so
 * the server still has to decide.
 */
export function mergeReportedConflicts(
  asked: Conflicts,
  put: readonly { readonly id: string; readonly conflict: Conflict }[],
  unsent: (id: string) => Answer | undefined,
): Conflicts {
  return new Map(
    put.flatMap(({ id, conflict }) => {
      const met = addConflict(asked.get(id), conflict)
      const now = unsent(id)
      const open = now ? conflictAfterEdit(met, now) : met
      return open ? [[id, open] as const] : []
    }),
  )
}

/** null = resolved. */
type Asked = readonly [string, Conflict | null, Answer | undefined, number?]

function sort(all: readonly Asked[]): SortedConflicts {
  const open = new Map<string, Conflict>()
  const done = new Map<string, number>()
  for (const [id, asked, answer, revision = 0] of all) {
    const left = asked && (answer ? remainingConflict(answer.field, asked) : asked)
    if (left) open.set(id, left)
    else done.set(id, revision)
  }
  return { open, done }
}

/**
 * Removes conflicts that a later answer resolved, after all writes, which may contain them. If a removal
 * fails, the next read repeats it.
 */
export async function removeResolvedConflicts(
  account: string,
  { done }: SortedConflicts,
  writer: AnswerWriter,
): Promise<void> {
  if (done.size === 0) return
  await writer.whenIdle()
  for (const [id, revision] of done)
    await forgetConflict(account, id, revision).catch(logError('resolved conflict'))
}
