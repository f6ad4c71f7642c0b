import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import * as forms from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { ApiClient, Sending } from '#server/testing/api.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let admin: ApiClient
let id: string
beforeAll(async () => {
  here = await testApp()
  admin = (await here.make.account({ role: 'admin' })).api
  id = (await admin.call(forms.createForm, { body: { form } })).body.data.id
})
afterAll(() => here.close())

const form: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Roof walk',
  sections: [
    {
      key: 'unit',
      name: 'Unit',
      addSimilarText: 'Add unit',
      fields: [
        { key: 'access', name: 'Access', type: 'yes_no' },
        { key: 'hatch', name: 'Roof hatch', type: 'text', showIf: "${access} = 'Yes'" },
      ],
    },
  ],
}

type Body = InputOf<typeof forms.sampleReport>['body']

const answers: Body['answers'] = [
  { section: 'unit', part: 0, field: 'access', value: 'Yes', values: [] },
  { section: 'unit', part: 0, field: 'hatch', value: 'Stuck in the frame', values: [] },
  { section: 'unit', part: 1, field: 'access', value: 'No', values: ['Locked out'] },
  { section: 'unit', part: 1, field: 'hatch', value: 'Nobody has seen it', values: [] },
]

function draw(body: Partial<Body> = {}, { of = id, api = admin, sending = {} as Sending } = {}) {
  return api.call(forms.sampleReport, { params: { id: of }, body: { form, answers, ...body } }, sending)
}

test('requires the right to make templates', async () => {
  const surveyor = await here.make.account()
  expect((await draw({}, { api: here.api })).status).toBe(401)
  expect((await draw({}, { api: surveyor.api })).status).toBe(403)
  expect((await draw({}, { of: newId() })).status).toBe(404)
})

test('returns the PDF of a draft with trial answers, and stores nothing', async () => {
  const before = await admin.call(forms.readForm, { params: { id } })
  const { status, body, headers } = await draw({ form: { ...form, name: 'Newer than what is saved' } })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  expect(String(headers['content-disposition'])).toContain('Newer than what is saved.pdf')
  const { text } = await readPdf(body as Buffer)
  for (const words of ['Newer than what is saved', 'Stuck in the frame', 'Locked out'])
    expect(text).toContain(words)
  expect(text).not.toContain('Nobody has seen it')
  expect((await admin.call(forms.readForm, { params: { id } })).body).toEqual(before.body)
  for (const table of ['survey', 'answer'] as const) {
    const rows = await here.context.db.selectFrom(table).select('id').execute()
    expect(rows).toEqual([])
  }
})

test('is in the caller’s language', async () => {
  const { body } = await draw({}, { sending: { headers: { 'accept-language': 'es' } } })
  expect((await readPdf(body as Buffer)).language).toBe('es-419')
})

test('reports a draft’s faults, and rejects too many answers', async () => {
  const [section] = form.sections
  const faulty = { ...form, sections: [{ ...section, key: 'unit', name: '', fields: section?.fields ?? [] }] }
  const refused = await draw({ form: faulty })
  expect([refused.status, Object.keys(refused.errors[1] ?? {})]).toEqual([422, ['name']])
  const unreadable = { key: 'x', name: 'X', type: 'text' as const, showIf: '${nothing' }
  const broken = { ...form, sections: [{ key: 'unit', name: 'Unit', fields: [unreadable] }] }
  expect((await draw({ form: broken })).status).toBe(422)
  const far = { section: 'unit', part: limits.samplePartsMax, field: 'access', value: 'Yes', values: [] }
  expect((await draw({ answers: [far] })).status).toBe(400)
  const one = { section: 'unit', part: 0, field: 'access', value: 'Yes', values: [] }
  const many = Array.from({ length: limits.sampleAnswersMax + 1 }, () => one)
  expect((await draw({ answers: many })).status).toBe(400)
  // An answer in a late part requires all parts before it.
  const fields = Array.from({ length: 450 }, (_, index) => ({
    key: `f_${index}`,
    name: `Field ${index}`,
    type: 'text' as const,
  }))
  const wide = { ...form, sections: [{ key: 'unit', name: 'Unit', addSimilarText: 'Add unit', fields }] }
  const late = { ...one, part: limits.samplePartsMax - 1, field: 'f_0' }
  expect((await draw({ form: wide, answers: [late] })).status).toBe(413)
})
