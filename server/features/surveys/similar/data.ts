import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import type { Answer } from '#survey/survey.ts'
import type { Actor } from '../events/data.ts'
import { calledName, type Naming } from '../part-names.ts'
import { answersIn } from '../parts.ts'
import { recoveredId } from '../save/merge.ts'

export interface SubSectionRow {
  readonly id: string
  readonly surveyId: string
  readonly sectionId: string
  readonly deletedAt: Date | null
}

/** Finds a sub-section of any owner. Only to distinguish a replay from a taken id. */
export async function findSubSection(db: Db, id: string): Promise<SubSectionRow | null> {
  const row = await db
    .selectFrom('sub_section')
    .select(['id', 'survey_id as surveyId', 'section_id as sectionId', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export interface PartRow {
  readonly id: string
  /** Added by another session, so the caller may not have seen it. */
  readonly byOther: boolean
}

/** A section's existing sub-sections, in order. */
export async function readParts(
  db: Db,
  surveyId: string,
  sectionId: string,
  sessionId: string,
): Promise<readonly PartRow[]> {
  return db
    .selectFrom('sub_section')
    .select('id')
    .select(sql<boolean>`added_by_session is not null and added_by_session <> ${sessionId}`.as('byOther'))
    .where('survey_id', '=', surveyId)
    .where('section_id', '=', sectionId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Returns the template section of a survey's section, or null if the survey does not have it. */
export async function findTemplateSection(
  db: Db,
  surveyId: string,
  sectionId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('survey_section')
    .select('template_section_id')
    .where('id', '=', sectionId)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return row?.template_section_id ?? null
}

/**
 * Returns answers to these fields that may be missing: all missing ones, and some others, since the field type
 * decides what is blank. Skips most answers of a survey, which have a value.
 */
export async function readBlank(
  db: Db,
  surveyId: string,
  parts: readonly string[],
  fields: readonly string[],
) {
  if (parts.length === 0 || fields.length === 0) return []
  return answersIn(db, surveyId, parts)
    .where('template_field_id', '=', sql<string>`any(${fields}::uuid[])`)
    .where(sql<boolean>`value_list = '{}' and value !~ '[!-~]'`)
    .execute()
}

/**
 * Marks a sub-section as deleted and keeps its row, so that late saves for it are recognized and stored. The
 * caller holds the survey's lock.
 */
export async function markSubSectionDeleted(
  db: Db,
  surveyId: string,
  subSectionId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sub_section')
    .set({ deleted_at: now })
    .where('id', '=', subSectionId)
    .where('survey_id', '=', surveyId)
    .execute()
}

/** Unmarks a deleted sub-section. The caller holds the survey's lock. */
export async function unmarkSubSectionDeleted(db: Db, surveyId: string, subSectionId: string): Promise<void> {
  await db
    .updateTable('sub_section')
    .set({ deleted_at: null })
    .where('id', '=', subSectionId)
    .where('survey_id', '=', surveyId)
    .execute()
}

/** Drops recovered values that equal the answers of a restored sub-section. */
export async function dropEqualRecovered(
  db: Db,
  surveyId: string,
  subSectionId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('recovered_answer')
    .from('answer')
    .set({ handled_at: now })
    .whereRef('answer.id', '=', 'recovered_answer.answer_id')
    .where('answer.survey_id', '=', surveyId)
    .where('answer.sub_section_id', '=', subSectionId)
    .where('recovered_answer.handled_at', 'is', null)
    .whereRef('recovered_answer.value', '=', 'answer.value')
    .whereRef('recovered_answer.value_list', '=', 'answer.value_list')
    .execute()
}

export interface DeletedRow {
  readonly id: string
  readonly deletedAt: Date
  /** Its title or identity; '' if it has neither. */
  readonly called: string
  readonly answers: number
  readonly files: number
}

/** Deleted sub-sections of a section, the last first. */
export async function readDeleted(
  db: Db,
  surveyId: string,
  sectionId: string,
  naming: Naming,
): Promise<readonly DeletedRow[]> {
  return db
    .selectFrom('sub_section')
    .select(['id', sql<Date>`deleted_at`.as('deletedAt')])
    .select(calledName(naming).as('called'))
    .select(
      sql<number>`(
        select count(*)::integer from answer
        where answer.sub_section_id = sub_section.id
          and not coalesce(answer.earlier_field_id, answer.template_field_id) = any(${naming.titles}::uuid[])
          and (answer.value <> '' or answer.value_list <> '{}'))`.as('answers'),
    )
    .select(
      sql<number>`(
        select count(*)::integer from media join answer on answer.id = media.answer_id
        where answer.sub_section_id = sub_section.id and not media.late)`.as('files'),
    )
    .where('survey_id', '=', surveyId)
    .where('section_id', '=', sectionId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(limits.deletedSubSectionsShown)
    .execute()
}

/**
 * Stores values of a deleted sub-section as recovered ones, except those given by the deleting session, which
 * may have sent them along with the deletion. The caller holds the survey's lock.
 */
export async function recoverUnseen(
  db: Db,
  surveyId: string,
  answers: readonly Answer[],
  { account, now }: Actor,
): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map((answer) => ({ id: recoveredId(answer.id, answer), answer: answer.id }))
  await sql`
    insert into recovered_answer (id, answer_id, survey_id, value, value_list, edited_at, edited_by, received_at)
    select unseen.id, answer.id, answer.survey_id, value, value_list, edited_at, edited_by, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as unseen (id uuid, answer uuid)
    join answer on answer.id = unseen.answer and answer.survey_id = ${surveyId}
    where (
      select session_id from survey_event
      where survey_event.survey_id = ${surveyId} and kind = 'answers' and answers @> to_jsonb(answer.id::text)
      order by survey_event.id desc limit 1) is distinct from ${account.sessionId}::uuid
    on conflict (id) do nothing`.execute(db)
}
