import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import * as forms from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { listTemplates, templateDetails } from '#contract/templates/templates.ts'
import type { ApiClient } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { library } from './library.ts'

let here: TestApp
let admin: MadeAccount
let maker: MadeAccount
let surveyor: MadeAccount
beforeAll(async () => {
  here = await testApp()
  admin = await here.make.account({ role: 'admin' })
  maker = await here.make.account()
  surveyor = await here.make.account()
  await allow(maker, true)
})
afterAll(() => here.close())

function allow({ id }: MadeAccount, may_make_templates: boolean) {
  return admin.api.call(changeAccountAccess, { params: { id }, body: { may_make_templates } })
}

function closets(name: string, ...more: FormDocument['sections'][number]['fields']): FormDocument {
  const fields = [{ key: 'idf', name: 'IDF present', type: 'yes_no' as const }, ...more]
  return { schema: 'fieldbook-form/1', name, sections: [{ key: 'closet', name: 'Closet', fields }] }
}

async function made(form: FormDocument, api = maker.api) {
  const { status, body } = await api.call(forms.createForm, { body: { form } })
  expect(status).toBe(201)
  return body.data
}

function save(id: string, revision: number, form: FormDocument, api = maker.api) {
  return api.call(forms.saveForm, { body: { id, revision, form } })
}

function publish(id: string, note = '', api = maker.api) {
  return api.call(forms.publishForm, { params: { id }, body: { note } })
}

async function offered(api = surveyor.api) {
  return (await api.call(listTemplates, {})).body.survey_templates
}

describe('access', () => {
  async function everyCall(api: ApiClient) {
    const { id } = await made(closets('Whose'))
    const params = { id }
    const form = closets('Taken')
    return Promise.all([
      api.call(forms.listForms, {}),
      api.call(forms.readForm, { params }),
      api.call(forms.createForm, { body: { form } }),
      api.call(forms.saveForm, { body: { id, revision: 0, form } }),
      api.call(forms.publishForm, { params, body: {} }),
      api.call(forms.archiveForm, { params }),
      api.call(forms.restoreForm, { params }),
      api.call(forms.formVersions, { params }),
      api.call(forms.formDifference, { params, query: { from: 'draft', to: 'draft' } }),
      api.call(forms.reviveFormVersion, { params, body: { version: 1, revision: 0 } }),
      api.call(forms.deleteForm, { params }),
    ])
  }

  test('requires a full session and an admin’s permission', async () => {
    const newcomer = await here.make.account({ passwordIsOwn: false })
    for (const [api, status] of [
      [here.api, 401],
      [newcomer.api, 403],
      [surveyor.api, 403],
    ] as const)
      expect(new Set((await everyCall(api)).map((answer) => answer.status))).toEqual(new Set([status]))
    const { errors } = await surveyor.api.call(forms.listForms, {})
    expect(Object.keys(errors[0] ?? {})).toEqual(['message'])
  })

  test('admins, and accounts with an admin’s permission until it is revoked', async () => {
    const temp = await here.make.account()
    expect((await temp.api.call(forms.listForms, {})).status).toBe(403)
    expect((await allow(temp, true)).body.data.attributes.may_make_templates).toBe(true)
    const { id } = await made(closets('Temporary'), temp.api)
    expect((await admin.api.call(forms.readForm, { params: { id } })).status).toBe(200)
    await allow(temp, false)
    expect((await save(id, 0, closets('Too late'), temp.api)).status).toBe(403)
    const { body } = await admin.api.call(forms.readForm, { params: { id } })
    expect(body.data.attributes.name).toBe('Temporary')
  })

  test('accounts cannot grant it to themselves', async () => {
    const params = { id: surveyor.id }
    const refused = await surveyor.api.call(changeAccountAccess, {
      params,
      body: { may_make_templates: true },
    })
    expect(refused.status).toBe(403)
  })
})

