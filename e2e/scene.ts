import { uploadMedia } from '#contract/media/media.ts'
import {
  autoSave,
  createSurvey,
  listSurveys,
  type SurveyDetail,
  submitSurvey,
  surveyDetail,
} from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import type { PickedFile } from './screens/media.ts'
import type { Surveyor } from './site.ts'

/** The shorter shipped template; has every field type of the specification. */
export const inspection = 'General property inspection'

/** The specification's template: the longest, with repeats in most of its sections. */
export const wiring = 'Property and wiring survey'

/** Creates a survey through the API; by default of the shorter template. */
export async function startSurvey(
  { api }: Surveyor,
  given: {
    readonly name?: string
    readonly owner?: string
    readonly template?: string
    readonly templateName?: string
  } = {},
): Promise<SurveyDetail> {
  const made = await api.call(createSurvey, {
    body: {
      survey_template_id: given.template ?? (await templateNamed(api, given.templateName ?? inspection)),
      survey_name: given.name ?? 'Hill House',
      owner_name: given.owner ?? 'Mrs Dudley',
    },
  })
  if (made?.status !== 201) throw new Error(`No survey: ${JSON.stringify(made?.body)}`)
  return made.body.data.attributes
}

async function templateNamed(api: Surveyor['api'], called: string): Promise<string> {
  const templates = await api.call(listTemplates, {})
  return templates?.body.survey_templates.find(({ name }) => name === called)?.id ?? ''
}

export async function readSurvey({ api }: Surveyor, id: string): Promise<SurveyDetail> {
  const read = await api.call(surveyDetail, { params: { id } })
  if (read?.status !== 200) throw new Error(`No survey: ${JSON.stringify(read?.body)}`)
  return read.body.data.attributes
}

/** Returns the first page of the list from the server. */
export async function readList({ api }: Surveyor) {
  const read = await api.call(listSurveys, {})
  if (read?.status !== 200) throw new Error(`No list: ${JSON.stringify(read?.body)}`)
  return read.body.data.map(({ id, attributes }) => ({ id, ...attributes }))
}

/** The types of the shipped templates' mandatory fields. */
const typed = new Set(['text', 'numeric', 'radio', 'select', 'checkbox', 'dynamic_dropdown', 'date'])

/** Fills every field of the usual types and submits, through the API. */
export async function submitFilled({ api }: Surveyor, survey: SurveyDetail): Promise<void> {
  const sections = survey.user_survey_sections.map((section) => ({
    id: section.id,
    user_survey_sub_sections_attributes: section.user_survey_sub_sections.map((part) => ({
      id: part.id,
      user_survey_sub_section_details_attributes: part.user_survey_sub_section_details
        .filter(({ field_type }) => typed.has(field_type))
        .map(filled),
    })),
  }))
  const sent = await api.call(submitSurvey, {
    params: { id: survey.id },
    body: { status: 'Completed', user_survey_sections_attributes: sections },
  })
  if (sent?.status !== 200) throw new Error(`Not submitted: ${JSON.stringify(sent?.body)}`)
}

interface Said {
  readonly field_value?: string
  readonly field_value_multiple?: readonly string[]
}

/** Answers fields of a sub-section (by default the first) by name, through the API. */
export async function answerFields(
  { api }: Surveyor,
  survey: SurveyDetail,
  section: string,
  said: Readonly<Record<string, Said>>,
  at = 0,
): Promise<void> {
  const home = survey.user_survey_sections.find((one) => one.user_survey_section_name === section)
  const answers = Object.entries(said).map(([field, { field_value_multiple: values, ...value }]) => ({
    id: answerOf(survey, section, field, at).id,
    ...value,
    ...(values && { field_value_multiple: [...values] }),
  }))
  const part = home?.user_survey_sub_sections[at]?.id ?? ''
  const saved = await api.call(autoSave, {
    body: {
      user_survey_id: survey.id,
      user_survey_sections_attributes: [
        {
          id: home?.id ?? '',
          user_survey_sub_sections_attributes: [
            { id: part, user_survey_sub_section_details_attributes: answers },
          ],
        },
      ],
    },
  })
  if (saved?.status !== 200) throw new Error(`Not answered: ${JSON.stringify(saved?.body)}`)
}

/** Adds an upload to the field 'Overview', captioned 'Front gate', through the API. */
export async function attachPhoto(surveyor: Surveyor, survey: SurveyDetail, file: PickedFile): Promise<void> {
  const { id } = answerOf(survey, 'Property and visit', 'Overview')
  await attachTo(surveyor, id, { description: 'Front gate', photos: file })
}

/** One upload: a photo, or a video with its poster. */
type Attached =
  | { readonly description: string; readonly photos: PickedFile }
  | { readonly description: string; readonly medias: PickedFile; readonly posters: PickedFile }

/** Uploads to the answer with this id, through the API. */
export async function attachTo(
  { api }: Surveyor,
  answer: string,
  { description, ...files }: Attached,
): Promise<void> {
  const parts = new FormData()
  parts.set('user_survey_media[user_survey_sub_section_detail_id]', answer)
  parts.set('user_survey_media[descriptions][]', description)
  for (const [part, { buffer, mimeType, name }] of Object.entries(files)) {
    const bytes = new Blob([Uint8Array.from(buffer)], { type: mimeType })
    parts.set(`user_survey_media[${part}][]`, bytes, name)
  }
  const sent = await api.upload(uploadMedia, parts, crypto.randomUUID())
  if (sent?.status !== 201) throw new Error(`Not uploaded: ${JSON.stringify(sent?.body)}`)
}

type Answer = ReturnType<typeof answerOf>

function filled({ id, field_name, field_type, field_options: [option = ''] }: Answer) {
  if (field_type === 'checkbox') return { id, field_value_multiple: [option] }
  if (field_type === 'date') return { id, field_value: '2026-11-20' }
  const number = field_name.startsWith('Year') ? '1998' : '12'
  return { id, field_value: option || (field_type === 'numeric' ? number : 'East wing') }
}

/** Returns an answer by the displayed names; `part` is the index of the sub-section. */
export function answerOf(survey: SurveyDetail, section: string, field: string, part = 0) {
  const found = survey.user_survey_sections
    .find((one) => one.user_survey_section_name === section)
    ?.user_survey_sub_sections[part]?.user_survey_sub_section_details.find((one) => one.field_name === field)
  if (!found) throw new Error(`No field ${section} / ${field} (${part})`)
  return found
}

/** Returns the address of a survey's form. */
export function formAddress(survey: SurveyDetail): string {
  return `/survey/${survey.survey_template_id}/${survey.id}/${survey.user_survey_sections[0]?.id ?? ''}`
}
