import { expect, test } from 'vitest'
import type { FormSection } from './place.ts'
import { looksOutside, standingAlone } from './reuse.ts'

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
  expect(looksOutside(closet)).toEqual(['building', 'longest'])
  expect(looksOutside({ ...closet, fields: closet.fields.slice(0, 1) })).toEqual([])
})

test('keeps only rules about the field itself in an independent field', () => {
  const [racks, note] = closet.fields
  if (!racks || !note) throw new Error('no fields')
  expect(standingAlone(racks)).toBe(racks)
  expect(standingAlone(note)).toEqual({ key: 'note', name: 'Note', type: 'text' })
})