test('a template is created and published, and surveys start with it', async () => {
  const { id, attributes } = await made(closets('Closet check'))
  expect(attributes).toMatchObject({
    name: 'Closet check',
    state: 'draft',
    revision: 0,
    version: 0,
    survey_template_id: null,
    sections: 1,
    fields: 1,
    faults: [],
  })
  expect((await offered()).some(({ name }) => name === 'Closet check')).toBe(false)
  const first = (await publish(id, 'First one')).body.data.attributes
  expect(first).toMatchObject({ state: 'published', version: 1, has_unpublished_changes: false })
  const template = first.survey_template_id ?? ''
  expect(await offered()).toContainEqual({ id: template, name: 'Closet check' })
  const begun = await surveyor.api.call(createSurvey, {
    body: { survey_template_id: template, survey_name: 'Hill', owner_name: 'Ann' },
  })
  expect(begun.status).toBe(201)

  const better = closets('Closet check', { key: 'rack', name: 'Rack', type: 'text' })
  expect((await save(id, 0, better)).body.data.attributes).toMatchObject({
    revision: 1,
    has_unpublished_changes: true,
    version: 1,
  })
  const second = (await publish(id, 'Racks')).body.data.attributes
  expect(second.version).toBe(2)
  expect((await offered()).filter(({ name }) => name === 'Closet check')).toEqual([
    { id: second.survey_template_id, name: 'Closet check' },
  ])
  const pinned = await surveyor.api.call(templateDetails, { query: { survey_template_id: template } })
  const shown = pinned.body.survey_template_details.data.attributes.survey_info_section
  expect(shown[0]?.survey_info_section_fields).toHaveLength(1)
  const numbers = async () => {
    const { data } = (await maker.api.call(forms.formVersions, { params: { id } })).body
    return data.map(({ attributes: one }) => [one.version, one.note, one.surveys, one.open_surveys])
  }
  expect(await numbers()).toEqual([
    [2, 'Racks', 0, 0],
    [1, 'First one', 1, 1],
  ])
  const completed = { status: 'Completed' }
  await here.context.db.updateTable('survey').set(completed).where('template_id', '=', template).execute()
  expect((await numbers())[1]).toEqual([1, 'First one', 1, 0])
  const query = { from: '1', to: '2' }
  const { body } = await maker.api.call(forms.formDifference, { params: { id }, query })
  expect(body.data.map(({ kind, name }) => [kind, name])).toEqual([['added', 'Rack']])
})

test('a section is published with a condition on other sections, and not with one on its own answers', async () => {
  const power = (showIf: string): FormDocument => {
    const form = closets('Closet with power')
    const fields = [{ key: 'panel', name: 'Panel', type: 'text' as const }]
    return { ...form, sections: [...form.sections, { key: 'power', name: 'Power', showIf, fields }] }
  }
  const { id, attributes } = await made(power("${panel} != ''"))
  const faults = attributes.faults.map(({ section, field, property }) => [section, field, property])
  expect(faults).toEqual([['power', null, 'showIf']])
  expect((await publish(id)).status).toBe(422)
  expect((await save(id, 0, power('${nowhere} = 1'))).body.data.attributes.faults).toHaveLength(1)
  expect((await save(id, 1, power("${idf} = 'Yes'"))).body.data.attributes.faults).toEqual([])
  expect((await publish(id)).status).toBe(200)
  expect((await save(id, 2, power("${idf} = 'No'"))).status).toBe(200)
  const query = { from: '1', to: 'draft' }
  const { body } = await maker.api.call(forms.formDifference, { params: { id }, query })
  expect(body.data).toMatchObject([
    { section: 'power', field: null, property: 'showIf', to: "${idf} = 'No'" },
  ])
})

