import { expect, test } from 'vitest'
import { callersIn } from './calls.ts'

const file = (text: string) => ({ path: 'a.test.ts', text })
const called = (tests: string, scenes = '') => callersIn([file(tests)], [file(scenes)])

test.each([
  ['await sam.api.call(readForm, { params })'],
  ['await api.upload(\n  readForm,\n  { files }\n)'],
  ['await api.call(forms.readForm, {})'],
  ["const path = readForm.path.replace('{id}', id)"],
])('%s calls it', (text) => {
  expect(called(text).has('readForm')).toBe(true)
})

test.each([
  ["import { readForm } from '#contract/forms.ts'"],
  ['const all = [readForm, saveForm]'],
  ['// api.call(readForm, {})'],
  ['/** As api.call(readForm, {}) does. */'],
  ['await api.call(readForms, {})'],
  ['described(readForm)'],
])('%s does not', (text) => {
  expect(called(text).has('readForm')).toBe(false)
})

test('a scene’s call counts if a test calls the scene', () => {
  const scene = 'export async function join(api) {\n  return api.call(joinByPassword, {})\n}'
  expect(called('await join(api)', scene).has('joinByPassword')).toBe(true)
  expect(called("import { join } from './scene.ts'", scene).has('joinByPassword')).toBe(false)
})
