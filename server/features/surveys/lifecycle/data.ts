import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { initialAnswerValue } from '#survey/default-value.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { isAnswerable } from '#survey/fields/registry.ts'
import { mandatoryShare } from '#survey/progress.ts'
import type { Answer, Section, SubSection, Survey } from '#survey/survey.ts'
import { isWithin, type Reader } from '../access.ts'
import type { SurveyRow } from '../data.ts'
import { sizeOfEmpty, sizeOfValue } from '../data.ts'
import { type Actor, recordChange } from '../events/data.ts'
import { revokeAcceptance } from '../invalidate-review.ts'

/** Writes a new survey as a whole; returns false if its id is taken and nothing was written. */
export async function addSurvey(db: Db, accountId: string, survey: Survey, now: Date): Promise<boolean> {
  const { filled, total } = mandatoryShare(survey)
  const added = await db
    .insertInto('survey')
    .values({
      id: survey.id,
      account_id: accountId,
      template_id: survey.template.id,
      survey_name: survey.name,
      owner_name: survey.owner,
      status: survey.status,
      filled,
      fillable: total,
      show_media: survey.showMedia,
      hide_empty: survey.hideEmpty,
      time_zone: survey.timeZone,
      bytes: sizeOfNew(everyPart(survey)),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  await addSections(db, survey)
  await addSubSections(db, survey.id, survey.sections, { now, sessionId: null })
  return true
}

/** Size of sub-sections without answers. */
export function sizeOfNew(parts: readonly Pick<SubSection, 'answers'>[]): number {
  const answers = parts.flatMap((part) => part.answers)
  return answers.reduce(
    (sum, answer) => sum + sizeOfValue(storedAtFirst(answer)),
    sizeOfEmpty(answers.length),
  )
}

/** The value stored in a new answer: its default. Calculated values are never stored. */
function storedAtFirst(answer: Answer): AnswerValue {
  return isAnswerable(answer.field) ? answer : initialAnswerValue(answer.field)
}

function everyPart({ sections }: Survey) {
  return sections.flatMap(({ subSections }) => subSections)
}

async function addSections(db: Db, survey: Survey): Promise<void> {
  const rows = survey.sections.map((section, position) => ({
    id: section.id,
    survey_id: survey.id,
    template_section_id: section.definition.id,
    position,
  }))
  await db.insertInto('survey_section').values(rows).execute()
}

/** Adds sub-sections with their answers, empty or with defaults, in two statements. */
export async function addSubSections(
  db: Db,
  surveyId: string,
  sections: readonly Pick<Section, 'id' | 'subSections'>[],
  { now, sessionId }: { readonly now: Date; readonly sessionId: string | null },
): Promise<void> {
  const subSections = sections.flatMap((section) =>
    section.subSections.map(({ id }) => ({ id, section_id: section.id })),
  )
  const answers = sections.flatMap((section) =>
    section.subSections.flatMap((part) =>
      part.answers.map((answer) => {
        const { id, field } = answer
        const { value, values } = storedAtFirst(answer)
        return { id, sub_section_id: part.id, template_field_id: field.id, value, value_list: values }
      }),
    ),
  )
  await sql`
    insert into sub_section (id, survey_id, section_id, created_at, added_by_session)
    select id, ${surveyId}, section_id, ${now}, ${sessionId}::uuid
    from json_to_recordset(${JSON.stringify(subSections)}::json) as added (id uuid, section_id uuid)`.execute(
    db,
  )
  await sql`
    insert into answer (id, survey_id, sub_section_id, template_field_id, value, value_list)
    select id, ${surveyId}, sub_section_id, template_field_id, value, value_list
    from json_to_recordset(${JSON.stringify(answers)}::json)
      as added (id uuid, sub_section_id uuid, template_field_id uuid, value text, value_list text[])`.execute(
    db,
  )
}

/** Finds a survey of any owner, deleted or not. Only for creating a survey with a taken id. */
export async function findAnySurvey(db: Db, surveyId: string): Promise<SurveyRow | null> {
  const row = await db.selectFrom('survey').selectAll().where('id', '=', surveyId).executeTakeFirst()
  return row ?? null
}

export interface HeaderChange {
  readonly survey_name?: string
  readonly owner_name?: string
  readonly status?: string
  readonly changed_since_submission?: boolean
  readonly submitted_at?: Date
  readonly show_media?: boolean
  readonly hide_empty?: boolean
  readonly show_positions?: boolean
  readonly time_zone?: string | null
  readonly show_internal?: boolean
}

/** The caller holds the lock. */
export async function changeHeader(db: Db, surveyId: string, change: HeaderChange, by: Actor): Promise<void> {
  const changed = await db
    .updateTable('survey')
    .set({ ...change, updated_at: by.now })
    .where('id', '=', surveyId)
    .returning(['id', 'review'])
    .executeTakeFirstOrThrow()
  await revokeAcceptance(db, changed, by)
  await recordChange(db, surveyId, by, { kind: 'survey' })
}

/** Deletes a survey. Its share link ends, even if the survey is restored. The caller holds the lock. */
export async function hideSurvey(db: Db, surveyId: string, by: Actor): Promise<void> {
  await db.updateTable('survey').set({ deleted_at: by.now }).where('id', '=', surveyId).execute()
  await db
    .updateTable('share_link')
    .set({ closed_at: by.now })
    .where('survey_id', '=', surveyId)
    .where('closed_at', 'is', null)
    .execute()
  await recordChange(db, surveyId, by, { kind: 'gone' })
}

/** Returns a survey that the account deleted, with its lock. */
export async function lockDeleted(db: Db, reader: Reader, surveyId: string): Promise<SurveyRow | null> {
  const row = await db
    .selectFrom('survey')
    .selectAll()
    .where('id', '=', surveyId)
    .where('account_id', '=', reader.id)
    .where(isWithin(reader))
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function unhideSurvey(db: Db, surveyId: string, by: Actor): Promise<void> {
  await db.updateTable('survey').set({ deleted_at: null }).where('id', '=', surveyId).execute()
  await recordChange(db, surveyId, by, { kind: 'survey' })
}
