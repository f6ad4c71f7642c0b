import { sql } from 'kysely'
import type { TemplateEvent } from '#contract/surveys/survey-events.ts'
import type { Db } from './context.ts'

/**
 * Channel of every process. The payload is a survey's id, a template event, or the word for changed access.
 */
export const eventChannel = 'fieldbook_survey_event'

/**
 * Notifies all open streams of a committed change to a survey. A `notify` inside the transactions would
 * serialize their commits with their disk syncs, so one notification follows for all changes made while the
 * previous one was being sent. Streams also read at every heartbeat, which covers a lost notification.
 */
export function publishSurvey(db: Db, surveyId: string): void {
  const known = unpublished.get(db)
  if (known) known.add(surveyId)
  else void publishAll(db, new Set([surveyId]))
}

const unpublished = new WeakMap<Db, Set<string>>()

async function publishAll(db: Db, first: ReadonlySet<string>): Promise<void> {
  for (let ids = first; ids.size > 0; ids = unpublished.get(db) ?? first) {
    unpublished.set(db, new Set())
    await sql`
      select set_config('synchronous_commit', 'off', true), pg_notify(${eventChannel}, id)
      from unnest(${[...ids]}::text[]) id`
      .execute(db)
      .catch(() => {})
  }
  unpublished.delete(db)
}

/** Notifies all open streams of a new choice of templates, once the transaction is committed. */
export async function publishTemplates(db: Db, event: TemplateEvent): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${event})`.execute(db)
}

/** Not a survey's id. */
export const accessEvent = 'access'

/**
 * Notifies all open streams of changed access beyond single surveys, once the transaction is committed, so
 * that revoked streams end before their next heartbeat.
 */
export async function publishAccess(db: Db): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${accessEvent})`.execute(db)
}
