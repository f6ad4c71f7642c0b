import { expect, test } from 'vitest'
import type { FormSection } from './form-place.ts'
import { makeIndependent, outsideKeys } from './reuse-section.ts'

const closet: FormSection = {
  key: 'closet',
  name: 'Closet',
  fields: [
    { key: 'racks', name: 'Racks', type: 'numeric', constraint: '. < 9', constraintMessage: 'Too many.' },
    {
      key: 'note',
      name: 'Note',
      type: 'text',
      showIf: "${racks} > 1 and ${building} = 'A'",
      constraint: 'string-length(.) < ${longest}',
      constraintMessage: 'Too long.',
    },
    { key: 'all', name: 'All', type: 'calculated', calculation: 'count(${closet}) + ${building}' },
  ],
}

test('lists each key outside the section once', () => {
  expect(outsideKeys(closet)).toEqual(['building', 'longest'])
  expect(outsideKeys({ ...closet, fields: closet.fields.slice(0, 1) })).toEqual([])
})

test('keeps only rules about the field itself in an independent field', () => {
  const [racks, note] = closet.fields
  if (!racks || !note) throw new Error('no fields')
  expect(makeIndependent(racks)).toBe(racks)
  expect(makeIndependent(note)).toEqual({ key: 'note', name: 'Note', type: 'text' })
})
