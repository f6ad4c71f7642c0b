import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import * as forms from '#contract/templates/custom-forms.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { Editors } from './editors.ts'
import { library } from './library.ts'

let here: TestApp
let sam: MadeAccount
let ana: MadeAccount
let surveyor: MadeAccount
beforeAll(async () => {
  here = await testApp()
  const admin = await here.make.account({ role: 'admin' })
  sam = await here.make.account({ firstName: 'Sam' })
  ana = await here.make.account({ firstName: 'Ana' })
  surveyor = await here.make.account()
  for (const { id } of [sam, ana])
    await admin.api.call(changeAccountAccess, { params: { id }, body: { may_make_templates: true } })
})
afterAll(() => here.close())

async function made(): Promise<string> {
  const { status, body } = await sam.api.call(forms.createForm, { body: { name: 'Roofs' } })
  expect(status).toBe(201)
  return body.data.id
}

function announce({ api }: MadeAccount, id: string, body: { take_over?: boolean; leave?: boolean } = {}) {
  return api.call(forms.announceEditing, { params: { id }, body })
}

async function editorAs(account: MadeAccount, id: string, body = {}) {
  const { is_mine, name } = (await announce(account, id, body)).body.data.attributes
  return is_mine ? 'mine' : name
}

test('requires the right to make templates and an existing, editable template', async () => {
  const id = await made()
  expect((await here.api.call(forms.announceEditing, { params: { id }, body: {} })).status).toBe(401)
  expect((await announce(surveyor, id)).status).toBe(403)
  expect((await announce(sam, newId())).status).toBe(404)
  const shipped = await announce(sam, library[0]?.id ?? '')
  expect([shipped.status, shipped.errors[0]?.message]).toEqual([403, t('templates.libraryOnly')])
})

test('a second editor sees the first, may take over, and edits alone once the first has left', async () => {
  const id = await made()
  expect(await editorAs(sam, id)).toBe('mine')
  expect(await editorAs(ana, id)).toMatch(/^Sam /)
  expect(await editorAs(sam, id)).toBe('mine')
  expect(await editorAs(ana, id, { take_over: true })).toBe('mine')
  expect(await editorAs(sam, id)).toMatch(/^Ana /)
  await announce(sam, id, { leave: true })
  expect(await editorAs(sam, id)).toMatch(/^Ana /)
  await announce(ana, id, { leave: true })
  expect(await editorAs(sam, id)).toBe('mine')
})

test('a viewer learns of a newer draft by its revision', async () => {
  const id = await made()
  await announce(sam, id)
  const { form, revision } = (await ana.api.call(forms.readForm, { params: { id } })).body.data.attributes
  await sam.api.call(forms.saveForm, { body: { id, revision, form: { ...form, name: 'Flat roofs' } } })
  expect((await announce(ana, id)).body.data.attributes.revision).toBe(revision + 1)
})

test('an editor without a heartbeat times out', () => {
  const editors = new Editors()
  const at = (passed: number) => new Date(1_000_000 + passed)
  editors.announce('form', 'sam', at(0), false)
  expect(editors.announce('form', 'ana', at(limits.formEditorGone - 1), false).accountId).toBe('sam')
  expect(editors.announce('form', 'ana', at(limits.formEditorGone), false)).toEqual({
    accountId: 'ana',
    since: at(limits.formEditorGone),
  })
})
