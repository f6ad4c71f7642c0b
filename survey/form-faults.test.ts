import { expect, test } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { formFaults } from './form-faults.ts'

const closet: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closets',
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      addSimilarText: 'Add another closet',
      fields: [
        { key: 'idf', name: 'IDF present', type: 'yes_no' },
        {
          key: 'rack',
          name: 'Rack',
          type: 'select',
          options: ['Wall', { label: 'Floor' }],
          showIf: "${idf} = 'Yes'",
        },
        { key: 'height', name: 'Height', type: 'decimal', min: 0, max: 4 },
      ],
    },
  ],
}

function faultLines(form: FormDocument): readonly string[] {
  return formFaults(form).map(({ section, field, property, fault }) =>
    [section ?? '-', field ?? '-', property, fault.code, fault.piece].join(' ').trim(),
  )
}

/** Returns the closet with a changed field. */
function changed(field: number, change: object): FormDocument {
  const [section] = closet.sections
  if (!section) throw new Error('no section')
  const fields = section.fields.map((one, index) => (index === field ? { ...one, ...change } : one))
  return { ...closet, sections: [{ ...section, fields }] }
}

test('reports nothing for a complete form', () => {
  expect(faultLines(closet)).toEqual([])
})

test('reports everything that an empty draft lacks', () => {
  expect(faultLines({ ...closet, name: '', sections: [] })).toEqual([
    '- - name nameMissing',
    '- - sections noSections',
  ])
  const bare = { key: '', name: '', addSimilarText: '', fields: [] }
  expect(faultLines({ ...closet, sections: [bare] })).toEqual([
    '0 - key keyMissing',
    '0 - name nameMissing',
    '0 - fields noFields',
    '0 - addSimilarText addTextMissing',
  ])
})

test.each([
  [1, { options: [] }, '0 1 options optionsMissing'],
  [1, { options: ['Wall', ''] }, '0 1 options optionEmpty'],
  [1, { options: ['Wall', { label: 'Wall' }] }, '0 1 options optionTwice Wall'],
  [1, { showIf: '${nothing} = 1' }, '0 1 showIf unknownKey nothing'],
  [1, { showIf: '${idf} =' }, '0 1 showIf valueExpected'],
  [1, { key: 'idf' }, '0 1 key keyTwice idf'],
  [1, { key: 'a b' }, '0 1 key keyBad a b'],
  [2, { min: 5 }, '0 2 min rangeTurned'],
  [2, { name: '' }, '0 2 name nameMissing'],
  [2, { key: '' }, '0 2 key keyMissing'],
  [2, { type: 'dynamic_dropdown' }, '0 2 dropdownOf dropdownOfMissing'],
  [2, { type: 'calculated' }, '0 2 calculation noCalculation'],
])('reports the fault of field %i with %j: %s', (field, change, expected) => {
  expect(faultLines(changed(field, change))).toContain(expected)
})
