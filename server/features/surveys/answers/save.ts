import type { SavedSections } from '#contract/surveys.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { Failure } from '#server/http/failure.ts'
import { countedFields, type Share } from '#survey/progress.ts'
import { moveProgress, type SurveyRow } from '../data.ts'
import { addHistory, addRecovered, readNamed, readSeen, updateAnswers } from './data.ts'
import { needHistory, type Settled, settle } from './merging.ts'
import { namedIds, proveNamed } from './named.ts'

export interface SaveOutcome extends Settled {
  readonly lastEdited: Date
  readonly share: Share
}

/**
 * Merges the named answers into the survey, whose lock the caller holds: a handful of statements, whatever
 * their number. Nothing is written when one of them does not belong or does not fit.
 */
export async function saveAnswers(
  db: Db,
  survey: SurveyRow,
  sections: SavedSections,
  by: { readonly accountId: string; readonly now: Date },
): Promise<SaveOutcome | Failure<'survey.partNotFound' | 'survey.badAnswer'>> {
  const template = await pinnedTemplate(db, survey.template_id)
  const ids = namedIds(sections)
  const rows =
    ids.sections.length === 0
      ? []
      : await readNamed(db, survey.id, ids.sections, ids.subSections, ids.answers)
  const named = proveNamed(template, sections, rows)
  if (named instanceof Failure) return named
  const settled = settle(named, {
    accountId: by.accountId,
    now: by.now.toISOString(),
    seen: await readSeen(db, needHistory(named)),
    counts: countedFields(template),
  })
  await updateAnswers(db, survey.id, settled.changes)
  await addHistory(db, survey.id, settled.history, by.now)
  await addRecovered(db, survey.id, settled.late, by.now)
  if (settled.changes.length === 0) {
    return {
      ...settled,
      lastEdited: survey.updated_at,
      share: { filled: survey.filled, total: survey.fillable },
    }
  }
  const { filled, fillable } = await moveProgress(
    db,
    survey.id,
    { filled: settled.filled, fillable: 0 },
    by.now,
  )
  return { ...settled, lastEdited: by.now, share: { filled, total: fillable } }
}
