import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import type { Actor } from '../events/record.ts'

/** What an upload keeps in place of its files' hashes when it holds what was moved there. */
const movedHere = 'moved'

/** The field of an answer, whichever version of the survey's template it is of. */
const givenFor = sql<string>`coalesce(answer.earlier_field_id, answer.template_field_id)`

/** A place of something recovered, and who gave it: the sub-section is gone, what people called it is still known. */
function placed(db: Db, called: RawBuilder<string>) {
  return db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select(givenFor.as('fieldId'))
    .select('sub_section.section_id as sectionId')
    .select(called.as('title'))
    .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('editor'))
}

/** Values that wait to be looked at. `called` is what people call their sub-sections (`part-names.ts`). */
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

/** Photos and videos likewise. */
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

/** A value that was recovered, also one that was handled already. */
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

/** A photo or video of the survey, with where it is now. */
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

/** A sub-section of this section that is there. */
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

/** The answer of a sub-section to one of these fields: to the one that has a place now before an earlier one. */
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

/** The revision of an answer; 0 of one that has no row yet, as titles before they are given. */
export async function readRevision(db: Db, answerId: string): Promise<number> {
  const row = await db.selectFrom('answer').select('revision').where('id', '=', answerId).executeTakeFirst()
  return row?.revision ?? 0
}

/** Of a value or a photo; of one that was handled before nothing changes. */
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

/** Puts a recovered photo or video to an answer of the survey; false where that holds as many uploads as it may. */
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

/** What was moved to an answer shares an upload there while it has room. */
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
