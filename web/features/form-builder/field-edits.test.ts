import { describe, expect, test } from 'vitest'
import { fieldTypes } from '#contract/templates/field-types.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { expressionFrom, type Row, rowsFrom } from '#survey/builder/condition-rows.ts'
import { changeField } from '#survey/builder/edit-fields.ts'
import { described } from '#survey/builder/form-options.ts'
import { formFaults } from '#survey/form-faults.ts'
import { columnsOf, withColumn, withLabel, withValue } from './option-edits.ts'
import { firstRow, hasSubjects, mayUseField, withSubject, withTest } from './rule-subjects.ts'
import { sameForm } from './same-form.ts'
import { changeType } from './supported-properties.ts'

const form: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closets',
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      fields: [
        { key: 'idf', name: 'IDF present', type: 'yes_no' },
        {
          key: 'wiring',
          name: 'Wiring',
          type: 'checkbox',
          options: [{ label: 'Copper', value: 'cu' }, 'Fiber'],
        },
        { key: 'racks', name: 'Racks', type: 'numeric', min: 0, max: 40, default: '2' },
        { key: 'remarks', name: 'Remarks', type: 'text' },
      ],
    },
  ],
}
const at = { section: 0, field: 3 }

describe('changing the type', () => {
  test.each(fieldTypes)('leaves %s with only properties that can be edited', (type) => {
    const place = { section: 0, field: 2 }
    const field = form.sections[0]?.fields[2]
    const now = field ? changeField(form, place, changeType(field, type)) : form
    const mended: readonly string[] = ['options', 'dropdownOf', 'calculation', 'default']
    expect(formFaults(now).filter(({ property }) => !mended.includes(property))).toEqual([])
    expect(now.sections[0]?.fields[2]).toMatchObject({ key: 'racks', name: 'Racks', type })
  })

  test('keeps options between choice types and removes them for others', () => {
    const field = form.sections[0]?.fields[1]
    if (!field) throw new Error('No field')
    expect('options' in changeType(field, 'radio')).toBe(false)
    expect(changeType(field, 'text')).toEqual({ type: 'text', options: undefined })
  })
})

test('a new condition row starts with a valid test of the previous field and stays valid', () => {
  const write = (row: Row) => expressionFrom({ kind: 'rows', join: 'and', of: [row] })
  const first = firstRow(form, at, false)
  expect(write(first)).toBe("${racks} != ''")
  const chosen = withSubject(form, at, first, 'wiring')
  expect(write(chosen)).toBe("selected(${wiring}, 'cu')")
  const answered = withTest(form.sections[0]?.fields[1], chosen, 'answered')
  expect(write(answered)).toBe("${wiring} != ''")
  expect(withTest(form.sections[0]?.fields[1], answered, 'chosen')).toEqual(chosen)
  const idf = withSubject(form, at, chosen, 'idf')
  expect(write(idf)).toBe("${idf} = 'Yes'")
  expect(rowsFrom(write(idf))?.of).toEqual([idf])
  expect(firstRow(form, at, true)).toEqual({ kind: 'row', key: null, test: 'answered', value: '' })
})

test('a section’s condition can use only fields of other sections', () => {
  const [first, second] = [
    { section: 0, field: null },
    { section: 1, field: null },
  ]
  const other = { key: 'end', name: 'End', fields: [{ key: 'notes', name: 'Notes', type: 'text' as const }] }
  const both = { ...form, sections: [...form.sections.slice(0, 1), other] }
  expect(firstRow(both, second, false).key).toBe(form.sections[0]?.fields.at(-1)?.key)
  expect(firstRow(both, first, false).key).toBe('notes')
  expect(hasSubjects(both, first)).toBe(true)
  expect(hasSubjects({ ...both, sections: form.sections.slice(0, 1) }, first)).toBe(false)
  expect(mayUseField(first, { section: 0, field: 0 })).toBe(false)
  expect(mayUseField({ section: 0, field: 1 }, { section: 0, field: 0 })).toBe(true)
})

test('an option is stored as its label until it has other properties', () => {
  const copper = withValue(described('Copper'), 'cu')
  expect(copper).toEqual({ label: 'Copper', value: 'cu' })
  expect(withValue(described(copper), undefined)).toBe('Copper')
  const north = withColumn(described('Roof'), 'building', 'north')
  expect(columnsOf(['Ground', north])).toEqual(['building'])
  expect(withLabel(described(north), 'Attic', undefined)).toEqual({
    label: 'Attic',
    columns: { building: 'north' },
  })
  const roof = { id: 'Roof', label: 'Roof' }
  const attic = withLabel(described('Roof'), 'Attic', roof)
  expect(attic).toEqual({ label: 'Attic', id: 'Roof' })
  expect(withLabel(described(attic), 'Roof', roof)).toBe('Roof')
  // Renamed back to a published option's label: without its own id it would be taken for that option.
  const again = withLabel(described(attic), 'Roof', { ...roof, label: 'Attic' })
  expect(again).toEqual({ label: 'Roof', id: 'Roof' })
  expect(withColumn(described(north), 'building', undefined)).toBe('Roof')
})

test('documents are equal in any property order', () => {
  const [section] = form.sections
  const turned = { sections: form.sections, name: 'Closets ', schema: form.schema }
  expect(sameForm(form, turned)).toBe(true)
  expect(sameForm(form, { ...form, description: 'More' })).toBe(false)
  expect(sameForm(form, { ...form, sections: section ? [section, section] : [] })).toBe(false)
})
