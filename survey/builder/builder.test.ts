import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldTypes } from '#contract/templates/field-types.ts'
import { FormDocument } from '#contract/templates/form-document.ts'
import { addFields, changeField, duplicateField, moveField, removeField, rename } from './edit-fields.ts'
import { addSection, duplicateSection, insertSection, moveSection, removeSection } from './edit-sections.ts'
import { usesOf } from './field-uses.ts'
import { type Edited, fieldAt } from './form-place.ts'
import { type History, historyOf, record, redo, undo } from './history.ts'
import { keysOf } from './keys.ts'
import { namesIn } from './pasted-names.ts'
import { renameKey } from './rename-key.ts'
import { applyList, detachFromList, listsOf, shareOptions } from './shared-lists.ts'

const closet: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closets',
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      addSimilarText: 'Add a closet',
      fields: [
        { key: 'idf_present', name: 'IDF present', type: 'yes_no' },
        {
          key: 'racks',
          name: 'Racks',
          type: 'numeric',
          showIf: "${idf_present} = 'Yes'",
          constraint: '. < 9',
        },
        { key: 'note', name: 'Note', type: 'text', showIf: "${ racks } > 1 and 'of ${racks}' != ''" },
      ],
    },
    {
      key: 'end',
      name: 'End',
      fields: [
        { key: 'all', name: 'All', type: 'calculated', calculation: 'sum(${racks}) + count(${closet})' },
      ],
    },
  ],
}
const never = () => false

describe('keys', () => {
  test('replaces a key in all expressions but not in strings', () => {
    const form = renameKey(closet, { section: 0, field: 1 }, 'rack_count')
    expect(form.sections[0]?.fields[2]?.showIf).toBe("${rack_count} > 1 and 'of ${racks}' != ''")
    expect(form.sections[1]?.fields[0]?.calculation).toBe('sum(${rack_count}) + count(${closet})')
    const named = renameKey(form, { section: 0, field: null }, 'idf')
    expect(named.sections[1]?.fields[0]?.calculation).toBe('sum(${rack_count}) + count(${idf})')
  })

  test('replaces a key in the string argument of jr:choice-name', () => {
    const [section] = closet.sections
    if (!section) throw new Error('no section')
    const label = {
      key: 'label',
      name: 'Label',
      type: 'calculated' as const,
      calculation: "jr:choice-name(${idf_present}, '${idf_present}')",
    }
    const form = { ...closet, sections: [{ ...section, fields: [...section.fields, label] }] }
    const renamed = renameKey(form, { section: 0, field: 0 }, 'idf')
    expect(renamed.sections[0]?.fields.at(-1)?.calculation).toBe("jr:choice-name(${idf}, '${idf}')")
  })

  test('replaces a key in labels and keeps the id of a changed option', () => {
    const shown: FormDocument = {
      schema: 'fieldbook-form/1',
      name: 'Sites',
      sections: [
        {
          key: 'site',
          name: 'Site',
          fields: [
            { key: 'name', name: 'Building', type: 'text' },
            {
              key: 'kind',
              name: 'Kind of ${name}',
              type: 'radio',
              options: ['Home', { label: 'Part of ${name}', translations: { es: 'Parte de ${name}' } }],
            },
          ],
        },
      ],
    }
    expect(usesOf(shown, { section: 0, field: 0 })).toEqual([
      { at: { section: 0, field: 1 }, property: 'label' },
    ])
    expect(renameKey(shown, { section: 0, field: 0 }, 'house').sections[0]?.fields[1]).toMatchObject({
      name: 'Kind of ${house}',
      options: [
        'Home',
        {
          label: 'Part of ${house}',
          id: 'Part of ${name}',
          translations: { es: 'Parte de ${house}' },
        },
      ],
    })
  })

  test('resolves an equal key to the field in the same section', () => {
    const two = duplicateSection(closet, 0).form
    const own = renameKey(two, { section: 1, field: 1 }, 'racks')
    const form = renameKey(own, { section: 1, field: 1 }, 'others')
    expect(form.sections[0]).toBe(own.sections[0])
    expect(form.sections[1]?.fields[2]?.showIf).toContain('${others}')
  })

  test('updates the key with the name until it is chosen or published', () => {
    const { form, at } = addFields(closet, { section: 1, field: null }, [{ name: '', type: 'text' }])
    const typed = ['R', 'Ra', 'Racks'].reduce((now, name) => rename(now, at, name, never), form)
    expect(typed.sections[1]?.fields[1]?.key).toBe('racks_2')
    const published = rename(typed, at, 'Shelves', () => true)
    expect(published.sections[1]?.fields[1]).toMatchObject({ key: 'racks_2', name: 'Shelves' })
    const own = rename(renameKey(typed, at, 'mine'), at, 'Shelves', never)
    expect(own.sections[1]?.fields[1]?.key).toBe('mine')
    expect(rename(typed, at, 'Größe 3½ (m)', never).sections[1]?.fields[1]?.key).toBe('große_31_2_m')
  })
})

