import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Survey as SurveyTable } from '#server/db/tables.ts'
import { noteContentChange } from './changed-since.ts'
import { type Actor, recordChange } from './events/data.ts'
import { type ChangedAnswer, recountProgress, type StoredCounts } from './recount.ts'
import { bytesBefore, rejectTooLarge, sizeFromRows } from './survey-size.ts'

export type SurveyRow = Selectable<SurveyTable>

/**
 * Marks a survey as edited now after a change beside the answers, such as a photo. The caller holds the lock.
 */
export async function touchSurvey(db: Db, surveyId: string, by: Actor): Promise<void> {
  const weighed = await db
    .updateTable('survey')
    .set({ updated_at: by.now, bytes: sizeFromRows(surveyId) })
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
  rejectTooLarge(weighed, by.context.config)
  await noteContentChange(db, weighed, by)
  await recordChange(db, surveyId, by, { kind: 'survey' })
}

/** Size of a survey in bytes; 0 if it does not exist. */
export async function bytesOfSurvey(db: Db, surveyId: string): Promise<number> {
  const row = await db.selectFrom('survey').select('bytes').where('id', '=', surveyId).executeTakeFirst()
  return row?.bytes ?? 0
}

/** Recomputes the size after a change that reduces it and is not an edit. The caller holds the lock. */
export async function recomputeSize(db: Db, surveyId: string): Promise<void> {
  await db
    .updateTable('survey')
    .set({ bytes: sizeFromRows(surveyId) })
    .where('id', '=', surveyId)
    .execute()
}

export interface ProgressChange extends StoredCounts {
  /** Change in the size of the answers; absent = recompute it. */
  readonly bytes?: number
  /** The counts include fields that the write showed or hid. */
  readonly isExact?: boolean
  /** All answers that the write changed; absent = any may have changed. */
  readonly changed?: readonly ChangedAnswer[]
}

/** Updates the stored counts of the progress by the change of a write. The caller holds the lock. */
export async function updateProgress(
  db: Db,
  surveyId: string,
  moved: ProgressChange,
  by: Actor,
): Promise<StoredCounts> {
  const { id, review, status, changed_since_submission, template_id, bytes, bytes_before, ...counts } =
    await db
      .updateTable('survey')
      .set({
        filled: sql<number>`filled + ${moved.filled}::integer`,
        fillable: sql<number>`fillable + ${moved.fillable}::integer`,
        updated_at: by.now,
        bytes:
          moved.bytes === undefined ? sizeFromRows(surveyId) : sql<number>`bytes + ${moved.bytes}::bigint`,
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
  rejectTooLarge({ bytes, bytes_before }, by.context.config)
  await noteContentChange(db, { id, review, status, changed_since_submission }, by)
  await recordChange(db, surveyId, by, { kind: 'survey' })
  if (moved.isExact) return counts
  return recountProgress(db, { id: surveyId, templateId: template_id }, counts, moved.changed)
}
