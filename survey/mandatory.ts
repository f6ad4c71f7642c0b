import { isAnswerable, isMissing } from './fields/registry.ts'
import type { Answer, Section, SubSection, Survey } from './survey.ts'

/** An answer with its section and sub-section. */
export interface Place {
  readonly section: Section
  readonly subSection: SubSection
  readonly answer: Answer
}

/** Whether the user can answer it now: visible, and neither a note nor calculated. */
export function isAnswerableNow(answer: Answer): boolean {
  return !answer.hidden && isAnswerable(answer.field)
}

/**
 * Whether the answer is mandatory and missing. A photo beside a value doesn't count; hidden fields are not
 * required.
 */
export function isMissingMandatory(answer: Answer): boolean {
  return answer.field.mandatory && isAnswerableNow(answer) && isMissing(answer)
}

export function missingInSection(section: Section): readonly Place[] {
  return section.subSections.flatMap((subSection) =>
    missingIn(subSection).map((answer) => ({ section, subSection, answer })),
  )
}

const known = new WeakMap<SubSection, readonly Answer[]>()

/** Returns the missing mandatory answers of a sub-section, cached per object. */
export function missingIn(subSection: SubSection): readonly Answer[] {
  const found = known.get(subSection) ?? subSection.answers.filter(isMissingMandatory)
  known.set(subSection, found)
  return found
}

/** Whether all mandatory fields of a section are filled. Runs on each keystroke. */
export function isComplete({ subSections }: Section): boolean {
  return subSections.every((subSection) => missingIn(subSection).length === 0)
}

/**
 * Returns the next missing answer after the given one ('' = from the start of the section), wrapping around.
 */
export function nextMissing(survey: Survey, sectionId: string, answerId: string): Place | undefined {
  const missing = missingInSurvey(survey)
  const order = new Map<string, number>()
  for (const { id, subSections } of survey.sections) {
    order.set(id, order.size)
    for (const answer of subSections.flatMap(({ answers }) => answers)) order.set(answer.id, order.size)
  }
  const from = order.get(answerId) ?? order.get(sectionId) ?? 0
  return missing.find(({ answer }) => (order.get(answer.id) ?? 0) > from) ?? missing[0]
}

/** Returns all missing mandatory answers; empty = the survey may be submitted. */
export function missingInSurvey(survey: Survey): readonly Place[] {
  return survey.sections.flatMap(missingInSection)
}
