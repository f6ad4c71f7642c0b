import { type RawBuilder, sql } from 'kysely'
import type { Context, Db } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Origin } from '#server/features/audit/record.ts'
import { publishSurvey } from '#server/live-channel.ts'

/** Whose change it is, when, and from where: every call of a signed-in person is one. */
export interface Actor extends Origin {
  readonly account: { readonly id: string; readonly sessionId: string }
  readonly context: Pick<Context, 'config'>
}

/** `answers`: values alone, of these; `survey`: anything else; `gone`: nobody can read it any more. */
export type Change =
  | { readonly kind: 'answers'; readonly answers: readonly string[] }
  | { readonly kind: 'survey' | 'gone' }

/**
 * Tells everybody who has the survey open that it changed, once the transaction is committed. Every write on a survey
 * comes here, through the few functions that count it as edited (data.ts, answers/save.ts, lifecycle/data.ts). The
 * caller holds the survey's lock: within a survey ids grow in the order of commits.
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

/** The same as part of a statement that writes: adds the event, or none where nothing changed. */
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

/** For who has made an event by `eventOf`. */
export function publishOnceCommitted(db: Db, surveyId: string): void {
  afterCommit(db, (pool) => publishSurvey(pool, surveyId))
}
