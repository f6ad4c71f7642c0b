import {
  autoSave,
  createSurvey,
  type SavedAnswer,
  type SurveyDetail,
  surveyDetail,
} from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { Template } from '#survey/template.ts'
import { richTemplate } from '#survey/testing/rich-template.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import type { MadeAccount } from './make.ts'
import type { TestApp } from './test-app.ts'

export { richTemplate, sampleTemplate }

/** Adds the small template with every specified field type. */
export async function addSampleTemplate({ context }: TestApp): Promise<void> {
  await addMissingTemplates(context.db, [{ ...sampleTemplate, series: 'sample' }])
}

/** Adds the template with the additional field types. */
export async function addRichTemplate({ context }: TestApp): Promise<void> {
  await addMissingTemplates(context.db, [{ ...richTemplate, series: 'rich' }])
}

/** Creates a survey through the API, by default of the sample template; returns its detail. */
export async function startSurvey(
  owner: MadeAccount,
  given: { id?: string; name?: string; ownerName?: string; template?: Pick<Template, 'id'> } = {},
): Promise<SurveyDetail> {
  const { body } = await owner.api.call(createSurvey, {
    body: {
      ...(given.id === undefined ? {} : { id: given.id }),
      survey_template_id: (given.template ?? sampleTemplate).id,
      survey_name: given.name ?? 'Hill House',
      owner_name: given.ownerName ?? 'Mrs Dudley',
    },
  })
  return body.data.attributes
}

export async function readSurvey(owner: MadeAccount, id: string): Promise<SurveyDetail> {
  const { body } = await owner.api.call(surveyDetail, { params: { id } })
  return body.data.attributes
}

/** Finds a section by its name; `index` counts repeated sub-sections. */
export function sectionNamed(survey: SurveyDetail, section: string) {
  const found = survey.user_survey_sections.find((one) => one.user_survey_section_name === section)
  if (!found) throw new Error(`No section ${section}`)
  return found
}

export function partOf(survey: SurveyDetail, section: string, index = 0) {
  const found = sectionNamed(survey, section).user_survey_sub_sections[index]
  if (!found) throw new Error(`No sub-section ${section} ${index}`)
  return found
}

export function detailOf(survey: SurveyDetail, section: string, field: string, index = 0) {
  const { user_survey_sub_section_details: details } = partOf(survey, section, index)
  const found = details.find((one) => one.field_name === field)
  if (!found) throw new Error(`No field ${field}`)
  return found
}

/** A saved value of one field, by visible names. */
export interface Change extends Omit<SavedAnswer, 'id'> {
  readonly in: string
  readonly field: string
  readonly index?: number
}

/** Returns the attributes of auto-save, submit and add similar. */
export function sectionsOf(survey: SurveyDetail, changes: readonly Change[]) {
  return changes.map(({ in: section, field, index = 0, ...said }) => ({
    id: sectionNamed(survey, section).id,
    user_survey_sub_sections_attributes: [
      {
        id: partOf(survey, section, index).id,
        user_survey_sub_section_details_attributes: [
          { ...said, id: detailOf(survey, section, field, index).id },
        ],
      },
    ],
  }))
}

export function save(owner: MadeAccount, survey: SurveyDetail, changes: readonly Change[], key?: string) {
  const body = { user_survey_id: survey.id, user_survey_sections_attributes: sectionsOf(survey, changes) }
  return owner.api.call(autoSave, { body }, key === undefined ? {} : { key })
}

/** Values for all mandatory fields of the sample template's first sub-sections. */
export const allMandatory: readonly Change[] = [
  { in: 'Building', field: 'Building name', field_value: 'East wing' },
  { in: 'Building', field: 'Units', field_value: '12' },
  { in: 'Floor', field: 'Building', field_value: 'East wing' },
  { in: 'Floor', field: 'Floor name', field_value: 'Ground floor' },
  { in: 'Floor', field: 'Wiring', field_value_multiple: ['Fiber', 'Copper'] },
  { in: 'MDF Info', field: 'Room location', field_value: 'Behind the stairs' },
]
