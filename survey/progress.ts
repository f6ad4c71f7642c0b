import { t } from '#contract/messages/translate.ts'
import { isAnswerable, isMissing } from './fields/registry.ts'
import { isAnswerableNow } from './mandatory.ts'
import { type Answer, type Section, type SubSection, type Survey, titleField } from './survey.ts'
import type { Template, TemplateField } from './template.ts'

export interface Share {
  readonly filled: number
  readonly total: number
}

/**
 * Returns 'Completed' or the share of mandatory fields filled, '42% completed', for list, report and guest
 * view.
 */
export function progressText(survey: Survey): string {
  return progressTextOf(survey.status, mandatoryShare(survey))
}

/** Returns the progress text from a stored status and counts. */
export function progressTextOf(status: string, share: Share): string {
  return status === 'Completed'
    ? t('surveys.progressCompleted')
    : t('surveys.progressPart', { percent: percent(share) })
}

/** Counts the filled mandatory fields; all fields if the template has no mandatory one. */
export function mandatoryShare(survey: Survey): Share {
  const { mandatory, all } = talliesOf(survey.sections)
  return asksMandatory(survey.template) ? mandatory : all
}

/** Returns a sub-section's part of that share; its hidden answers must be marked. */
export function partShare(template: Template, subSection: SubSection): Share {
  const { mandatory, all } = tallyOf(subSection)
  return asksMandatory(template) ? mandatory : all
}

/** Returns which fields the share counts while visible. Titles are not fields of a template. */
export function countedFields(template: Template): (field: TemplateField) => boolean {
  if (asksMandatory(template)) return (field) => field.mandatory && isAnswerable(field)
  const titles = new Set(template.sections.map(titleField))
  return (field) => isAnswerable(field) && !titles.has(field)
}

/** Whether the share counts only required fields. */
export function asksMandatory({ sections }: Template): boolean {
  return sections.some(({ fields }) =>
    fields.some((field) => (field.mandatory || field.requiredIf !== undefined) && isAnswerable(field)),
  )
}

export interface SurveyCounts {
  readonly required: Share
  readonly answered: Share
}

/** Returns the counts shown beside the share: required fields, and all fields. */
export function surveyCounts(survey: Survey): SurveyCounts {
  const { mandatory, all } = talliesOf(survey.sections)
  return { required: mandatory, answered: all }
}

/** Returns a section's counts for the sidebar; `missing` counts its missing mandatory fields. */
export function sectionProgress(section: Section): Share & { readonly missing: number } {
  const { mandatory, all } = talliesOf([section])
  return { ...all, missing: mandatory.total - mandatory.filled }
}

/** Rounds down, so that 100 means all. */
function percent({ filled, total }: Share): number {
  return total === 0 ? 0 : Math.floor((filled * 100) / total)
}

interface Tally {
  readonly all: Share
  readonly mandatory: Share
}

/** Cached per sub-section: a keystroke changes only one. */
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
  const asked = subSection.answers.filter(isAnswerableNow)
  const made = { all: shareOf(asked), mandatory: shareOf(asked.filter(({ field }) => field.mandatory)) }
  tallies.set(subSection, made)
  return made
}

function shareOf(answers: readonly Answer[]): Share {
  return { filled: answers.filter((answer) => !isMissing(answer)).length, total: answers.length }
}
