import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { addField } from '#survey/builder/edit-fields.ts'
import type { Place } from '#survey/builder/form-place.ts'
import { Builder } from './builder.ts'
import type { FormServer } from './form-server.ts'
import { dropOn } from './places.ts'

function fields(...keys: readonly string[]): FormDocument['sections'][number]['fields'] {
  return keys.map((key) => ({ key, name: key, type: 'text' }))
}

const form: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Rooms',
  sections: [
    { key: 'one', name: 'One', fields: fields('a', 'b', 'c') },
    { key: 'two', name: 'Two', fields: fields('d') },
    { key: 'three', name: 'Three', fields: [] },
  ],
}

const away: FormServer = {
  save: async () => ({ kind: 'unreached' }),
  read: async () => null,
  publish: async () => ({ kind: 'unreached' }),
}

let builder: Builder
beforeEach(() => {
  const serverDraft = { form, revision: 1, version: 0, by: '', at: '' }
  builder = new Builder({ server: away, keep: () => true }, serverDraft, null)
  return () => builder.close()
})

function at(section: number, field: number | null): Place {
  return { section, field }
}

function order(): readonly string[] {
  return builder.form.sections.map(({ key, fields: own }) => [key, ...own.map((one) => one.key)].join(' '))
}

test.each([
  ['a field goes down to where it was dropped', at(0, 0), at(0, 2), 'one b c a'],
  ['and up', at(0, 2), at(0, 0), 'one c a b'],
  ["on its own section's name it is the first", at(0, 1), at(0, null), 'one b a c'],
])('%s', (_, from, on, first) => {
  dropOn(builder, from, on)
  expect(order()).toEqual([first, 'two d', 'three'])
})

test('a field moves to the end of another section, or before a field in it', () => {
  dropOn(builder, at(0, 0), at(1, null))
  expect(order()).toEqual(['one b c', 'two d a', 'three'])
  expect(builder.state.announced).toBe('a is now in Two.')
  dropOn(builder, at(0, 0), at(1, 0))
  expect(order()).toEqual(['one c', 'two b d a', 'three'])
  builder.undo()
  builder.undo()
  expect(builder.form).toBe(form)
})

test('a section takes the position of the section it is dropped on, or of the target field’s section', () => {
  dropOn(builder, at(0, null), at(2, null))
  expect(order()).toEqual(['two d', 'three', 'one a b c'])
  expect(builder.state.announced).toBe('One is now number 3 of 3.')
  dropOn(builder, at(2, null), at(0, 0))
  expect(order()).toEqual(['one a b c', 'two d', 'three'])
})

test('an item dropped on itself, or a section dropped on its own field, stays', () => {
  dropOn(builder, at(0, 1), at(0, 1))
  dropOn(builder, at(0, null), at(0, null))
  dropOn(builder, at(0, null), at(0, 2))
  expect(builder.form).toBe(form)
})

test('a full template rejects more fields and says so, and nothing is lost', () => {
  const full = fields(...Array.from({ length: limits.formFieldsMax }, (_, index) => `f${index}`))
  const [first, ...rest] = form.sections
  const serverDraft = {
    form: { ...form, sections: [{ ...first, key: 'one', name: 'One', fields: full }, ...rest] },
    revision: 1,
    version: 0,
    by: '',
    at: '',
  }
  const crowded = new Builder({ server: away, keep: () => true }, serverDraft, null)
  crowded.edit(addField(crowded.form, at(0, null), { name: 'More', type: 'text' }), { announced: 'Added.' })
  dropOn(crowded, at(1, 0), at(0, 3))
  expect(crowded.form).toBe(serverDraft.form)
  expect(crowded.state).toMatchObject({
    notice: 'A section can have 2,000 fields at most.',
    isRejected: true,
    announced: '',
  })
  crowded.edit(addField(crowded.form, at(1, null), { name: 'More', type: 'text' }))
  expect(crowded.form.sections.map((section) => section.fields.length)).toEqual([limits.formFieldsMax, 2, 0])
  expect(crowded.state).toMatchObject({ notice: '', isRejected: false })
  crowded.close()
})
