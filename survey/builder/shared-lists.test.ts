import { describe, expect, test } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '../document-to-source.ts'
import { formFaults } from '../form-faults.ts'
import { readXlsform } from '../xlsform/read-xlsform.ts'
import { writeXlsform } from '../xlsform/write-xlsform.ts'
import { changeField, duplicateField } from './edit-fields.ts'
import { insertSection } from './edit-sections.ts'
import { applyList, detachFromList, listsOf, renameList, shareOptions } from './shared-lists.ts'

const first = { section: 0, field: 0 }
const second = { section: 0, field: 1 }
const other = { section: 1, field: 0 }
const form: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Rooms',
  sections: [
    {
      key: 'room',
      name: 'Room',
      fields: [
        { key: 'walls', name: 'Walls', type: 'radio', options: ['Good', 'Poor'] },
        { key: 'floor', name: 'Floor', type: 'select', options: ['Good', 'Poor'] },
      ],
    },
    {
      key: 'roof',
      name: 'Roof',
      fields: [{ key: 'tiles', name: 'Tiles', type: 'checkbox', options: ['Whole', 'Broken'] }],
    },
  ],
}
const shared = applyList(shareOptions(form, first), other, 'Walls')

function optionsAt(now: FormDocument) {
  return now.sections.flatMap(({ fields }) => fields.map(({ options, list }) => [list, options]))
}

describe('a shared list', () => {
  test('applies an edit to all fields of the list and to no other field', () => {
    const edited = changeField(shared, other, { options: ['Good', 'Fair', 'Poor'] })
    expect(optionsAt(edited)).toEqual([
      ['Walls', ['Good', 'Fair', 'Poor']],
      [undefined, ['Good', 'Poor']],
      ['Walls', ['Good', 'Fair', 'Poor']],
    ])
    const copied = duplicateField(edited, first).form
    expect(listsOf(copied).get('Walls')?.places).toHaveLength(3)
  })

  test('detaches a field, which then changes alone', () => {
    const own = changeField(detachFromList(shared, first), first, { options: ['Bare'] })
    expect(optionsAt(own)).toEqual([
      [undefined, ['Bare']],
      [undefined, ['Good', 'Poor']],
      ['Walls', ['Good', 'Poor']],
    ])
  })

  test('is renamed in all its fields, but never to an existing name', () => {
    const two = shareOptions(renameList(shared, 'Walls', 'Floor'), second)
    expect(optionsAt(two).map(([list]) => list)).toEqual(['Floor', 'Floor 2', 'Floor'])
    expect(renameList(two, 'Floor', 'Floor 2')).toBe(two)
  })

  test('keeps its options when one of its fields changes its type', () => {
    const changed = changeField(shared, first, { type: 'text', options: undefined, list: undefined })
    expect(optionsAt(changed)[0]).toEqual([undefined, undefined])
    expect(listsOf(changed).get('Walls')?.options).toEqual(['Good', 'Poor'])
  })

  test('is renamed in an inserted section if the options differ', () => {
    const [room] = shared.sections
    if (!room) throw new Error('no section')
    const theirs = { ...room, fields: room.fields.map((field) => ({ ...field, options: ['Dry', 'Wet'] })) }
    expect(optionsAt(insertSection(shared, 1, theirs).form).at(-2)).toEqual(['Walls 2', ['Dry', 'Wet']])
    expect(optionsAt(insertSection(shared, 1, room).form).at(-2)).toEqual(['Walls', ['Good', 'Poor']])
  })

  test('is not part of the version that surveys use', () => {
    const fields = sourceOf(shared, 'series', 1).sections.flatMap((section) => section.fields)
    expect(fields.map(({ options }) => options)).toEqual(optionsAt(shared).map(([, options]) => options))
    expect(JSON.stringify(fields)).not.toContain('"list"')
  })

  test('blocks publishing if its fields disagree', () => {
    const [room, roof] = shared.sections
    const [tiles] = roof?.fields ?? []
    if (!room || !roof || !tiles) throw new Error('no fields')
    const wrong = { ...shared, sections: [room, { ...roof, fields: [{ ...tiles, options: ['Good'] }] }] }
    expect(formFaults(shared)).toEqual([])
    expect(formFaults(wrong)).toEqual([
      { section: 1, field: 0, property: 'options', fault: { code: 'listDiffers', piece: 'Walls' } },
    ])
  })
})

describe('shared lists in XLSForm', () => {
  test('write one list for its fields and keep equal options of other fields separate', () => {
    const [survey, choices] = writeXlsform(shared)
    const types = survey?.rows.slice(1).map(([type]) => type)
    expect(types).toEqual([
      'begin group',
      'select_one walls',
      'select_one floor',
      'end group',
      'begin group',
      'select_multiple walls',
      'end group',
    ])
    expect(choices?.rows.slice(1).map(([list]) => list)).toEqual(['walls', 'walls', 'floor', 'floor'])
    expect(readXlsform(writeXlsform(shared))).toMatchObject({ kind: 'form', form: shared })
    expect(readXlsform(writeXlsform(form))).toMatchObject({ kind: 'form', form })
  })

  test('are created for questions of an imported form that use one list', () => {
    const read = readXlsform([
      {
        name: 'survey',
        rows: [
          ['type', 'name', 'label'],
          ['select_one state', 'a', 'A'],
          ['select_multiple state', 'b', 'B'],
          ['select_one only', 'c', 'C'],
          ['select_one state or_other', 'd', 'D'],
        ],
      },
      {
        name: 'choices',
        rows: [
          ['list_name', 'name', 'label'],
          ['state', 'good', 'Good'],
          ['state', 'poor', 'Poor'],
          ['only', 'x', 'X'],
        ],
      },
    ])
    if (read.kind !== 'form') throw new Error(read.reason)
    const lists = read.form.sections[0]?.fields.map(({ list }) => list)
    expect(lists).toEqual(['state', 'state', undefined, undefined, undefined])
  })
})
