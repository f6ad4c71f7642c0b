import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import { setPin } from '#contract/media/plans.ts'
import { addSimilar, autoSave, type SurveyDetail } from '#contract/surveys/surveys.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { onOwnSite } from '../fixtures.ts'
import { addPlanTo, asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { attachTo, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'

const units = 50

const number = { key: 'number', name: 'Unit number', type: 'text' } as const
const state = { key: 'state', name: 'Condition', type: 'radio' as const, options: ['Good', 'Poor'] }
const jacks = { key: 'jacks', name: 'Jacks', type: 'numeric' } as const
const notes = { key: 'notes', name: 'Notes', type: 'text', media: true } as const

function walk(...fields: FormDocument['sections'][number]['fields']): FormDocument {
  const unit = { key: 'unit', name: 'Unit', addSimilarText: 'Add unit', fields }
  return { schema: 'fieldbook-form/1', name: 'Large walk', sections: [unit] }
}

/** Notes lose their place in the second version and have it again in the third, which asks for no jacks. */
const versions = [
  walk(number, state, jacks, notes),
  walk({ ...number, name: 'Number' }, state, jacks),
  walk(number, { ...state, options: ['Good', 'Fair', 'Poor'] }, notes),
] as const

// Moving all surveys of a template is seen by everybody who has one.
const test = onOwnSite()

/** Two hundred answers in fifty units, photos at some of them, and pins on a floor plan. */
async function filled(surveyor: Surveyor, template: string): Promise<SurveyDetail> {
  const { api } = surveyor
  const begun = await startSurvey(surveyor, { template })
  const [section] = begun.user_survey_sections
  if (!section) throw new Error('The survey has no section')
  for (let unit = 1; unit < units; unit++) {
    const body = { id: newId(), user_survey_id: begun.id, user_survey_section_id: section.id }
    expect((await api.call(addSimilar, { body }))?.status).toBe(201)
  }
  const [all] = (await readSurvey(surveyor, begun.id)).user_survey_sections
  const parts = all?.user_survey_sub_sections ?? []
  const valuesOf = (unit: number) => [`${100 + unit}`, unit % 2 ? 'Good' : 'Poor', `${unit}`, `Note ${unit}`]
  const saved = await api.call(autoSave, {
    body: {
      user_survey_id: begun.id,
      user_survey_sections_attributes: [
        {
          id: section.id,
          user_survey_sub_sections_attributes: parts.map((part, unit) => ({
            id: part.id,
            user_survey_sub_section_details_attributes: part.user_survey_sub_section_details.map(
              ({ id }, field) => ({ id, field_value: valuesOf(unit)[field] ?? '' }),
            ),
          })),
        },
      ],
    },
  })
  expect(saved?.status).toBe(200)
  for (const unit of [0, 20, 49]) {
    const id = parts[unit]?.user_survey_sub_section_details[3]?.id ?? ''
    await attachTo(surveyor, id, { description: `Unit ${unit}`, photos: await photo('unit.jpg', unit) })
  }
  await pin(
    surveyor,
    begun.id,
    parts.slice(0, 5).map(({ id }) => id),
  )
  return readSurvey(surveyor, begun.id)
}

async function pin(surveyor: Surveyor, survey: string, parts: readonly string[]): Promise<void> {
  const id = await addPlanTo(surveyor, survey, 'Level 1')
  for (const [index, sub_section_id] of parts.entries()) {
    const body = { x: 0.1 * (index + 1), y: 0.5, edited_at: new Date().toISOString() }
    expect((await surveyor.api.call(setPin, { params: { id, sub_section_id }, body }))?.status).toBe(200)
  }
}

/** Every answer with its photos by its id, and every pin: what must not get lost. */
function everything({ user_survey_sections, earlier_answers = [], plans = [] }: SurveyDetail) {
  const own = user_survey_sections.flatMap(({ user_survey_sub_sections }) =>
    user_survey_sub_sections.flatMap((part) =>
      part.user_survey_sub_section_details.map(
        ({ id, field_value, photos }) => [id, field_value, photos.map((one) => one.id)] as const,
      ),
    ),
  )
  const earlier = earlier_answers.map(
    ({ id, field_value, photos }) => [id, field_value, photos.map((one) => one.id)] as const,
  )
  const answers = [...own, ...earlier].filter(([, value, photos]) => value !== '' || photos.length > 0)
  const pins = plans.flatMap((plan) => plan.pins.map((one) => [one.user_survey_sub_section_id, one.x, one.y]))
  return { answers: answers.toSorted(([one], [other]) => (one < other ? -1 : 1)), pins }
}

/** A photo has another address every few minutes. */
function withoutAddresses(sections: SurveyDetail['user_survey_sections']): unknown {
  return JSON.parse(JSON.stringify(sections, (key, value) => (key.endsWith('url') ? undefined : value)))
}

test('a survey of 200 answers, with photos and pins, is moved twice and back: all of it is there at each step', async ({
  site,
  visit,
  surveyor,
}) => {
  const maker = await asAdmin(site)
  const template = await makeForm(maker, versions[0])
  const survey = await filled(surveyor, await publish(maker, template))
  const before = everything(survey)
  expect(before.answers).toHaveLength(4 * units)
  expect(before.pins).toHaveLength(5)
  const now = async () => everything(await readSurvey(surveyor, survey.id))

  const page = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  for (const [version, lost] of [
    [2, `${units} answers no longer have a field.`],
    [3, `${units} earlier answers return to their fields.`],
  ] as const) {
    const document = versions[version - 1]
    if (!document) throw new Error('There is no such version')
    await publish(maker, template, document)
    await page.goto(`/SurveyVersion/${survey.id}`)
    await page.getByText(lost).waitFor()
    await page.getByRole('button', { name: `Move to version ${version}` }).tap()
    await page.getByText(`The survey now follows version ${version}.`).waitFor()
    expect(await now()).toEqual(before)
  }
  await page.getByRole('link', { name: 'Open the survey' }).tap()
  await form(page).part('100').first().waitFor()
  await expect.poll(() => form(page).input('Notes').first().inputValue()).toBe('Note 0')

  for (const version of [2, 1]) {
    await page.goto(`/SurveyVersion/${survey.id}`)
    await page.getByRole('button', { name: `Undo: from version ${version} to version ${version + 1}` }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).tap()
    await page.getByText(`The survey follows version ${version} again.`).waitFor()
    expect(await now()).toEqual(before)
  }
  // Each answer stands in the field that it was given for.
  const { user_survey_sections } = await readSurvey(surveyor, survey.id)
  expect(withoutAddresses(user_survey_sections)).toEqual(withoutAddresses(survey.user_survey_sections))
})
