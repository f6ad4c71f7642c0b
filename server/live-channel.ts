import { sql } from 'kysely'
import type { TemplateEvent } from '#contract/surveys/survey-events.ts'
import type { Db } from './context.ts'

/** On which every process listens; the payload is a survey's id, what became of a template, or that access changed. */
export const eventChannel = 'fieldbook_survey_event'

/**
 * Tells every open stream of a survey that it changed: the caller has committed that. A `notify` within the writing
 * transaction would let all of them commit one after the other, each with its wait for the disk; so it comes behind
 * them, once for all that were written while the last one was on its way. One that is lost with its connection is made
 * up for by the streams themselves, which read at every beat.
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

/** Tells every open stream that there are other templates to begin with, once the transaction is committed. */
export async function publishTemplates(db: Db, event: TemplateEvent): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${event})`.execute(db)
}

/** No survey's id. */
export const accessEvent = 'access'

/**
 * Tells every open stream that who may read what has changed beyond single surveys, once the transaction is committed:
 * what ended has ended there too, without waiting for the next beat.
 */
export async function publishAccess(db: Db): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${accessEvent})`.execute(db)
}
