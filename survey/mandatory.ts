import { isAnswerable, isMissing } from './fields/registry.ts'
import type { Answer, Section, SubSection, Survey } from './survey.ts'

/** Where an answer stands. */
export interface Place {
  readonly section: Section
  readonly subSection: SubSection
  readonly answer: Answer
}

/** Whether it is for the person to answer now: shown, and neither a note nor calculated. */
export function isAsked(answer: Answer): boolean {
  return !answer.hidden && isAnswerable(answer.field)
}

/** A mandatory field without an answer. A photo beside a value fills nothing; a hidden field is not asked for. */
export function isMissingMandatory(answer: Answer): boolean {
  return answer.field.mandatory && isAsked(answer) && isMissing(answer)
}

export function missingInSection(section: Section): readonly Place[] {
  return section.subSections.flatMap((subSection) =>
    missingIn(subSection).map((answer) => ({ section, subSection, answer })),
  )
}

const known = new WeakMap<SubSection, readonly Answer[]>()

/** A sub-section that did not change is the same object and is not looked through again. */
export function missingIn(subSection: SubSection): readonly Answer[] {
  const found = known.get(subSection) ?? subSection.answers.filter(isMissingMandatory)
  known.set(subSection, found)
  return found
}

/** Whether all of a section that must be filled is; asked with each keystroke. */
export function isComplete({ subSections }: Section): boolean {
  return subSections.every((subSection) => missingIn(subSection).length === 0)
}

/** The one that comes first after an answer ('' = after the beginning of the section), and once round from there. */
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

/** Empty = the survey may be submitted. */
export function missingInSurvey(survey: Survey): readonly Place[] {
  return survey.sections.flatMap(missingInSection)
}
