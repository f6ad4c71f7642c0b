import { expect, test } from 'vitest'
import { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '../document-to-source.ts'
import { formDifference } from '../form-difference.ts'
import { faultMessage, formFaults } from '../form-faults.ts'
import { draftOf } from '../template-source.ts'
import { documentOf } from '../template-to-document.ts'
import { importSheets, surveySheet } from '../testing/import-sheets.ts'
import { sectionsTemplate } from '../testing/sample-sections.ts'
import { readXlsform } from '../xlsform/read-xlsform.ts'
import { writeXlsform } from '../xlsform/write-xlsform.ts'
import { changeSection, insertSection } from './edit-sections.ts'
import { usesOf } from './field-uses.ts'
import { renameKey } from './rename-key.ts'
import { outsideKeys } from './reuse-section.ts'

const form = documentOf(sectionsTemplate)
const conditions = (of: FormDocument) => of.sections.map(({ key, showIf }) => [key, showIf])

test("stores a section's condition in the document and in its version", () => {
  expect(FormDocument.parse(JSON.parse(JSON.stringify(form)))).toEqual(form)
  const again = draftOf(sourceOf(form, '019b0000-0000-7000-8000-0000000000fb', 1))
  expect(again.sections.map(({ showIf }) => showIf)).toEqual(form.sections.map(({ showIf }) => showIf))
})

test('removes a condition that becomes empty', () => {
  expect(changeSection(form, 1, { showIf: undefined }).sections[1]).not.toHaveProperty('showIf')
})

test('renames a key in section conditions', () => {
  const renamed = renameKey(form, { section: 0, field: 0 }, 'way_up')
  expect(renamed.sections[1]?.showIf).toBe("${way_up} = 'Yes'")
  expect(renameKey(renamed, { section: 1, field: null }, 'top').sections[2]?.showIf).toBe('count(${top}) > 1')
  expect(renamed.sections[2]).toBe(form.sections[2])
})

test('lists section conditions among the uses of a field', () => {
  const places = (section: number, field: number | null) =>
    usesOf(form, { section, field }).map(({ at, property }) => `${at.section} ${at.field} ${property}`)
  expect(places(0, 0)).toEqual(['1 null showIf'])
  expect(places(1, null)).toContain('2 null showIf')
  expect(places(3, null)).toEqual([])
})

test('keeps the condition of an inserted section and lists its outside keys', () => {
  const [, roof] = form.sections
  if (!roof) throw new Error('There is no roof.')
  expect(outsideKeys(roof)).toEqual(['access'])
  const twice = insertSection(form, 1, { ...roof, showIf: 'count(${works}) > 0' })
  expect(twice.form.sections[2]).toMatchObject({ key: 'roof_2', showIf: 'count(${works}) > 0' })
})

test("reports faults in a section's condition at the section", () => {
  const faulty = changeSection(changeSection(form, 1, { showIf: '${nothing}' }), 3, {
    showIf: "${done} = 'Yes'",
  })
  expect(
    formFaults(faulty).map((fault) => [fault.section, fault.field, fault.property, faultMessage(fault)[0]]),
  ).toEqual([
    [1, null, 'showIf', 'expressions.unknownKey'],
    [3, null, 'showIf', 'expressions.sectionCycle'],
  ])
})

test('reports an added, removed or changed condition as a difference of the section', () => {
  const other = changeSection(changeSection(form, 1, { showIf: undefined }), 3, {
    showIf: "${access} = 'No'",
  })
  expect(
    formDifference(form, other).map(({ kind, section, field, property, to }) => [
      kind,
      section,
      field,
      property,
      to,
    ]),
  ).toEqual([
    ['changed', 'roof', null, 'showIf', null],
    ['changed', 'end', null, 'showIf', "${access} = 'No'"],
  ])
})

test('writes the condition to the group or repeat of an XLSForm and reads it back', () => {
  const book = writeXlsform(form)
  const [survey] = book
  const relevant = survey?.rows[0]?.indexOf('relevant') ?? -1
  expect(
    survey?.rows.filter(([type]) => type?.startsWith('begin')).map((row) => [row[0], row[relevant]]),
  ).toEqual([
    ['begin group', ''],
    ['begin repeat', "${access} = 'Yes'"],
    ['begin group', 'count(${roof}) > 1'],
    ['begin group', "${closing} = 'Yes'"],
  ])
  const read = readXlsform(book)
  expect(read.kind === 'form' && conditions(read.form)).toEqual(conditions(form))
  expect(read.kind === 'form' && read.form.sections[1]?.fields[0]).not.toHaveProperty('showIf')
})

test('updates an option value in a condition when the XLSForm list renames it', () => {
  const spaced = {
    ...form,
    sections: form.sections.map((section, index) => ({
      ...section,
      ...(index === 3 && { showIf: "${access} = 'By ladder'" }),
      fields: section.fields.map((field) =>
        field.key === 'access' ? { ...field, options: ['Yes', 'By ladder'] } : field,
      ),
    })),
  }
  const read = readXlsform(writeXlsform(spaced))
  expect(read.kind === 'form' && conditions(read.form)).toEqual(conditions(spaced))
})

test("reads relevant of a group as the section's condition and of a nested group as its fields'", () => {
  const { form: read, noted } = importSheets({
    survey: surveySheet(`
      | select_one yn | lift | Lift | | | | | | |
      | begin group | shaft | Shaft | \${lift} = 'yes' | | | | | |
      | text | depth | Depth | | | | | | |
      | begin group | pit | Pit | \${depth} != '' | | | | | |
      | text | pump | Pump | | | | | | |
      | end group | | | | | | | | |
      | begin repeat | car | Car | \${depth} != 'none' | | | | | |
      | text | maker | Maker | | | | | | |
      | end repeat | | | | | | | | |
      | end group | | | | | | | | |`),
    choices: '| list_name | name | label |\n| yn | yes | Yes |\n| yn | no | No |',
    settings: '| form_title |\n| Lifts |',
  })
  expect(conditions(read)).toEqual([
    ['general', undefined],
    ['shaft', "${lift} = 'yes'"],
    ['car', "(${lift} = 'yes') and (${depth} != 'none')"],
  ])
  expect(read.sections[1]?.fields.map(({ key, showIf }) => [key, showIf])).toEqual([
    ['depth', undefined],
    ['pit', "${depth} != ''"],
    ['pump', "${depth} != ''"],
  ])
  expect(noted.filter(([, , , level]) => level !== 'info')).toEqual([])
})

test('drops a self-referencing relevant with a note and applies one by position to the fields', () => {
  const { form: read, noted } = importSheets({
    survey: surveySheet(`
      | begin group | shaft | Shaft | \${depth} != '' | | | | | |
      | text | depth | Depth | | | | | | |
      | end group | | | | | | | | |
      | begin repeat | car | Car | position(..) > 1 | | | | | |
      | text | maker | Maker | | | | | | |
      | end repeat | | | | | | | | |`),
    settings: '| form_title |\n| Lifts |',
  })
  expect(conditions(read)).toEqual([
    ['shaft', undefined],
    ['car', undefined],
  ])
  expect(read.sections[1]?.fields[0]?.showIf).toBe('position(..) > 1')
  expect(noted).toContainEqual([
    'survey',
    2,
    'relevant',
    'warning',
    expect.stringContaining('inside the section itself'),
  ])
})
