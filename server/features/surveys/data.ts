import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Survey as SurveyTable } from '#server/db/tables.ts'
import { type Doer, recordChange } from './events/record.ts'
import { type KeptCounts, settledCounts } from './recount.ts'

export type SurveyRow = Selectable<SurveyTable>

/** A change beside the answers, such as a photo: the survey counts as edited now. The caller holds the lock. */
export async function touchSurvey(db: Db, surveyId: string, by: Doer): Promise<void> {
  await db.updateTable('survey').set({ updated_at: by.now }).where('id', '=', surveyId).execute()
  await recordChange(db, surveyId, by, { kind: 'survey' })
}

/** Moves the kept counts of the progress by what a write changed. The caller holds the lock. */
export async function moveProgress(
  db: Db,
  surveyId: string,
  moved: KeptCounts,
  by: Doer,
): Promise<KeptCounts> {
  const { template_id, ...counts } = await db
    .updateTable('survey')
    .set({
      filled: sql<number>`filled + ${moved.filled}::integer`,
      fillable: sql<number>`fillable + ${moved.fillable}::integer`,
      updated_at: by.now,
    })
    .where('id', '=', surveyId)
    .returning(['filled', 'fillable', 'template_id'])
    .executeTakeFirstOrThrow()
  await recordChange(db, surveyId, by, { kind: 'survey' })
  return settledCounts(db, { id: surveyId, templateId: template_id }, counts)
}
