import type { Place } from './mandatory.ts'
import { type Answer, everyAnswer, type Survey } from './survey.ts'

/**
 * The answers of `after` that an edit of any kind left to be saved, and those that it showed, hid or calculated
 * anew, in which there is nothing to save: all that are other objects than in `before`. Untouched sections and sub-sections keep their identity and are not looked into.
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

/** A sub-section that was just added has nothing to save in its empty answers. */
function wasGiven(answer: Answer): boolean {
  return answer.editedAt !== null || answer.media.length > 0
}
