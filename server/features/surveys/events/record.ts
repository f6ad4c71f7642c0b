import { type RawBuilder, sql } from 'kysely'
import type { Context, Db } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Origin } from '#server/features/audit/record.ts'
import { publishSurvey } from '#server/live-channel.ts'

/** The author, time and origin of a change. Every call of a signed-in account is one. */
export interface Actor extends Origin {
  readonly account: { readonly id: string; readonly sessionId: string }
  readonly context: Pick<Context, 'config'>
}

/**
 * `answers`: only values of these answers; `survey`: anything else; `gone`: the survey is no longer readable.
 */
export type Change =
  | { readonly kind: 'answers'; readonly answers: readonly string[] }
  | { readonly kind: 'survey' | 'gone' }

/**
 * Notifies all open devices of a change, once the transaction is committed. Every write on a survey calls this,
 * through the few functions that mark it as edited (data.ts, answers/save.ts, lifecycle/data.ts). The caller
 * holds the survey's lock, so event ids grow in commit order.
 */
export async function recordChange(
  db: Db,
  surveyId: string,
  by: Pick<Actor, 'account'>,
  change: Change,
): Promise<void> {
  await eventOf(surveyId, by, change).execute(db)
  publishOnceCommitted(db, surveyId)
}

/** The event as part of a writing statement; adds none for null. */
export function eventOf(
  surveyId: string,
  { account }: Pick<Actor, 'account'>,
  change: Change | null,
): RawBuilder<unknown> {
  const answers = change?.kind === 'answers' ? change.answers : []
  return sql`insert into survey_event (survey_id, session_id, kind, answers)
    select ${surveyId}::uuid, ${account.sessionId}::uuid, ${change?.kind ?? ''}::text, ${JSON.stringify(answers)}::jsonb
    where ${change !== null}::boolean`
}

/** Call after adding an event with `eventOf`. */
export function publishOnceCommitted(db: Db, surveyId: string): void {
  afterCommit(db, (pool) => publishSurvey(pool, surveyId))
}
