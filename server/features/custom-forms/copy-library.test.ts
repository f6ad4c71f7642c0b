import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSurvey } from '#contract/surveys/surveys.ts'
import * as forms from '#contract/templates/custom-forms.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { library } from './library.ts'

let here: TestApp
let admin: MadeAccount
let surveyor: MadeAccount
beforeAll(async () => {
  here = await testApp()
  admin = await here.make.account({ role: 'admin' })
  surveyor = await here.make.account()
})
afterAll(() => here.close())

test('requires the right to make templates', async () => {
  for (const { id } of library)
    expect((await surveyor.api.call(forms.createForm, { body: { library_id: id } })).status).toBe(403)
})

test.each(library.map(({ id, document }) => [document.name, id] as const))(
  '%s is copied by its id in the list, published, and a survey begins with it',
  async (name, id) => {
    const query = { search_query: name, state: 'published' as const, per_page: '100' }
    const listed = (await admin.api.call(forms.listForms, { query })).body.data
    expect(listed.find((one) => one.id === id)?.attributes).toMatchObject({ name, is_library: true })
    const shipped = (await admin.api.call(forms.readForm, { params: { id } })).body.data.attributes.form
    const copy = await admin.api.call(forms.createForm, { body: { library_id: id, name: `Our ${name}` } })
    expect(copy.status).toBe(201)
    const { attributes } = copy.body.data
    expect(attributes).toMatchObject({ is_library: false, state: 'draft', faults: [] })
    expect(attributes.form).toEqual({ ...shipped, name: `Our ${name}` })
    const published = await admin.api.call(forms.publishForm, { params: { id: copy.body.data.id }, body: {} })
    const version = published.body.data.attributes.survey_template_id ?? ''
    const begun = await surveyor.api.call(createSurvey, {
      body: { survey_template_id: version, survey_name: 'Hill', owner_name: 'Ann' },
    })
    expect(begun.status).toBe(201)
  },
)

test('a copy has the original’s name by default, and a replay returns the same copy', async () => {
  const [shipped] = library
  if (!shipped) throw new Error('nothing ships')
  const body = { id: newId(), library_id: shipped.id }
  const twice = [
    await admin.api.call(forms.createForm, { body }),
    await admin.api.call(forms.createForm, { body }),
  ]
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect(twice.map((made) => made.body.data.attributes.name)).toEqual(Array(2).fill(shipped.document.name))
})

test('returns 404 for ids that are not built-in templates, and creates nothing', async () => {
  const own = (await admin.api.call(forms.createForm, { body: { name: 'Own' } })).body.data.id
  const count = async () => (await admin.api.call(forms.listForms, {})).body.meta.total_count
  const before = await count()
  for (const library_id of [newId(), own]) {
    const refused = await admin.api.call(forms.createForm, { body: { library_id } })
    expect([refused.status, refused.errors.map((one) => Object.keys(one))]).toEqual([404, [['message']]])
  }
  expect(await count()).toBe(before)
})

test('a copy of a published version equals it, with shared lists, description and picture', async () => {
  const options = ['Copper', 'Fiber']
  const field = (key: string) => ({ key, name: key, type: 'radio' as const, options, list: 'Media' })
  const form = {
    schema: 'fieldbook-form/1' as const,
    name: 'Risers',
    description: 'From floor to floor.',
    picture: 'closet',
    sections: [{ key: 'riser', name: 'Riser', fields: [field('up'), field('down')] }],
  }
  const first = await admin.api.call(forms.createForm, { body: { form } })
  const { id } = first.body.data
  const published = await admin.api.call(forms.publishForm, { params: { id }, body: {} })
  const body = { survey_template_id: published.body.data.attributes.survey_template_id ?? '', name: 'Ours' }
  const copy = await admin.api.call(forms.createForm, { body })
  expect(copy.body.data.attributes.form).toEqual({ ...form, name: 'Ours' })
})
