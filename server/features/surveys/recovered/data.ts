import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import type { Actor } from '../events/data.ts'

/** Stored instead of file hashes in an upload that holds moved media. */
const movedHere = 'moved'

/** The field of an answer, in any version of the survey's template. */
const givenFor = sql<string>`coalesce(answer.earlier_field_id, answer.template_field_id)`

/** The place and editor of a recovered item. Its sub-section is deleted, but its name is still known. */
function placed(db: Db, called: RawBuilder<string>) {
  return db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select(givenFor.as('fieldId'))
    .select('sub_section.section_id as sectionId')
    .select(called.as('title'))
    .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('editor'))
}

/** Reads recovered values not handled yet. `called` is the name of their sub-sections (`part-names.ts`). */
export async function readRecoveredAnswers(db: Db, surveyId: string, called: RawBuilder<string>) {
  return placed(db, called)
    .innerJoin('recovered_answer', 'recovered_answer.answer_id', 'answer.id')
    .leftJoin('account', 'account.id', 'recovered_answer.edited_by')
    .select([
      'recovered_answer.id',
      'recovered_answer.value',
      'recovered_answer.value_list as values',
      'recovered_answer.edited_at as editedAt',
      'recovered_answer.received_at as receivedAt',
      'answer.value as standing',
      'answer.value_list as standingList',
      'answer.revision',
    ])
    .select(
      sql<string | null>`case when sub_section.deleted_at is null then sub_section.id end`.as('subSectionId'),
    )
    .where('recovered_answer.survey_id', '=', surveyId)
    .where('recovered_answer.handled_at', 'is', null)
    .execute()
}

/** Reads recovered photos and videos not handled yet. */
export async function readRecoveredMedia(db: Db, surveyId: string, called: RawBuilder<string>) {
  return placed(db, called)
    .innerJoin('media', 'media.answer_id', 'answer.id')
    .innerJoin('upload', 'upload.id', 'media.upload_id')
    .leftJoin('account', 'account.id', 'upload.added_by')
    .select(['media.id', 'media.created_at as receivedAt'])
    .where('media.survey_id', '=', surveyId)
    .where('media.late', '=', true)
    .where('media.dismissed_at', 'is', null)
    .execute()
}

export type RecoveredAnswerRow = Awaited<ReturnType<typeof readRecoveredAnswers>>[number]
export type RecoveredMediaRow = Awaited<ReturnType<typeof readRecoveredMedia>>[number]

/** Finds a recovered value, even if it was handled. */
export async function findRecoveredAnswer(db: Db, surveyId: string, id: string) {
  return db
    .selectFrom('recovered_answer')
    .innerJoin('answer', 'answer.id', 'recovered_answer.answer_id')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select([
      'recovered_answer.value',
      'recovered_answer.value_list as values',
      'recovered_answer.handled_at as handledAt',
      'sub_section.section_id as sectionId',
    ])
    .select(givenFor.as('fieldId'))
    .where('recovered_answer.id', '=', id)
    .where('recovered_answer.survey_id', '=', surveyId)
    .executeTakeFirst()
}

/** Finds a photo or video of the survey, with its current place. */
export async function findMedia(db: Db, surveyId: string, id: string) {
  return db
    .selectFrom('media')
    .innerJoin('answer', 'answer.id', 'media.answer_id')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select(['media.late', 'answer.sub_section_id as subSectionId', 'sub_section.section_id as sectionId'])
    .select(sql<FileKind>`media.kind`.as('kind'))
    .select(givenFor.as('fieldId'))
    .where('media.id', '=', id)
    .where('media.survey_id', '=', surveyId)
    .executeTakeFirst()
}

/** Whether the section has this sub-section and it is not deleted. */
export async function hasSubSection(db: Db, sectionId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sub_section')
    .select('id')
    .where('id', '=', id)
    .where('section_id', '=', sectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds a sub-section's answer to one of these fields; prefers a current one over an earlier one. */
export async function findAnswerOf(
  db: Db,
  subSectionId: string,
  fieldIds: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('answer')
    .select('id')
    .where('sub_section_id', '=', subSectionId)
    .where(sql<boolean>`coalesce(earlier_field_id, template_field_id) = any(${fieldIds}::uuid[])`)
    .orderBy(sql`earlier_field_id is not null`)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Returns the revision of an answer; 0 without a row, as for titles not given yet. */
export async function readRevision(db: Db, answerId: string): Promise<number> {
  const row = await db.selectFrom('answer').select('revision').where('id', '=', answerId).executeTakeFirst()
  return row?.revision ?? 0
}

/** Marks a value or photo as handled; does nothing if it already is. */
export async function markHandled(db: Db, surveyId: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable('recovered_answer')
    .set({ handled_at: now })
    .where('id', '=', id)
    .where('survey_id', '=', surveyId)
    .where('handled_at', 'is', null)
    .execute()
  await db
    .updateTable('media')
    .set({ dismissed_at: now })
    .where('id', '=', id)
    .where('survey_id', '=', surveyId)
    .where('late', '=', true)
    .where('dismissed_at', 'is', null)
    .execute()
}

/**
 * Moves a recovered photo or video to an answer of the survey; returns false if that has the maximum number of
 * uploads.
 */
export async function moveMedia(
  db: Db,
  surveyId: string,
  { id, answerId }: { readonly id: string; readonly answerId: string },
  by: Actor,
): Promise<boolean> {
  const upload = await uploadFor(db, surveyId, answerId, by)
  if (upload === null) return false
  await db
    .updateTable('media')
    .set({ answer_id: answerId, upload_id: upload, late: false, dismissed_at: null })
    .where('id', '=', id)
    .where('survey_id', '=', surveyId)
    .where('late', '=', true)
    .execute()
  return true
}

/** Media moved to an answer share an upload there while it has space. */
async function uploadFor(db: Db, surveyId: string, answerId: string, by: Actor): Promise<string | null> {
  const uploads = await db
    .selectFrom('media')
    .innerJoin('upload', 'upload.id', 'media.upload_id')
    .select(['upload.id', 'upload.hashes'])
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .where('media.answer_id', '=', answerId)
    .groupBy('upload.id')
    .execute()
  const known = uploads.find(({ hashes, files }) => hashes[0] === movedHere && files < limits.filesPerUpload)
  if (known) return known.id
  if (uploads.length >= limits.uploadsPerField) return null
  const id = newId()
  await db
    .insertInto('upload')
    .values({
      id,
      survey_id: surveyId,
      answer_id: answerId,
      hashes: [movedHere],
      added_by: by.account.id,
      created_at: by.now,
    })
    .execute()
  return id
}
