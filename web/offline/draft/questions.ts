import type { RemoteAnswer } from '#survey/apply-remote-answers.ts'
import { type Conflict, leftToAsk, metAgain, renewed, stillAsked } from '#survey/conflict.ts'
import { findAnswer } from '#survey/navigation.ts'
import type { Answer, Survey } from '#survey/survey.ts'
import { forgetConflict } from '../incoming/forget-conflict.ts'
import type { AnswerWriter } from '../record/writer.ts'
import { noted } from '../store/journal.ts'
import type { LoadedSurvey } from './load-survey.ts'

export type Questions = ReadonlyMap<string, Conflict>

export interface Sorted {
  readonly open: Questions
  /** Those that what came since has answered: by the answers' ids, the revisions that did. */
  readonly done: ReadonlyMap<string, number>
}

/**
 * The questions of a survey that was read from the device. Its rows keep them as the server put them; what somebody
 * gave since is in the server's copy. `shown`: as they were until now, which may know whose that was.
 */
export function questionsIn({ survey, answers }: LoadedSurvey, shown: Questions): Sorted {
  const all = [...answers.values()].flatMap((row): Asked[] => {
    const { id, conflict, entry, baseRevision } = row
    const answer = findAnswer(survey, id)?.answer
    if (!conflict) return []
    const since = Math.max(baseRevision, conflict.revision ?? 0)
    if (!answer || entry !== '' || answer.revision <= since) return [[id, conflict, answer]]
    const known = shown.get(id)
    const isKnown = known?.renewed === true && known.revision === answer.revision
    const stands = { ...answer, by: '', at: answer.editedAt }
    return [[id, isKnown ? known : renewed(conflict, stands, row), answer, answer.revision]]
  })
  return sort(all)
}

/** The open ones among these answers, now that somebody's later ones are shown. */
export function renewAll(before: Survey, live: readonly RemoteAnswer[], asked: Questions): Sorted {
  const all = live.flatMap((one): Asked[] => {
    const conflict = asked.get(one.id)
    const answer = findAnswer(before, one.id)?.answer
    if (!conflict || !answer || one.revision <= answer.revision) return []
    return [[one.id, renewed(conflict, { ...one, at: one.editedAt }, answer), answer, one.revision]]
  })
  return sort(all)
}

/** What the server has just put, with what was open; `unsent`: what was typed meanwhile, of which it has still to decide. */
export function putAgain(
  asked: Questions,
  put: readonly { readonly id: string; readonly conflict: Conflict }[],
  unsent: (id: string) => Answer | undefined,
): Questions {
  return new Map(
    put.flatMap(({ id, conflict }) => {
      const met = metAgain(asked.get(id), conflict)
      const now = unsent(id)
      const open = now ? stillAsked(met, now) : met
      return open ? [[id, open] as const] : []
    }),
  )
}

/** null = nothing is left to ask. */
type Asked = readonly [string, Conflict | null, Answer | undefined, number?]

function sort(all: readonly Asked[]): Sorted {
  const open = new Map<string, Conflict>()
  const done = new Map<string, number>()
  for (const [id, asked, answer, revision = 0] of all) {
    const left = asked && (answer ? leftToAsk(answer.field, asked) : asked)
    if (left) open.set(id, left)
    else done.set(id, revision)
  }
  return { open, done }
}

/**
 * What somebody else gave says all that was asked about. Behind what was typed before, which may carry the question; what
 * cannot be written now is found over again at the next reading.
 */
export async function forgetDone(account: string, { done }: Sorted, writer: AnswerWriter): Promise<void> {
  if (done.size === 0) return
  await writer.settled()
  for (const [id, revision] of done)
    await forgetConflict(account, id, revision).catch(noted('answered question'))
}
