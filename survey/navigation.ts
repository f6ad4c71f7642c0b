import type { Place } from './mandatory.ts'
import { everyAnswer, type Section, type Survey } from './survey.ts'

export function findSection(survey: Survey, sectionId: string): Section | undefined {
  return survey.sections.find(({ id }) => id === sectionId)
}

/** Returns the section to open first: the first visible one, or the first if none is visible. */
export function firstSection({ sections }: Survey): Section | undefined {
  return sections.find(isShown) ?? sections[0]
}

/** Returns the next visible section; undefined on the last, where the form shows Submit. */
export function nextSection({ sections }: Survey, sectionId: string): Section | undefined {
  const index = sections.findIndex(({ id }) => id === sectionId)
  return index === -1 ? undefined : sections.slice(index + 1).find(isShown)
}

/** Returns the previous visible section; undefined on the first. */
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
