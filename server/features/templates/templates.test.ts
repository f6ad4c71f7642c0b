import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTemplates, templateDetails } from '#contract/templates/templates.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, sampleTemplate } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkLogic } from '#survey/logic/check.ts'
import { faultText } from '#survey/logic/fault-text.ts'
import type { Template } from '#survey/template.ts'
import { templates } from './catalogue/templates.ts'
import { addMissingTemplates, changeTranslations, findTemplate } from './data.ts'
import { seedTemplates } from './seed.ts'

let here: TestApp
let surveyor: MadeAccount
beforeAll(async () => {
  here = await testApp()
  surveyor = await here.make.account()
})
afterAll(() => here.close())

test('needs a full session', async () => {
  const restricted = await here.make.account({ passwordIsOwn: false })
  const query = { survey_template_id: templates[0]?.id ?? '' }
  for (const [api, status] of [
    [here.api, 401],
    [restricted.api, 403],
  ] as const) {
    const refused = [await api.call(listTemplates, {}), await api.call(templateDetails, { query })]
    expect(refused.map((answer) => answer.status)).toEqual([status, status])
    expect(refused.map((answer) => Object.keys(answer.errors[0] ?? {}))).toEqual([['token'], ['token']])
  }
})

test('offers the catalogue in order from the first start', async () => {
  const { status, body } = await surveyor.api.call(listTemplates, {})
  expect(status).toBe(200)
  expect(body.survey_templates).toEqual(templates.map(({ id, name }) => ({ id, name })))
})

test('no expression of the catalogue has a fault', () => {
  for (const template of templates) {
    expect(checkLogic(template).map((fault) => faultText(template, fault))).toEqual([])
  }
})

test('includes a version’s series, so that devices recognize the newer one', async () => {
  const [{ id, series } = { id: '', series: '' }] = templates
  const { body } = await surveyor.api.call(templateDetails, { query: { survey_template_id: id } })
  expect(body.survey_template_details.data.attributes.series_id).toBe(series)
})

test('returns the sections and fields of a version', async () => {
  await addSampleTemplate(here)
  const { status, body } = await surveyor.api.call(templateDetails, {
    query: { survey_template_id: sampleTemplate.id },
  })
  expect(status).toBe(200)
  const { data } = body.survey_template_details
  expect(data.id).toBe(sampleTemplate.id)
  expect(data.attributes).toMatchObject({ name: 'Small survey', checkbox_1: true, checkbox_2: false })
  const [building, floor] = data.attributes.survey_info_section
  expect(building).toMatchObject({
    survey_info_section_name: 'Building',
    add_similar_section: true,
    add_similar_section_text: 'Add another building',
    copy_from_last_filled: false,
  })
  expect(building?.survey_info_section_fields[0]).toMatchObject({
    field_name: 'Building name',
    field_type: 'text',
    is_mandatory: true,
    adds_dropdown_type: 'Building',
    dynamic_dropdown_type: null,
  })
  expect(floor?.survey_info_section_fields[2]?.field_options).toEqual(['Copper', 'Coax', 'Fiber'])
})

test('returns 404 for unknown ids', async () => {
  const query = { survey_template_id: '019b0000-0000-7000-8000-00000000dead' }
  const unknown = await surveyor.api.call(templateDetails, { query })
  expect([unknown.status, unknown.errors]).toEqual([404, [{ message: 'Invalid template or section id' }]])
})

test('a newer version replaces the older one in the list; both can be read', async () => {
  const id = '019b0000-0000-7000-8000-00000000aaaa'
  const newer = { ...sampleTemplate, id, version: 2, name: 'Small survey, new', series: 'sample' }
  await addSampleTemplate(here)
  await addMissingTemplates(here.context.db, [newer])
  const { body } = await surveyor.api.call(listTemplates, {})
  expect(body.survey_templates.filter(({ name }) => name.startsWith('Small survey'))).toEqual([
    { id, name: 'Small survey, new' },
  ])
  for (const survey_template_id of [id, sampleTemplate.id]) {
    const read = await surveyor.api.call(templateDetails, { query: { survey_template_id } })
    expect(read.status).toBe(200)
  }
})

test('simultaneous starts seed each version once and change no existing one', async () => {
  const { db } = here.context
  await db
    .updateTable('template')
    .set({ name: 'Kept' })
    .where('id', '=', templates[0]?.id ?? '')
    .execute()
  await db
    .deleteFrom('template')
    .where('id', '=', templates[1]?.id ?? '')
    .execute()
  await Promise.all([seedTemplates(db), seedTemplates(db), seedTemplates(db)])
  const rows = await db
    .selectFrom('template')
    .select('name')
    .where(
      'id',
      'in',
      templates.map(({ id }) => id),
    )
    .orderBy('series')
    .execute()
  expect(rows.map(({ name }) => name)).toEqual(['Kept', ...templates.slice(1).map(({ name }) => name)])
})

describe('an installation with them only in English', () => {
  const [wiring] = templates
  const old = async (change: (template: Template) => Template) => {
    if (!wiring) throw new Error('no templates')
    const { series: _, language: __, languages: ___, ...template } = wiring
    const sections = template.sections.map((section) => ({ ...section, translations: {} }))
    await changeTranslations(here.context.db, change({ ...template, sections }))
    await seedTemplates(here.context.db)
    return findTemplate(here.context.db, wiring.id)
  }

  test('gets their translations at the next start', async () => {
    const now = await old((template) => template)
    expect(now).toMatchObject({ language: 'en', languages: ['es'] })
    expect(now?.sections[0]?.translations).toEqual({ es: { name: 'Datos de la propiedad' } })
  })

  test('does not change a version with other content', async () => {
    const now = await old((template) => ({ ...template, name: 'Of another time' }))
    expect(now).toMatchObject({ name: 'Of another time' })
    expect(now?.languages).toBeUndefined()
    await old((template) => template)
  })
})
