import { isMissing, sameGiven } from '../fields/registry.ts'
import { deriveId } from '../ids.ts'
import type { Answer, MediaRef, Section, SubSection, Survey } from '../survey.ts'
import { changeSection } from './change.ts'

/**
 * Fills the newest sub-section from the one filled before it ('Copy from the last filled?'). Only fields that
 * are still empty take a value: what the surveyor typed already is not overwritten. `copyId` is a new id for
 * each copy; the ids of the copied media follow from it, so device and server agree on them.
 */
export function copyFromLast(survey: Survey, sectionId: string, copyId: string, at: string): Survey {
  return changeNewest(survey, sectionId, at, (answer, source) => {
    const value =
      isMissing(answer) && !isMissing(source)
        ? { value: source.value, values: source.values, editedAt: at }
        : {}
    const media = copiedMedia(answer, source, copyId)
    if (!('value' in value) && media.length === 0) return answer
    return { ...answer, ...value, media: [...answer.media, ...media] }
  })
}

/**
 * Takes the copy back: values that are still the copied ones, and copied media. What the surveyor changed or
 * photographed since stays.
 */
export function clearCopied(survey: Survey, sectionId: string, at: string): Survey {
  return changeNewest(survey, sectionId, at, (answer, source) => {
    const value =
      !isMissing(answer) && sameGiven(answer, source) ? { value: '', values: [], editedAt: at } : {}
    const own = answer.media.filter(({ copiedFrom }) => copiedFrom === null)
    if (!('value' in value) && own.length === answer.media.length) return answer
    return { ...answer, ...value, media: own }
  })
}

/** The nearest sub-section before the newest that holds anything; undefined where there is none. */
export function lastFilled(section: Section): SubSection | undefined {
  return section.subSections
    .slice(0, -1)
    .findLast(({ answers }) => answers.some((answer) => !isMissing(answer) || answer.media.length > 0))
}

function changeNewest(
  survey: Survey,
  sectionId: string,
  at: string,
  change: (answer: Answer, source: Answer) => Answer,
): Survey {
  return changeSection(survey, sectionId, at, (section) => {
    const newest = section.subSections.at(-1)
    const source = lastFilled(section)
    if (!newest || !source || !section.definition.copyFromLastFilled) return section
    const answers = newest.answers.map((answer, index) => {
      const from = source.answers[index]
      return from ? change(answer, from) : answer
    })
    if (answers.every((answer, index) => answer === newest.answers[index])) return section
    return { ...section, subSections: section.subSections.with(-1, { ...newest, answers }) }
  })
}

function copiedMedia(answer: Answer, source: Answer, copyId: string): readonly MediaRef[] {
  return source.media
    .filter(({ id }) => !answer.media.some(({ copiedFrom }) => copiedFrom === id))
    .map((media) => ({ ...media, id: deriveId(copyId, `${answer.id}/${media.id}`), copiedFrom: media.id }))
}
