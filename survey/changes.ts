import type { Place } from './mandatory.ts'
import { type Answer, everyAnswer, type Survey } from './survey.ts'

/**
 * Returns the answers of `after` that are other objects than in `before`: edited ones, and ones with changed
 * derived state, which need no saving. Skips sections and sub-sections that kept their identity.
 */
export function changedAnswers(before: Survey, after: Survey): readonly Place[] {
  return unlike(before.sections, after.sections).flatMap((section) => {
    const oldSection = before.sections.find(({ id }) => id === section.id)
    return unlike(oldSection?.subSections, section.subSections).flatMap((subSection) => {
      const old = oldSection?.subSections.find(({ id }) => id === subSection.id)
      return unlike(old && everyAnswer(old), everyAnswer(subSection))
        .filter((answer) => old || wasGiven(answer))
        .map((answer) => ({ section, subSection, answer }))
    })
  })
}

function unlike<Item>(before: readonly Item[] = [], after: readonly Item[]): readonly Item[] {
  const known = new Set(before)
  return after.filter((item) => !known.has(item))
}

/** The empty answers of a new sub-section need no saving. */
function wasGiven(answer: Answer): boolean {
  return answer.editedAt !== null || answer.media.length > 0
}
