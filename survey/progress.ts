import { asks, isMissing } from './fields/registry.ts'
import { isAsked } from './mandatory.ts'
import type { Answer, Section, Survey, SurveyStatus } from './survey.ts'
import type { Template, TemplateField } from './template.ts'

export interface Share {
  readonly filled: number
  readonly total: number
}

/** 'Completed', or how much of what must be filled is: '42% completed'. The text of list, report and guest view. */
export function progressText(survey: Survey): string {
  return progressTextOf(survey.status, mandatoryShare(survey))
}

/** The same from counts that are kept beside the survey, for lists. */
export function progressTextOf(status: SurveyStatus, share: Share): string {
  return status === 'Completed' ? 'Completed' : `${percent(share)}% completed`
}

/** The share of mandatory fields; of all fields where the template has no mandatory one. */
export function mandatoryShare(survey: Survey): Share {
  const counts = countedFields(survey.template)
  return count(survey.sections, ({ field }) => counts(field))
}

/** Which fields that share is of, as long as they are shown. */
export function countedFields(template: Template): (field: TemplateField) => boolean {
  const some = template.sections.some(({ fields }) => fields.some((field) => field.mandatory && asks(field)))
  return some ? (field) => field.mandatory && asks(field) : asks
}

/** A section's fields of either kind, for the sidebar; `missing` mandatory ones keep it from being done. */
export function sectionProgress(section: Section): Share & { readonly missing: number } {
  const mandatory = count([section], ({ field }) => field.mandatory)
  return { ...count([section], () => true), missing: mandatory.total - mandatory.filled }
}

/** Rounded down, so that 100 means all. */
function percent({ filled, total }: Share): number {
  return total === 0 ? 0 : Math.floor((filled * 100) / total)
}

function count(sections: readonly Section[], counts: (answer: Answer) => boolean): Share {
  let filled = 0
  let total = 0
  for (const section of sections) {
    for (const { answers } of section.subSections) {
      for (const answer of answers) {
        if (!isAsked(answer) || !counts(answer)) continue
        total += 1
        if (!isMissing(answer)) filled += 1
      }
    }
  }
  return { filled, total }
}