test('the second of two editors gets a conflict, and nothing is lost', async () => {
  const { id } = await made(closets('Shared'))
  const both = await Promise.all([
    save(id, 0, closets('By the maker')),
    save(id, 0, closets('By the admin'), admin.api),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.errors.flatMap((one) => Object.keys(one))).toEqual(['revision', 'current_revision'])
  const won = both.find(({ status }) => status === 200)?.body.data.attributes
  const { attributes } = (await maker.api.call(forms.readForm, { params: { id } })).body.data
  expect([attributes.revision, attributes.name]).toEqual([1, won?.name])
})

test('two simultaneous publications create one version', async () => {
  const { id } = await made(closets('Raced'))
  const both = await Promise.all([publish(id), publish(id, '', admin.api)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect((await maker.api.call(forms.formVersions, { params: { id } })).body.data).toHaveLength(1)
})

test('an incomplete template is stored as a draft and not published', async () => {
  const { id } = await made({ ...closets(''), sections: [{ key: 'a', name: '', fields: [] }] })
  const refused = await publish(id)
  expect(refused.status).toBe(422)
  expect(refused.errors.map((one) => Object.keys(one)[0])).toEqual(['message', 'name', 'name', 'fields'])
  const { attributes } = (await maker.api.call(forms.readForm, { params: { id } })).body.data
  expect(attributes.faults.map(({ section, property }) => [section, property])).toEqual([
    [null, 'name'],
    ['a', 'name'],
    ['a', 'fields'],
  ])
})

test('an archived template is no longer offered; its surveys continue, and an offline device may still start one', async () => {
  const { id } = await made(closets('Old hat'))
  const { survey_template_id } = (await publish(id)).body.data.attributes
  await maker.api.call(forms.archiveForm, { params: { id } })
  expect((await offered()).some(({ name }) => name === 'Old hat')).toBe(false)
  const begun = await surveyor.api.call(createSurvey, {
    body: { survey_template_id: survey_template_id ?? '', survey_name: 'Hill', owner_name: 'Ann' },
  })
  expect(begun.status).toBe(201)
  const back = await maker.api.call(forms.restoreForm, { params: { id } })
  expect(back.body.data.attributes.state).toBe('published')
  expect((await offered()).some(({ name }) => name === 'Old hat')).toBe(true)
  expect((await maker.api.call(forms.deleteForm, { params: { id } })).status).toBe(409)
})

test('an older version becomes the draft again', async () => {
  const { id } = await made(closets('First words'))
  await publish(id)
  await save(id, 0, closets('Second words'))
  const body = { version: 1, revision: 1 }
  const { attributes } = (await maker.api.call(forms.reviveFormVersion, { params: { id }, body })).body.data
  expect(attributes).toMatchObject({ name: 'First words', revision: 2, has_unpublished_changes: false })
  const asked = (version: number) =>
    maker.api.call(forms.reviveFormVersion, { params: { id }, body: { version, revision: 2 } })
  expect((await asked(9)).status).toBe(404)
  expect((await asked(3_000_000_000)).status).toBe(400)
})

test('built-in templates can be read and copied, not changed', async () => {
  const [wiring] = library
  if (!wiring?.template) throw new Error('nothing ships')
  const params = { id: wiring.id }
  const read = (await maker.api.call(forms.readForm, { params })).body.data.attributes
  expect([read.is_library, read.form]).toEqual([true, wiring.document])
  expect((await save(wiring.id, 0, closets('Mine'))).status).toBe(403)
  expect((await maker.api.call(forms.archiveForm, { params })).status).toBe(403)
  const copy = await maker.api.call(forms.createForm, {
    body: { survey_template_id: wiring.template.id, name: 'Our wiring' },
  })
  expect(copy.body.data.attributes).toMatchObject({ name: 'Our wiring', faults: [] })
  expect(copy.body.data.attributes.form).toEqual({ ...wiring.document, name: 'Our wiring' })
  expect((await publish(copy.body.data.id)).status).toBe(200)
})

test('a repeated creation returns the same template; another account’s id is rejected', async () => {
  const [id, form] = [newId(), closets('Once')]
  const twice = [
    await maker.api.call(forms.createForm, { body: { id, form } }),
    await maker.api.call(forms.createForm, { body: { id, form } }),
  ]
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect((await admin.api.call(forms.createForm, { body: { id, form } })).status).toBe(409)
  expect((await maker.api.call(forms.deleteForm, { params: { id } })).status).toBe(200)
  expect((await maker.api.call(forms.readForm, { params: { id } })).status).toBe(404)
})

test('the list can be searched, filtered and paged, with built-in templates last', async () => {
  const names = ['Zebra one', 'Zebra two', 'Zebra_three']
  for (const name of names) await made(closets(name))
  const ask = async (query: { search_query?: string; state?: 'draft'; page?: string; per_page?: string }) =>
    (await maker.api.call(forms.listForms, { query })).body
  const found = await ask({ search_query: 'zebra', per_page: '2' })
  expect(found.data.map(({ attributes }) => attributes.name)).toEqual(['Zebra_three', 'Zebra two'])
  expect(found.meta).toEqual({ total_pages: 2, total_count: 3, current_page: 1 })
  expect((await ask({ search_query: 'a_t' })).data.map(({ attributes }) => attributes.name)).toEqual([
    'Zebra_three',
  ])
  const all = await ask({ per_page: '100' })
  expect(all.data.slice(-library.length).map(({ id }) => id)).toEqual(library.map(({ id }) => id))
  const pages = [await ask({ per_page: '2', page: String(Math.ceil(all.data.length / 2)) })]
  expect(pages[0]?.data.at(-1)?.id).toBe(library.at(-1)?.id)
  const drafts = await ask({ state: 'draft', per_page: '100' })
  expect(drafts.data.every(({ attributes }) => attributes.state === 'draft')).toBe(true)
})

test('removes characters that the database rejects', async () => {
  const odd = closets('Odd', { key: 'k', name: 'a\u0000b', type: 'note', hint: 'x\u0000\ud800y' })
  const { attributes } = await made(odd)
  expect(attributes.form.sections[0]?.fields[1]).toMatchObject({ name: 'a b', hint: 'x\ufffdy' })
})

test('accepts two thousand fields and rejects an oversized document', async () => {
  const fields = Array.from({ length: 2_000 }, (_, index) => ({
    key: `f${index}`,
    name: `Field ${index}`,
    type: 'text' as const,
  }))
  const { id } = await made({ ...closets('Large'), sections: [{ key: 's', name: 'S', fields }] })
  expect((await publish(id)).body.data.attributes).toMatchObject({ fields: 2_000, version: 1 })
  const huge = fields.map((field) => ({ ...field, hint: 'x'.repeat(5_000) }))
  const refused = await maker.api.call(forms.createForm, {
    body: { form: { ...closets('Huge'), sections: [{ key: 's', name: 'S', fields: huge }] } },
  })
  expect(refused.status).toBe(413)
})
