import { sql } from 'kysely'
import type { TemplateEvent } from '#contract/survey-events.ts'
import type { Db } from './context.ts'

/** On which every process listens; the payload is a survey's id, or what became of a template. */
export const eventChannel = 'fieldbook_survey_event'

/** Tells every open stream that there are other templates to begin with, once the transaction is committed. */
export async function tellTemplates(db: Db, event: TemplateEvent): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${event})`.execute(db)
}
