import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Survey as SurveyTable } from '#server/db/tables.ts'
import { noteContentChange } from './changed-since.ts'
import { type Actor, recordChange } from './events/record.ts'
import { type ChangedAnswer, type StoredCounts, settledCounts } from './recount.ts'
import { addedUp, bytesBefore, refuseTooLarge } from './weight.ts'

export type SurveyRow = Selectable<SurveyTable>

/** A change beside the answers, such as a photo: the survey counts as edited now. The caller holds the lock. */
export async function touchSurvey(db: Db, surveyId: string, by: Actor): Promise<void> {
  const weighed = await db
    .updateTable('survey')
    .set({ updated_at: by.now, bytes: addedUp(surveyId) })
    .where('id', '=', surveyId)
    .returning([
      'id',
      'review',
      'status',
      'changed_since_submission',
      'bytes',
      bytesBefore.as('bytes_before'),
    ])
    .executeTakeFirstOrThrow()
  refuseTooLarge(weighed, by.context.config)
  await noteContentChange(db, weighed, by)
  await recordChange(db, surveyId, by, { kind: 'survey' })
}

/** 0 of one that is not there. */
export async function bytesOfSurvey(db: Db, surveyId: string): Promise<number> {
  const row = await db.selectFrom('survey').select('bytes').where('id', '=', surveyId).executeTakeFirst()
  return row?.bytes ?? 0
}

/** For what makes it smaller and is no edit. The caller holds the lock. */
export async function weighAnew(db: Db, surveyId: string): Promise<void> {
  await db
    .updateTable('survey')
    .set({ bytes: addedUp(surveyId) })
    .where('id', '=', surveyId)
    .execute()
}

export interface Moved extends StoredCounts {
  /** What its answers come to more than before; absent = that is added up anew. */
  readonly bytes?: number
  /** What the write shows and hides is in these counts. */
  readonly isExact?: boolean
  /** All answers that the write changed; absent = any may have changed. */
  readonly changed?: readonly ChangedAnswer[]
}

/** Moves the kept counts of the progress by what a write changed. The caller holds the lock. */
export async function moveProgress(db: Db, surveyId: string, moved: Moved, by: Actor): Promise<StoredCounts> {
  const { id, review, status, changed_since_submission, template_id, bytes, bytes_before, ...counts } =
    await db
      .updateTable('survey')
      .set({
        filled: sql<number>`filled + ${moved.filled}::integer`,
        fillable: sql<number>`fillable + ${moved.fillable}::integer`,
        updated_at: by.now,
        bytes: moved.bytes === undefined ? addedUp(surveyId) : sql<number>`bytes + ${moved.bytes}::bigint`,
      })
      .where('id', '=', surveyId)
      .returning([
        'id',
        'review',
        'status',
        'changed_since_submission',
        'filled',
        'fillable',
        'template_id',
        'bytes',
        bytesBefore.as('bytes_before'),
      ])
      .executeTakeFirstOrThrow()
  refuseTooLarge({ bytes, bytes_before }, by.context.config)
  await noteContentChange(db, { id, review, status, changed_since_submission }, by)
  await recordChange(db, surveyId, by, { kind: 'survey' })
  if (moved.isExact) return counts
  return settledCounts(db, { id: surveyId, templateId: template_id }, counts, moved.changed)
}
