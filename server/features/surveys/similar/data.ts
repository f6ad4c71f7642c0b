import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import type { Answer } from '#survey/survey.ts'
import { recoveredId } from '../answers/merging.ts'
import type { Actor } from '../events/record.ts'
import { calledName, type Naming } from '../part-names.ts'
import { answersIn } from '../parts.ts'

export interface SubSectionRow {
  readonly id: string
  readonly surveyId: string
  readonly sectionId: string
  readonly deletedAt: Date | null
}

/** Whoever's it is: only to tell a replay from an id that is taken. */
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
  /** Another session added it: who adds the next one need not have seen it. */
  readonly byOther: boolean
}

/** The sub-sections of a section that are there, in their order. */
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

/** Which section of the template it is; null where the survey has none of this id. */
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
 * The answers to these fields that may be missing: all that are, and some that are not, since what is blank is for the
 * field's type to say. Most of what a survey has was given and is not read.
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

/** Leaves a tombstone: a late save of it is recognised and kept. The caller holds the survey's lock. */
export async function buryInSurvey(db: Db, surveyId: string, subSectionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sub_section')
    .set({ deleted_at: now })
    .where('id', '=', subSectionId)
    .where('survey_id', '=', surveyId)
    .execute()
}

/** Takes the tombstone away. The caller holds the survey's lock. */
export async function unburyInSurvey(db: Db, surveyId: string, subSectionId: string): Promise<void> {
  await db
    .updateTable('sub_section')
    .set({ deleted_at: null })
    .where('id', '=', subSectionId)
    .where('survey_id', '=', surveyId)
    .execute()
}

/** What was kept of a sub-section as it went and stands in it all the same is there again with it. */
export async function dropKept(db: Db, surveyId: string, subSectionId: string, now: Date): Promise<void> {
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
  /** What people call it; '' where nothing names it. */
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
 * Keeps values of a sub-section that goes as recovered ones, but for those that the deleting session gave itself: they
 * may have been on their way together with the deletion. The caller holds the survey's lock.
 */
export async function keepUnseen(
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
      where survey_event.survey_id = ${surveyId} and answers @> to_jsonb(answer.id::text)
      order by survey_event.id desc limit 1) is distinct from ${account.sessionId}::uuid
    on conflict (id) do nothing`.execute(db)
}
