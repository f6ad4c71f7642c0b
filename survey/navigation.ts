import type { Place } from './mandatory.ts'
import { everyAnswer, type Section, type Survey } from './survey.ts'

export function findSection(survey: Survey, sectionId: string): Section | undefined {
  return survey.sections.find(({ id }) => id === sectionId)
}

/** Where a survey opens: the first that is shown; of a survey that shows none, the first. */
export function firstSection({ sections }: Survey): Section | undefined {
  return sections.find(isShown) ?? sections[0]
}

/** The next one that is shown; undefined on the last: there the form shows Submit. */
export function nextSection({ sections }: Survey, sectionId: string): Section | undefined {
  const index = sections.findIndex(({ id }) => id === sectionId)
  return index === -1 ? undefined : sections.slice(index + 1).find(isShown)
}

/** undefined on the first section that is shown. */
export function previousSection({ sections }: Survey, sectionId: string): Section | undefined {
  const index = sections.findIndex(({ id }) => id === sectionId)
  return index === -1 ? undefined : sections.slice(0, index).findLast(isShown)
}

function isShown({ hidden }: Section): boolean {
  return !hidden
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
