import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { logicOf } from '#survey/logic/plan.ts'
import { mandatoryShare } from '#survey/progress.ts'
import { loadSurvey } from './load.ts'

export interface StoredCounts {
  readonly filled: number
  readonly fillable: number
}

/**
 * The counts of a survey's progress after a write that moved them by its own answers alone. Where a template hides
 * fields, one answer decides over others: all of them are counted anew, unless the write was of answers (of these
 * `fieldIds`) on which nothing of the kind hangs. The caller holds the lock.
 */
export async function settledCounts(
  db: Db,
  survey: { readonly id: string; readonly templateId: string },
  moved: StoredCounts,
  fieldIds?: readonly string[],
): Promise<StoredCounts> {
  const { hides, mayHide } = logicOf(await pinnedTemplate(db, survey.templateId))
  if (!hides || fieldIds?.every((id) => !mayHide.has(id))) return moved
  const { filled, total } = mandatoryShare(await loadSurvey(db, survey.id))
  if (filled === moved.filled && total === moved.fillable) return moved
  await db.updateTable('survey').set({ filled, fillable: total }).where('id', '=', survey.id).execute()
  return { filled, fillable: total }
}
