import { t } from '#contract/messages/translate.ts'
import { isAnswerable, isMissing } from './fields/registry.ts'
import { isAsked } from './mandatory.ts'
import {
  type Answer,
  type Section,
  type SubSection,
  type Survey,
  type SurveyStatus,
  titleField,
} from './survey.ts'
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
  return status === 'Completed'
    ? t('surveys.progressCompleted')
    : t('surveys.progressPart', { percent: percent(share) })
}

/** The share of mandatory fields; of all fields where the template has no mandatory one. */
export function mandatoryShare(survey: Survey): Share {
  const { mandatory, all } = talliesOf(survey.sections)
  return asksMandatory(survey.template) ? mandatory : all
}

/** What one sub-section adds to that share, its hidden answers marked. */
export function partShare(template: Template, subSection: SubSection): Share {
  const { mandatory, all } = tallyOf(subSection)
  return asksMandatory(template) ? mandatory : all
}

/** Which fields that share is of, as long as they are shown. Titles are no fields of a template. */
export function countedFields(template: Template): (field: TemplateField) => boolean {
  if (asksMandatory(template)) return (field) => field.mandatory && isAnswerable(field)
  const titles = new Set(template.sections.map(titleField))
  return (field) => isAnswerable(field) && !titles.has(field)
}

/** Whether the share is of required fields alone. */
export function asksMandatory({ sections }: Template): boolean {
  return sections.some(({ fields }) =>
    fields.some((field) => (field.mandatory || field.requiredIf !== undefined) && isAnswerable(field)),
  )
}

export interface SurveyCounts {
  readonly required: Share
  readonly answered: Share
}

/** What a person is told beside the share: fields that must be filled, and all that are asked. */
export function surveyCounts(survey: Survey): SurveyCounts {
  const { mandatory, all } = talliesOf(survey.sections)
  return { required: mandatory, answered: all }
}

/** A section's fields of either kind, for the sidebar; `missing` mandatory ones keep it from being done. */
export function sectionProgress(section: Section): Share & { readonly missing: number } {
  const { mandatory, all } = talliesOf([section])
  return { ...all, missing: mandatory.total - mandatory.filled }
}

/** Rounded down, so that 100 means all. */
function percent({ filled, total }: Share): number {
  return total === 0 ? 0 : Math.floor((filled * 100) / total)
}

interface Tally {
  readonly all: Share
  readonly mandatory: Share
}

/** A keystroke changes one sub-section; the others are the same objects and are not counted again. */
const tallies = new WeakMap<SubSection, Tally>()

function talliesOf(sections: readonly Section[]): Tally {
  const all = { filled: 0, total: 0 }
  const mandatory = { filled: 0, total: 0 }
  for (const { subSections } of sections) {
    for (const subSection of subSections) {
      const tally = tallyOf(subSection)
      all.filled += tally.all.filled
      all.total += tally.all.total
      mandatory.filled += tally.mandatory.filled
      mandatory.total += tally.mandatory.total
    }
  }
  return { all, mandatory }
}

function tallyOf(subSection: SubSection): Tally {
  const known = tallies.get(subSection)
  if (known) return known
  const asked = subSection.answers.filter(isAsked)
  const made = { all: shareOf(asked), mandatory: shareOf(asked.filter(({ field }) => field.mandatory)) }
  tallies.set(subSection, made)
  return made
}

function shareOf(answers: readonly Answer[]): Share {
  return { filled: answers.filter((answer) => !isMissing(answer)).length, total: answers.length }
}
