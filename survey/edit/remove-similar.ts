import type { Survey } from '../survey.ts'
import { changeSection } from './change.ts'

/** Removes a sub-section unless it is the only one of its section. */
export function removeSimilar(survey: Survey, subSectionId: string, at: string): Survey {
  const home = survey.sections.find((section) => section.subSections.some(({ id }) => id === subSectionId))
  if (!home || home.subSections.length === 1) return survey
  return changeSection(survey, home.id, at, (section) => ({
    ...section,
    subSections: section.subSections.filter(({ id }) => id !== subSectionId),
  }))
}
