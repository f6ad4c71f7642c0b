import { sql } from 'kysely'
import type { Context, Db } from '#server/context.ts'
import type { Origin } from '#server/features/audit/record.ts'
import { eventChannel } from '#server/live-channel.ts'

/** Whose change it is, when, and from where: every call of a signed-in person is one. */
export interface Doer extends Origin {
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
  { account }: Pick<Doer, 'account'>,
  change: Change,
): Promise<void> {
  const answers = change.kind === 'answers' ? change.answers : []
  await sql`
    with told as (
      insert into survey_event (survey_id, session_id, kind, answers)
      values (${surveyId}, ${account.sessionId}, ${change.kind}, ${JSON.stringify(answers)})
      returning survey_id
    )
    select pg_notify(${eventChannel}, survey_id::text) from told`.execute(db)
}
