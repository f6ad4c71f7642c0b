import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { openSurvey, type Reader } from '#server/features/surveys/access.ts'
import type { SurveyRow } from '#server/features/surveys/data.ts'
import { Failure } from '#server/http/failure.ts'
import { anySurvey, type MoveRow } from './data.ts'

/** A survey that the caller may move. */
export interface Movable {
  readonly row: SurveyRow
  /** Admins may move surveys that they may not read. */
  readonly mayRead: boolean
}

interface Mover extends Reader {
  readonly role: 'admin' | 'surveyor'
}

/** Opens a survey for its owner or an admin. */
export async function openToMove(
  db: Db,
  account: Mover,
  surveyId: string,
  lock: boolean,
): Promise<Movable | Failure<'survey.notFound' | 'survey.ownerOnly'>> {
  const own = await openSurvey(db, account, surveyId, 'own', { lock })
  if (!(own instanceof Failure)) return { row: own, mayRead: true }
  if (account.role !== 'admin') return own
  const row = await anySurvey(db, surveyId, lock)
  return row ? { row, mayRead: own.code === 'survey.ownerOnly' } : own
}

const undoableFor = limits.moveUndoDays * 24 * 3_600_000

/** Returns the deadline for undoing a move; null if it is undone or a later move is not. */
export function undoUntil(move: MoveRow, all: readonly MoveRow[]): Date | null {
  const last = all.find(({ undone_at }) => undone_at === null)
  return move.id === last?.id ? new Date(move.moved_at.getTime() + undoableFor) : null
}
