import { templates } from '#server/features/templates/catalogue/templates.ts'
import { deriveId, laterId } from '#survey/ids.ts'
import {
  type Answer,
  emptySubSection,
  newSurvey,
  type Section,
  type SubSection,
  type Survey,
} from '#survey/survey.ts'
import { sampleSite } from './site.ts'

/**
 * The sample as a new survey, with all of its sub-sections and no answers; every id is derived from its own.
 */
export function sampleSurvey(id: string, timeZone: string | null = null): Survey {
  const [template] = templates
  if (!template) throw new Error('No template ships with the product')
  const { name, owner } = sampleSite
  const begun = newSurvey(template, { id, name, owner, createdBy: '', at: '', timeZone })
  const sections = begun.sections.map((section) => ({ ...section, subSections: partsOf(section) }))
  return { ...begun, sections }
}

/** The first exists from the beginning; added ones sort after it, in order. */
function partsOf({ id, definition, subSections }: Section): readonly SubSection[] {
  const filled = sampleSite.sections.find(({ key }) => key === definition.key)?.filled ?? []
  const parts = [...subSections]
  while (parts.length < filled.length) {
    const next = laterId(deriveId(id, `sample ${parts.length}`), parts.at(-1)?.id ?? '')
    parts.push(emptySubSection(next, definition))
  }
  return parts
}

export function partIn(survey: Survey, key: string, at: number): { section: Section; part: SubSection } {
  const section = survey.sections.find(({ definition }) => definition.key === key)
  const part = section?.subSections[at]
  if (!section || !part) throw new Error(`The sample has no ${key} ${at}`)
  return { section, part }
}

export function answerIn(survey: Survey, section: string, at: number, field: string): Answer {
  const { part } = partIn(survey, section, at)
  const answer = part.answers.find((one) => one.field.key === field)
  if (!answer) throw new Error(`The sample has no ${section} ${at} ${field}`)
  return answer
}
