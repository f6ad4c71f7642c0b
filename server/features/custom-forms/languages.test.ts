import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings } from '#contract/accounts/settings.ts'
import { guestPdfDownload, guestSection } from '#contract/sharing/guests.ts'
import { reportDetail, reportDownload } from '#contract/sharing/reports.ts'
import { autoSave, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { reportSearch } from '#contract/surveys/surveys-search.ts'
import { createForm, listForms, publishForm, sampleReport } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { listTemplates, templateDetails } from '#contract/templates/templates.ts'
import type { ApiClient, Sending } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { share } from '#server/testing/shared-survey.ts'
import { detailOf, readSurvey, save, sectionNamed, sectionsOf, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const form: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closets',
  language: 'en',
  languages: ['fr', 'es'],
  translations: { fr: { name: 'Locaux techniques' } },
  sections: [
    {
      ...{ key: 'closet', name: 'Closet', translations: { fr: { name: 'Local technique' } } },
      fields: [
        {
          ...{ key: 'lock', name: 'Lock', type: 'radio' },
          options: [{ label: 'Key', value: 'k', translations: { fr: 'Clé', es: 'Llave' } }, 'Code'],
          translations: { fr: { name: 'Serrure', hint: 'Voir la porte' }, es: { name: 'Cerradura' } },
        },
        { key: 'racks', name: 'Racks', type: 'numeric' },
      ],
    },
  ],
}

const inFrench = { headers: { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' } }
const inSpanish = { headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' } }
const inGerman = { headers: { 'accept-language': 'de' } }

let here: TestApp
let admin: ApiClient
let sam: MadeAccount
let template: string
let survey: SurveyDetail
let formId: string
beforeAll(async () => {
  here = await testApp()
  admin = (await here.make.account({ role: 'admin' })).api
  const made = (await admin.call(createForm, { body: { form } })).body.data
  formId = made.id
  const published = await admin.call(publishForm, {
    params: { id: formId },
    body: { revision: made.attributes.revision },
  })
  template = published.body.data.attributes.survey_template_id ?? ''
  sam = await here.make.account()
  survey = await startSurvey(sam, { template: { id: template } })
  await save(sam, survey, [{ in: 'Closet', field: 'Lock', field_value: 'Key' }])
})
afterAll(() => here.close())

const rowsIn = async (sending: Sending) => {
  const { body } = await sam.api.call(reportDetail, { params: { id: survey.id } }, sending)
  return body.data.attributes.sections.map(({ name, parts }) => [
    name,
    ...parts.flatMap(({ rows }) => rows.map(({ label, value }) => `${label}: ${value}`)),
  ])
}

test('a built-in template’s category is in the reader’s language', async () => {
  const shelves = async (sending: Sending) => {
    const { body } = await admin.call(listForms, { query: { per_page: '50' } }, sending)
    const ready = body.data.filter(({ attributes }) => attributes.is_library)
    return [...new Set(ready.map(({ attributes }) => attributes.category))]
  }
  expect(await shelves({})).toEqual(['Telecom', 'Property', 'Safety', 'Building systems', 'Construction'])
  expect(await shelves(inSpanish)).toEqual([
    'Telecomunicaciones',
    'Propiedad',
    'Seguridad',
    'Sistemas del edificio',
    'Construcción',
  ])
})

test('a template’s name in the reader’s language is found by search and used in the report', async () => {
  const named = async (sending: Sending) => {
    const { body } = await sam.api.call(listTemplates, {}, sending)
    return body.survey_templates.find(({ id }) => id === template)?.name
  }
  expect(await named({})).toBe('Closets')
  expect(await named(inFrench)).toBe('Locaux techniques')
  expect(await named(inGerman)).toBe('Closets')
  const { body } = await sam.api.call(reportDetail, { params: { id: survey.id } }, inFrench)
  expect(body.data.attributes.templateName).toBe('Locaux techniques')
})

test('built-in templates have names and descriptions in the reader’s language, and are found by either name', async () => {
  for (const search_query of ['roof insp', 'inspección de techo']) {
    const { body } = await admin.call(listForms, { query: { search_query } }, inSpanish)
    expect(body.data.map(({ attributes: { name, description } }) => [name, description.slice(0, 8)])).toEqual(
      [['Inspección de techo', 'El techo']],
    )
  }
})

test('a device gets the template in all of its languages', async () => {
  const { body } = await sam.api.call(templateDetails, { query: { survey_template_id: template } }, inFrench)
  const { attributes } = body.survey_template_details.data
  expect(attributes).toMatchObject({ language: 'en', languages: ['fr', 'es'] })
  expect(attributes.survey_info_section[0]).toMatchObject({
    survey_info_section_name: 'Closet',
    translations: { fr: { survey_info_section_name: 'Local technique' } },
    survey_info_section_fields: [
      {
        field_name: 'Lock',
        field_options: ['Key', 'Code'],
        translations: {
          fr: { field_name: 'Serrure', field_hint: 'Voir la porte', field_options: ['Clé', ''] },
          es: { field_name: 'Cerradura', field_options: ['Llave', ''] },
        },
      },
      { field_name: 'Racks' },
    ],
  })
})

test('rejects invalid languages and too many of them', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `l${index}`)
  const [section] = form.sections
  if (!section) throw new Error('no section')
  const translated = (languages: readonly string[]) => ({
    ...form,
    sections: [
      { ...section, translations: Object.fromEntries(languages.map((one) => [one, { name: 'x' }])) },
    ],
  })
  const wrong = [
    { ...form, languages: many },
    { ...form, languages: ['<b>'] },
    { ...form, language: 'x'.repeat(101) },
    translated(many),
    translated(['a_b']),
  ]
  const answers = await Promise.all(wrong.map((one) => admin.call(createForm, { body: { form: one } })))
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 400])
  expect((await admin.call(createForm, { body: { form: translated(many.slice(1)) } })).status).toBe(201)
})

