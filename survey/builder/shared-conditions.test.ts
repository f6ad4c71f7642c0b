import { expect, test } from 'vitest'
import { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '../document-to-source.ts'
import { formDifference } from '../form-difference.ts'
import { faultMessage, formFaults } from '../form-faults.ts'
import { draftOf } from '../template-source.ts'
import { documentOf } from '../template-to-document.ts'
import { readXlsform } from '../xlsform/read-xlsform.ts'
import { writeXlsform } from '../xlsform/write-xlsform.ts'
import { duplicateField, moveField } from './edit-fields.ts'
import { insertSection } from './edit-sections.ts'
import { usesOf } from './field-uses.ts'
import { renameKey } from './rename-key.ts'
import { makeIndependent, outsideKeys } from './reuse-section.ts'
import {
  addCondition,
  assignCondition,
  changeCondition,
  removeCondition,
  renameCondition,
} from './shared-conditions.ts'

const form = FormDocument.parse({
  name: 'Closets',
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      addSimilarText: 'Add another closet',
      conditions: [{ name: 'Closet here', showIf: "${here} != 'No'" }],
      fields: [
        { key: 'here', name: 'Closet here', type: 'radio', options: ['Yes', 'No'] },
        { key: 'size', name: 'Size', type: 'text', condition: 'Closet here' },
        { key: 'loss', name: 'Loss', type: 'decimal', condition: 'Closet here', showIf: "${size} != ''" },
      ],
    },
    { key: 'end', name: 'End', fields: [{ key: 'notes', name: 'Notes', type: 'text' }] },
  ],
} satisfies Partial<FormDocument>)

const conditionsOf = (of: FormDocument) =>
  of.sections[0]?.fields.map(({ key, condition, showIf }) => [key, condition, showIf])

test('a document keeps shared conditions, and a version is made with them', () => {
  const template = draftOf(sourceOf(form, '019b0000-0000-7000-8000-0000000000fd', 1))
  expect(documentOf(template)).toEqual(form)
  expect(formFaults(form)).toEqual([])
})

test('conditions are added, changed, renamed and removed, and their fields follow', () => {
  const added = addCondition(form, 0, 'Closet here')
  expect(added.sections[0]?.conditions?.map(({ name }) => name)).toEqual(['Closet here', 'Closet here 2'])
  const changed = changeCondition(form, 0, 0, "${here} = 'Yes'")
  expect(changed.sections[0]?.conditions).toEqual([{ name: 'Closet here', showIf: "${here} = 'Yes'" }])
  const renamed = renameCondition(form, 0, 0, 'Present')
  expect(renamed.sections[0]?.conditions?.[0]?.name).toBe('Present')
  expect(conditionsOf(renamed)?.map(([, condition]) => condition)).toEqual([undefined, 'Present', 'Present'])
  expect(renameCondition(added, 0, 0, 'Closet here 2')).toEqual(added)
  const removed = removeCondition(form, 0, 0)
  expect(removed.sections[0]).not.toHaveProperty('conditions')
  expect(conditionsOf(removed)).toEqual([
    ['here', undefined, undefined],
    ['size', undefined, undefined],
    ['loss', undefined, "${size} != ''"],
  ])
})

test('fields are chosen for a condition', () => {
  const chosen = assignCondition(form, 0, 'Closet here', new Set([2]))
  expect(conditionsOf(chosen)?.map(([, condition]) => condition)).toEqual([
    undefined,
    undefined,
    'Closet here',
  ])
})

test('a key that is renamed is renamed in shared conditions, and a deletion tells of them', () => {
  expect(renameKey(form, { section: 0, field: 0 }, 'present').sections[0]?.conditions).toEqual([
    { name: 'Closet here', showIf: "${present} != 'No'" },
  ])
  const uses = (field: number | null) =>
    usesOf(form, { section: 0, field }).map(({ at, property }) => `${at.section} ${at.field} ${property}`)
  expect(uses(0)).toEqual(['0 null conditions'])
  expect(uses(null)).toEqual([])
})

test('a field keeps its condition in its section, and takes it along written out', () => {
  expect(duplicateField(form, { section: 0, field: 1 }).form.sections[0]?.fields[2]?.condition).toBe(
    'Closet here',
  )
  const { form: moved } = moveField(form, { section: 0, field: 2 }, { section: 1, field: 0 })
  expect(moved.sections[1]?.fields[0]).toMatchObject({
    key: 'loss',
    showIf: "(${here} != 'No') and (${size} != '')",
  })
  expect(moved.sections[1]?.fields[0]).not.toHaveProperty('condition')
  const size = form.sections[0]?.fields[1]
  expect(size && makeIndependent(size)).not.toHaveProperty('condition')
})

test('a copied section brings its conditions along', () => {
  const [closet] = form.sections
  if (!closet) throw new Error('There is no section')
  expect(outsideKeys({ ...closet, fields: closet.fields.slice(1) })).toEqual(['here'])
  const { form: twice } = insertSection(form, 1, closet)
  expect(twice.sections[2]).toMatchObject({
    key: 'closet_2',
    conditions: [{ name: 'Closet here', showIf: "${here_2} != 'No'" }],
  })
})

test('an unknown or double name is a fault, and so is a condition without a formula', () => {
  const [closet, end] = form.sections
  if (!closet || !end) throw new Error('There are no sections')
  const told = (sections: FormDocument['sections']) =>
    formFaults({ ...form, sections }).map((fault) => [fault.field, fault.property, faultMessage(fault)[0]])
  const { conditions = [], ...bare } = closet
  expect(told([bare, end])).toEqual([
    [1, 'condition', 'templates.faultConditionMissing'],
    [2, 'condition', 'templates.faultConditionMissing'],
  ])
  expect(told([{ ...closet, conditions: [...conditions, ...conditions] }, end])).toEqual([
    [null, 'conditions.1', 'templates.faultConditionTwice'],
  ])
  expect(told([{ ...closet, conditions: [{ name: 'Closet here', showIf: '' }] }, end])).toEqual([
    [null, 'conditions.0', 'expressions.valueExpected'],
  ])
})

test('the difference between versions names shared conditions', () => {
  const changed = changeCondition(form, 0, 0, "${here} = 'Yes'")
  expect(formDifference(form, changed)).toMatchObject([
    { section: 'closet', field: null, property: 'conditions', to: "Closet here: ${here} = 'Yes'" },
  ])
})

test('an XLSForm has the whole condition at each field for other tools, and imports the shared one', () => {
  const book = writeXlsform(form)
  const [survey] = book
  const column = (name: string) => survey?.rows[0]?.indexOf(name) ?? -1
  expect(survey?.rows.slice(2, 5).map((row) => row[column('relevant')])).toEqual([
    '',
    "${here} != 'No'",
    "(${here} != 'No') and (${size} != '')",
  ])
  const read = readXlsform(book)
  expect(read.kind === 'form' && read.form.sections[0]).toMatchObject({
    conditions: form.sections[0]?.conditions,
  })
  expect(read.kind === 'form' && conditionsOf(read.form)).toEqual(conditionsOf(form))

  // An edited cell in the spreadsheet wins.
  const changed = book.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) => row.map((cell) => (cell === "${here} != 'No'" ? "${here} = 'Yes'" : cell))),
  }))
  const again = readXlsform(changed)
  expect(again.kind === 'form' && conditionsOf(again.form)?.[1]).toEqual([
    'size',
    undefined,
    "${here} = 'Yes'",
  ])
})
