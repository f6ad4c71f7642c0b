import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import * as forms from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

type Field = FormDocument['sections'][number]['fields'][number]

let here: TestApp
let maker: MadeAccount
let other: MadeAccount
let surveyor: MadeAccount
beforeAll(async () => {
  here = await testApp()
  const admin = await here.make.account({ role: 'admin' })
  maker = await here.make.account()
  other = await here.make.account()
  surveyor = await here.make.account()
  for (const { id } of [maker, other])
    await admin.api.call(changeAccountAccess, { params: { id }, body: { may_make_templates: true } })
})
afterAll(() => here.close())

async function made(by: MadeAccount, name: string, ...fields: readonly Field[]): Promise<string> {
  const form: FormDocument = {
    schema: 'fieldbook-form/1',
    name,
    sections: [{ key: 'one', name: 'One', fields: [...fields] }],
  }
  const { status, body } = await by.api.call(forms.createForm, { body: { form } })
  expect(status).toBe(201)
  return body.data.id
}

async function offered(to: MadeAccount) {
  return (await to.api.call(forms.oftenUsedFields, {})).body.data
}

test('requires the right to make templates', async () => {
  expect((await here.api.call(forms.oftenUsedFields, {})).status).toBe(401)
  expect((await surveyor.api.call(forms.oftenUsedFields, {})).status).toBe(403)
})

test('offers fields of several own templates, in their latest form and without references', async () => {
  expect(await offered(maker)).toEqual([])
  const address: Field = { key: 'address', name: 'Address', type: 'text' }
  const door: Field = { key: 'door', name: 'Door', type: 'radio', options: ['Open', 'Shut'] }
  const id = await made(maker, 'First', address, door, { key: 'once', name: 'Once', type: 'text' })
  // Another version of the same template does not count.
  await maker.api.call(forms.publishForm, { params: { id }, body: {} })
  expect(await offered(maker)).toEqual([])
  const last: Field = { ...door, key: 'door_2', name: 'DOOR', options: ['Open', 'Shut', 'Gone'] }
  const rest: readonly Field[] = [
    { key: 'how_many', name: 'Once', type: 'numeric' },
    { key: 'hello', name: 'Hello', type: 'note' },
  ]
  await made(maker, 'Second', address, { ...last, showIf: "${address} != ''" }, ...rest)
  await made(maker, 'Third', address, ...rest.slice(1))
  expect(await offered(maker)).toEqual([address, last])
  expect(await offered(other)).toEqual([])
})
