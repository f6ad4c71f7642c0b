import { sql } from 'kysely'
import type { TemplateEvent } from '#contract/survey-events.ts'
import type { Db } from './context.ts'

/** On which every process listens; the payload is a survey's id, what became of a template, or that access changed. */
export const eventChannel = 'fieldbook_survey_event'

/** Tells every open stream that there are other templates to begin with, once the transaction is committed. */
export async function tellTemplates(db: Db, event: TemplateEvent): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${event})`.execute(db)
}

/** No survey's id. */
export const accessEvent = 'access'

/**
 * Tells every open stream that who may read what has changed beyond single surveys, once the transaction is committed:
 * what ended has ended there too, without waiting for the next beat.
 */
export async function tellAccess(db: Db): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${accessEvent})`.execute(db)
}
