import type { RemoteAnswer } from '#survey/apply.ts'
import {
  addConflict,
  type Conflict,
  conflictAfterEdit,
  remainingConflict,
  renewConflict,
} from '#survey/conflict.ts'
import { findAnswer } from '#survey/navigation.ts'
import type { Answer, Survey } from '#survey/survey.ts'
import { forgetConflict } from '../incoming/forget-conflict.ts'
import type { AnswerWriter } from '../record/writer.ts'
import { logError } from '../store/journal.ts'
import type { LoadedSurvey } from './load-survey.ts'

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
