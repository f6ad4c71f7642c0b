import type { Place } from './mandatory.ts'
import { everyAnswer, type Section, type Survey } from './survey.ts'

export function findSection(survey: Survey, sectionId: string): Section | undefined {
  return survey.sections.find(({ id }) => id === sectionId)
}

/** undefined on the last section: there the form shows Submit. */
export function nextSection(survey: Survey, sectionId: string): Section | undefined {
  const index = survey.sections.findIndex(({ id }) => id === sectionId)
  return index === -1 ? undefined : survey.sections[index + 1]
}

/** undefined on the first section. */
export function previousSection(survey: Survey, sectionId: string): Section | undefined {
  const index = survey.sections.findIndex(({ id }) => id === sectionId)
  return index <= 0 ? undefined : survey.sections[index - 1]
}

export function findAnswer(survey: Survey, answerId: string): Place | undefined {
  for (const section of survey.sections) {
    for (const subSection of section.subSections) {
      const answer = everyAnswer(subSection).find(({ id }) => id === answerId)
      if (answer) return { section, subSection, answer }
    }
  }
  return undefined
}
