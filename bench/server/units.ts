import { v7 as newId, v4 as newKey } from 'uuid'
import { addSimilar, autoSave, createSurvey, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import type { Site } from './site.ts'

const inspection = 'General property inspection'
const buildingSection = 'Building exterior'

export const unitSection = 'Unit inspection'
/** The section before the units. */
export const sectionBefore = 'Shared interior'

export interface UnitsSurvey {
  readonly template: string
  readonly survey: string
  /** Section ids by name. */
  readonly sections: Readonly<Record<string, string>>
  /** In order: unit 101, 102 and so on. */
  readonly units: readonly string[]
}

export const firstUnit = 101

/** A survey of a shipped template with this many filled units in one building, stored through the API. */
export async function addUnits(site: Site, count: number): Promise<UnitsSurvey> {
  const templates = await site.api.call(listTemplates, {})
  const template = templates?.body.survey_templates.find(({ name }) => name === inspection)?.id ?? ''
  const body = {
    id: newId(),
    survey_template_id: template,
    survey_name: `${count} units`,
    owner_name: 'Bench',
  }
  const made = await site.api.call(createSurvey, { body })
  const all = made?.body.data.attributes.user_survey_sections ?? []
  const [building, section] = [buildingSection, unitSection].map((name) =>
    all.find((one) => one.user_survey_section_name === name),
  )
  if (!building || !section) throw new Error('The survey could not be created')
  await save(site, body.id, building, { 'Building name or number': 'East wing' })
  const units: string[] = []
  for (let unit = 0; unit < count; unit++) {
    const where = { user_survey_id: body.id, user_survey_section_id: section.id, only_new: true }
    const id = newId()
    // The next unit is refused while mandatory answers are missing in this one.
    const added = unit === 0 ? null : await site.api.call(addSimilar, { body: { id, ...where } }, newKey())
    const home = added?.body.data.attributes ?? section
    await save(site, body.id, home, answersOf(unit))
    units.push(home.user_survey_sub_sections[0]?.id ?? '')
  }
  const sections = Object.fromEntries(all.map((one) => [one.user_survey_section_name, one.id]))
  return { template, survey: body.id, sections, units }
}

function answersOf(unit: number): Readonly<Record<string, string>> {
  return {
    Building: 'East wing',
    'Unit number': String(firstUnit + unit),
    Occupied: 'No',
    'Overall condition': 'Good',
    Kitchen: 'Fair',
    Bathrooms: 'Good',
    'Working smoke alarms': '2',
    'Unit notes': 'Window on the left sticks',
  }
}

/** Stores answers in the first sub-section that is named. */
async function save(
  { api }: Site,
  survey: string,
  { id, user_survey_sub_sections: [part] }: SurveyDetail['user_survey_sections'][number],
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const details = (part?.user_survey_sub_section_details ?? [])
    .filter(({ field_name }) => field_name in values)
    .map((one) => ({ id: one.id, field_value: values[one.field_name] ?? '' }))
  const parts = [{ id: part?.id ?? '', user_survey_sub_section_details_attributes: details }]
  const sections = [{ id, user_survey_sub_sections_attributes: parts }]
  const body = { user_survey_id: survey, user_survey_sections_attributes: sections }
  const answered = await api.call(autoSave, { body }, newKey())
  if (answered?.status !== 200) throw new Error(`Not saved: ${JSON.stringify(answered?.body)}`)
}
