import type { Db } from '#server/context.ts'
import { versionsOf, wasMoved } from '#server/features/templates/data.ts'
import { moveSurvey } from '#survey/move/move.ts'
import { findSection } from '#survey/navigation.ts'
import type { Section } from '#survey/survey.ts'
import type { SurveyRow } from '../data.ts'
import { type LoadedSurvey, loadWithMedia } from '../load.ts'

/**
 * Returns a section that the survey's current version lacks, from the newest version that has it: a device that
 * does not know of the move still uses it. null = no version has it.
 */
export async function earlierSection(
  db: Db,
  row: SurveyRow,
  sectionId: string,
): Promise<(LoadedSurvey & { readonly section: Section }) | null> {
  if (!wasMoved(row)) return null
  const loaded = await loadWithMedia(db, row.id)
  const versions = (await versionsOf(db, row)).toSorted((a, b) => b.version - a.version)
  for (const version of versions) {
    const survey = moveSurvey(loaded.survey, version)
    const section = findSection(survey, sectionId)
    if (section) return { ...loaded, survey, section }
  }
  return null
}
