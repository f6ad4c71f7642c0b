import type { AnswerValue } from '../fields/kind.ts'
import { clean, sameAnswerValue } from '../fields/registry.ts'
import { derived } from '../logic/derive.ts'
import type { Answer, Section, SubSection, Survey } from '../survey.ts'

/**
 * Sets an answer to the part of `change` that the field's type accepts. A rejected value leaves the answer
 * unchanged; `clean` returns the reason. `at`: device time, ISO 8601. Saving a copied value again, even
 * unchanged, counts as checking it and clears `copiedFrom`.
 */
export function setAnswer(
  survey: Survey,
  subSectionId: string,
  answerId: string,
  change: Partial<AnswerValue> & { readonly at: string; readonly copiedFrom?: string | null },
): Survey {
  const after = changeAnswer(survey, subSectionId, answerId, change.at, (answer) => {
    const { given } = clean(answer.field, change)
    const copiedFrom = change.copiedFrom ?? null
    if (!given || (sameAnswerValue(given, answer) && copiedFrom === answer.copiedFrom)) return answer
    return { ...answer, ...given, editedAt: change.at, copiedFrom }
  })
  return after === survey ? survey : asChanged(after)
}

/**
 * Updates one node of the survey. Returns the same object if nothing changed and copies only the path to a
 * change, so untouched answers keep their identity and are not rendered again. A missing target, removed by
 * another device, changes nothing.
 */
export function changeSection(
  survey: Survey,
  sectionId: string,
  at: string,
  change: (section: Section) => Section,
): Survey {
  return withSections(survey, changeOne(survey.sections, sectionId, change), at)
}

export function changeSubSection(
  survey: Survey,
  subSectionId: string,
  at: string,
  change: (subSection: SubSection) => SubSection,
): Survey {
  const home = survey.sections.find((section) => section.subSections.some(({ id }) => id === subSectionId))
  if (!home) return survey
  return changeSection(survey, home.id, at, (section) => {
    const subSections = changeOne(section.subSections, subSectionId, change)
    return subSections === section.subSections ? section : { ...section, subSections }
  })
}

export function changeAnswer(
  survey: Survey,
  subSectionId: string,
  answerId: string,
  at: string,
  change: (answer: Answer) => Answer,
): Survey {
  return changeSubSection(survey, subSectionId, at, (subSection) => {
    if (subSection.title.id === answerId) {
      const title = change(subSection.title)
      return title === subSection.title ? subSection : { ...subSection, title }
    }
    const answers = changeOne(subSection.answers, answerId, change)
    return answers === subSection.answers ? subSection : { ...subSection, answers }
  })
}

/** Returns the later of two times, so an edit from a slow clock doesn't move `lastEdited` back. */
export function laterTime(a: string, b: string): string {
  return Date.parse(b) > Date.parse(a) ? b : a
}

function withSections(survey: Survey, sections: readonly Section[], at: string): Survey {
  if (sections === survey.sections) return survey
  return derived({ ...survey, sections, lastEdited: laterTime(survey.lastEdited, at) }, survey)
}

function changeOne<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  change: (item: Item) => Item,
): readonly Item[] {
  const index = items.findIndex((item) => item.id === id)
  const before = items[index]
  if (!before) return items
  const after = change(before)
  return after === before ? items : items.with(index, after)
}

/** Marks a submitted survey as changed. Save and Submit clear the mark. */
export function asChanged(survey: Survey): Survey {
  if (survey.status !== 'Completed' || survey.changedSinceSubmission) return survey
  return { ...survey, changedSinceSubmission: true }
}