test('lists the places that depend on a field before it is deleted', () => {
  expect(usesOf(closet, { section: 0, field: 1 })).toEqual([
    { at: { section: 0, field: 2 }, property: 'showIf' },
    { at: { section: 1, field: 0 }, property: 'calculation' },
  ])
  expect(usesOf(closet, { section: 0, field: null })).toEqual([
    { at: { section: 1, field: 0 }, property: 'calculation' },
  ])
  expect(usesOf(closet, { section: 1, field: null })).toEqual([])
})

test('makes a copied section refer to its own copied fields', () => {
  const { form, at } = duplicateSection(closet, 0)
  expect(at).toEqual({ section: 1, field: null })
  expect(form.sections[1]).toMatchObject({
    key: 'closet_2',
    fields: [
      { key: 'idf_present_2' },
      { key: 'racks_2', showIf: "${idf_present_2} = 'Yes'" },
      { key: 'note_2', showIf: "${racks_2} > 1 and 'of ${racks}' != ''" },
    ],
  })
  const source = form.sections[0] ?? closet.sections[0]
  const half = { ...closet, sections: [{ key: 'racks', name: '', fields: [] }] }
  if (source) expect(insertSection(half, 0, source).form.sections[1]?.fields[1]?.key).toBe('racks_2')
})

test('splits pasted lines into names without list markers', () => {
  expect(namesIn('• Roof\r\n- Basement \n\n3. Attic\t2\n[x] Yard\n 12 V')).toEqual([
    'Roof',
    'Basement',
    'Attic 2',
    'Yard',
    '12 V',
  ])
})

/** A random edit; the numbers are taken modulo the number of items. */
const step = fc.record({
  kind: fc.constantFrom(
    ...(['add', 'section', 'move', 'moveSection', 'copy', 'copySection', 'remove', 'removeSection'] as const),
    ...(['name', 'key', 'change', 'takeOver', 'options', 'share', 'follow', 'own'] as const),
  ),
  a: fc.nat(9),
  b: fc.nat(9),
  c: fc.nat(9),
  text: fc.constantFrom('', 'Racks', 'IDF present', 'closet', 'Höhe über Grund', '?', 'new_key'),
  type: fc.constantFrom(...fieldTypes),
})
type Step = typeof step extends fc.Arbitrary<infer Item> ? Item : never

function done(form: FormDocument, { kind, a, b, c, text, type }: Step): Edited {
  const section = a % Math.max(1, form.sections.length)
  const field = b % Math.max(1, form.sections[section]?.fields.length ?? 0)
  const other = c % Math.max(1, form.sections.length)
  const at = { section, field }
  if (kind === 'add') return addFields(form, at, [{ name: text, type }])
  if (kind === 'section') return addSection(form, section, text)
  if (kind === 'move') return moveField(form, at, { section: other, field: c })
  if (kind === 'moveSection') return moveSection(form, section, other)
  if (kind === 'copy') return duplicateField(form, at)
  if (kind === 'copySection') return duplicateSection(form, section)
  if (kind === 'remove') return removeField(form, at)
  if (kind === 'removeSection') return removeSection(form, section)
  if (kind === 'name') return { form: rename(form, at, text, never), at }
  if (kind === 'key') return { form: renameKey(form, at, `key_${c}${a}${b}`), at }
  if (kind === 'options') return { form: changeField(form, at, { options: [text, 'Other'] }), at }
  if (kind === 'share') return { form: shareOptions(form, at), at }
  if (kind === 'follow') return { form: applyList(form, at, [...listsOf(form).keys()][c] ?? ''), at }
  if (kind === 'own') return { form: detachFromList(form, at), at }
  if (kind === 'takeOver')
    return insertSection(form, section, closet.sections[other % 2] ?? { key: '', name: '', fields: [] })
  return { form: changeField(form, at, { type, hint: text === '' ? undefined : text }), at }
}

function all(history: History, way: (history: History) => History): History {
  const next = way(history)
  return next === history ? history : all(next, way)
}

test('undoes any edits to the start and redoes them to the end', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const end = steps.reduce(
        (history, one) => record(history, done(history.now.form, one)),
        historyOf(closet),
      )
      const start = all(end, undo)
      expect(start.now.form).toBe(closet)
      expect(all(start, redo).now.form).toBe(end.now.form)
      expect(FormDocument.safeParse(end.now.form).success).toBe(true)
    }),
  )
})

test('keeps every key unique', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const kept = steps.filter(({ kind }) => kind !== 'key')
      const form = kept.reduce((now, one) => done(now, one).form, closet)
      const count = form.sections.reduce((sum, { fields }) => sum + 1 + fields.length, 0)
      expect(keysOf(form).size).toBe(count)
    }),
  )
})

test('keeps the options of a shared list equal in all its fields', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const form = steps.reduce((now, one) => done(now, one).form, closet)
      for (const { options, places } of listsOf(form).values())
        for (const place of places) expect(fieldAt(form, place)?.options ?? []).toEqual(options)
    }),
  )
})

test('undoes the typing of a name in one step', () => {
  const at = { section: 0, field: 0 }
  const typed = ['I', 'ID', 'IDF'].reduce(
    (history, name) => record(history, { form: rename(history.now.form, at, name, never), at }, 'name'),
    historyOf(closet),
  )
  expect(undo(typed).now.form).toBe(closet)
})