describe('a reader gets a survey in the best of its template’s languages', () => {
  const english = [['Closet', 'Lock: Key', 'Racks: ']]

  test('in the report, without changing stored answers', async () => {
    expect(await rowsIn(inFrench)).toEqual([['Local technique', 'Serrure: Clé', 'Racks: ']])
    expect(await rowsIn(inSpanish)).toEqual([['Closet', 'Cerradura: Llave', 'Racks: ']])
    for (const sending of [{}, inGerman]) expect(await rowsIn(sending)).toEqual(english)
    expect(detailOf(await readSurvey(sam, survey.id), 'Closet', 'Lock')).toMatchObject({
      ...{ field_value: 'Key', field_options: ['Key', 'Code'] },
    })
  })

  test('answers are saved by the option itself, not its translation', async () => {
    const saved = async (value: string) => {
      const sections = sectionsOf(survey, [{ in: 'Closet', field: 'Lock', field_value: value }])
      const body = { user_survey_id: survey.id, user_survey_sections_attributes: sections }
      return sam.api.call(autoSave, { body }, inFrench)
    }
    expect((await saved('Code')).status).toBe(200)
    expect((await saved('Clé')).status).toBe(422)
    expect((await saved('Key')).status).toBe(200)
  })

  test('in search results', async () => {
    const found = async (sending: Sending) => {
      const query = { survey_template_id: template, user_survey_id: survey.id, search_query: 'serr' }
      return (await sam.api.call(reportSearch, { query }, sending)).body
    }
    expect(JSON.stringify(await found(inFrench))).toContain('Serrure')
    expect(JSON.stringify(await found({}))).not.toContain('Serrure')
  })

  test('on the shared page and in its PDF; by default in the owner’s language', async () => {
    const link = await share(sam, survey.id)
    const query = { guest_survey_id: link.id }
    const section = sectionNamed(survey, 'Closet').id
    const page = await here.api.call(
      guestSection,
      { query: { ...query, guest_survey_section_id: section } },
      inFrench,
    )
    expect(page.body.data.attributes).toMatchObject({ user_survey_section_name: 'Local technique' })
    expect(JSON.stringify(page.body)).toContain('Clé')
    const { body } = await here.api.call(guestPdfDownload, { query })
    const textFor = async (headers: Record<string, string>) =>
      (await readPdf((await here.api.open(body.data.url, headers)).rawPayload)).text
    expect(await textFor(inFrench.headers)).toContain('Serrure')
    expect(await textFor({})).toContain('Lock')
    await sam.api.call(changeSettings, { body: { data: { attributes: { language: 'es' } } } })
    expect(await textFor({})).toContain('Cerradura')
    const own = await sam.api.call(reportDownload, { params: { id: survey.id } })
    const { text } = await readPdf((await here.api.open(own.body.data.url, inFrench.headers)).rawPayload)
    expect(text).toContain('Cerradura')
  })

  test('in the language chosen for forms, before those of the account and the browser', async () => {
    const chosen = { headers: { ...inSpanish.headers, 'x-reads-in': 'fr' } }
    expect(await rowsIn(chosen)).toEqual([['Local technique', 'Serrure: Clé', 'Racks: ']])
    const { body } = await sam.api.call(reportDownload, { params: { id: survey.id } })
    const { text } = await readPdf((await here.api.open(body.data.url, chosen.headers)).rawPayload)
    for (const words of ['Serrure', 'Informe de inspección']) expect(text).toContain(words)
    for (const odd of ['', 'x'.repeat(500), '__proto__'])
      expect(await rowsIn({ headers: { 'x-reads-in': odd } })).toEqual(english)
  })

  test('with the words that a template that ships calculates', async () => {
    const ria = await here.make.account()
    const { body: all } = await ria.api.call(listTemplates, {})
    const fire = all.survey_templates.find(({ name }) => name === 'Fire safety walk')
    const walk = await startSurvey(ria, { template: { id: fire?.id ?? '' } })
    await save(ria, walk, [
      { in: 'Building', field: 'Date of the walk', field_value: '2026-01-06' },
      { in: 'Extinguisher', field: 'Last annual maintenance', field_value: '2025-01-05' },
      { in: 'Extinguisher', field: 'Last monthly inspection', field_value: '2025-12-30' },
    ])
    for (const [sending, annual, monthly] of [
      [{}, 'Annual maintenance: Overdue', 'Monthly inspection: Current'],
      [inSpanish, 'Mantenimiento anual: Vencido', 'Inspección mensual: Vigente'],
    ] as const) {
      const { body } = await ria.api.call(reportDetail, { params: { id: walk.id } }, sending)
      const rows = body.data.attributes.sections
        .flatMap(({ parts }) => parts.flatMap((part) => part.rows))
        .map(({ label, value }) => `${label}: ${value}`)
      expect(rows).toEqual(expect.arrayContaining([annual, monthly]))
      const download = await ria.api.call(reportDownload, { params: { id: walk.id } })
      const headers = 'headers' in sending ? sending.headers : {}
      const { text } = await readPdf((await here.api.open(download.body.data.url, headers)).rawPayload)
      for (const word of [annual, monthly].map((row) => row.split(': ')[1] ?? ''))
        expect(text).toContain(word)
    }
    // Expressions and answers use the option itself in every language.
    expect(detailOf(await readSurvey(ria, walk.id), 'Extinguisher', 'Annual maintenance').field_value).toBe(
      'Overdue',
    )
  })

  test('in the sample report of a draft', async () => {
    const answers = [{ section: 'closet', part: 0, field: 'lock', value: 'Key', values: [] }]
    const drawn = await admin.call(
      sampleReport,
      { params: { id: formId }, body: { form, answers } },
      inFrench,
    )
    expect((await readPdf(drawn.body as Buffer)).text).toContain('Clé')
  })
})
