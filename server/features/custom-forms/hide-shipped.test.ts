import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog, changeAccountAccess } from '#contract/admin/admin.ts'
import { createSurvey, surveyDetail } from '#contract/surveys/surveys.ts'
import * as forms from '#contract/templates/custom-forms.ts'
import { listTemplates, templateDetails } from '#contract/templates/templates.ts'
import { seedTemplates } from '#server/features/templates/seed.ts'
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
  const body = { may_make_templates: true }
  await admin.api.call(changeAccountAccess, { params: { id: maker.id }, body })
})
afterAll(() => here.close())

const hide = ({ api }: { api: ApiClient }, id: string) => api.call(forms.archiveForm, { params: { id } })
const show = ({ api }: { api: ApiClient }, id: string) => api.call(forms.restoreForm, { params: { id } })
const offered = async () =>
  (await surveyor.api.call(listTemplates, {})).body.survey_templates.map(({ name }) => name)
const names = library.map(({ document }) => document.name)

test('only an admin hides a template that ships, or shows it again', async () => {
  const newcomer = await here.make.account({ passwordIsOwn: false, role: 'admin' })
  for (const { id } of library)
    for (const [who, status] of [
      [here, 401],
      [newcomer, 403],
      [surveyor, 403],
      [maker, 403],
    ] as const)
      expect([(await hide(who, id)).status, (await show(who, id)).status]).toEqual([status, status])
  expect(await offered()).toEqual(names)
  expect((await hide(admin, newId())).status).toBe(404)
})

test('everyone can start a survey with each of the nine, until an admin hides it', async () => {
  expect(names).toHaveLength(9)
  for (const { id, template, document } of library) {
    const begin = () =>
      surveyor.api.call(createSurvey, {
        body: { survey_template_id: template.id, survey_name: 'Hill', owner_name: 'Ann' },
      })
    const begun = await begin()
    expect(begun.status).toBe(201)

    const hidden = await hide(admin, id)
    expect(hidden.body.data.attributes).toMatchObject({ is_library: true, state: 'archived' })
    expect(await offered()).toEqual(names.filter((name) => name !== document.name))

    // Existing surveys continue, and an offline device may still send a new one.
    const read = await surveyor.api.call(surveyDetail, { params: { id: begun.body.data.id } })
    expect(read.body.data.attributes.survey_template_id).toBe(template.id)
    const query = { survey_template_id: template.id }
    expect((await surveyor.api.call(templateDetails, { query })).status).toBe(200)
    expect((await begin()).status).toBe(201)

    // A restart does not show it again.
    await seedTemplates(here.context.db)
    expect(await offered()).not.toContain(document.name)

    expect((await show(admin, id)).body.data.attributes.state).toBe('published')
    expect(await offered()).toEqual(names)
  }
})

test('hidden templates are listed as archived, are copied, and are in the audit log once', async () => {
  const [{ id } = { id: '' }] = library
  const key = newId()
  const params = { id }
  const twice = [
    await admin.api.call(forms.archiveForm, { params }, { key }),
    await admin.api.call(forms.archiveForm, { params }, { key }),
    await hide(admin, id),
  ]
  expect(twice.map(({ body }) => body.data.attributes.state)).toEqual(Array(3).fill('archived'))
  const listed = async (state: 'published' | 'archived') => {
    const { body } = await maker.api.call(forms.listForms, { query: { state, per_page: '100' } })
    return body.data.some((form) => form.id === id)
  }
  expect([await listed('published'), await listed('archived')]).toEqual([false, true])
  const copy = await maker.api.call(forms.createForm, { body: { library_id: id, name: 'Our wiring' } })
  expect(copy.status).toBe(201)
  await show(admin, id)
  await show(admin, id)
  expect([await listed('published'), await listed('archived')]).toEqual([true, false])
  const { body } = await admin.api.call(auditLog, { query: { per_page: '100' } })
  const about = body.data.filter(({ attributes }) => attributes.target_id === id)
  const actions = about.map(({ attributes }) => attributes.action)
  // One of each is from the previous test.
  expect(actions.toSorted()).toEqual([
    'template.hidden',
    'template.hidden',
    'template.shown',
    'template.shown',
  ])
  const query = { action: 'template.hidden', per_page: '100' } as const
  const filtered = await admin.api.call(auditLog, { query })
  expect(new Set(filtered.body.data.map(({ attributes }) => attributes.action))).toEqual(
    new Set(['template.hidden']),
  )
})
