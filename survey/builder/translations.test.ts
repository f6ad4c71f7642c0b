import { describe, expect, test } from 'vitest'
import { readCsv } from '#contract/rules/csv.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { readTranslations, writeTranslations } from './translation-sheet.ts'
import { addLanguage, removeLanguage, textsIn, translate, translated, translationOf } from './translations.ts'

const form: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closets',
  language: 'en',
  sections: [
    {
      ...{ key: 'unit', name: 'Unit', addSimilarText: 'Add unit' },
      fields: [
        {
          key: 'lock',
          name: 'Lock',
          type: 'radio',
          list: 'locks',
          options: ['Key', { label: 'Code', value: 'c' }],
        },
        {
          key: 'spare',
          name: 'Spare lock',
          type: 'radio',
          list: 'locks',
          options: ['Key', { label: 'Code', value: 'c' }],
        },
        {
          key: 'racks',
          name: 'Racks',
          type: 'numeric',
          hint: 'All,\nalso "empty" ones',
          constraintMessage: 'Too many',
        },
      ],
    },
  ],
}

function textOf(given: FormDocument, words: string) {
  const text = textsIn(given).find((one) => one.text === words)
  if (!text) throw new Error(`No text ${words}`)
  return text
}

const french = (given: FormDocument, words: string, translation: string) =>
  translate(given, textOf(given, words), 'fr', translation)

const filled = [
  ['Unit', 'Logement'],
  ['Add unit', 'Ajouter'],
  ['Lock', 'Serrure'],
  ['Code', 'Numéro'],
  ['All,\nalso "empty" ones', 'Toutes,\nles "vides" aussi'],
].reduce((now, [words = '', translation = '']) => french(now, words, translation), addLanguage(form, 'fr'))

describe('translations of a template', () => {
  test('list every text once and translate shared options in all fields', () => {
    expect(textsIn(form).map(({ text }) => text)).toEqual([
      ...['Closets', 'Unit', 'Add unit', 'Lock', 'Key', 'Code', 'Spare lock', 'Racks'],
      ...['All,\nalso "empty" ones', 'Too many'],
    ])
    const options = filled.sections[0]?.fields.map((field) => field.options)
    const code = { label: 'Code', value: 'c', translations: { fr: 'Numéro' } }
    expect(options).toEqual([['Key', code], ['Key', code], undefined])
    expect(translated(filled, textsIn(filled), 'fr')).toEqual({ done: 5, total: 10 })
  })

  test('leave nothing behind when a translation or language is removed', () => {
    const emptied = filled.languages?.reduce(
      (now, language) => textsIn(now).reduce((each, text) => translate(each, text, language, ''), now),
      filled,
    )
    expect(emptied).toEqual({ ...form, languages: ['fr'] })
    expect(removeLanguage(filled, 'fr')).toEqual(form)
    expect(removeLanguage(addLanguage(filled, 'de'), 'fr')).toEqual({ ...form, languages: ['de'] })
  })

  test("include the template's name and description", () => {
    const described = { ...form, description: 'For two people' }
    const named = french(
      french(addLanguage(described, 'fr'), 'Closets', 'Locaux'),
      'For two people',
      'À deux',
    )
    expect(named.translations).toEqual({ fr: { name: 'Locaux', description: 'À deux' } })
    expect(french(named, 'For two people', '').translations).toEqual({ fr: { name: 'Locaux' } })
    expect(removeLanguage(named, 'fr')).toEqual(described)
    const sheet = readCsv(writeTranslations(named)).rows
    expect(readTranslations(described, sheet)).toMatchObject({ kind: 'read', form: named, changed: 2 })
  })

  test("add a language only once and never the template's own", () => {
    expect(addLanguage(filled, 'fr')).toBe(filled)
    expect(addLanguage(filled, 'en')).toBe(filled)
  })
})

describe('a translation sheet', () => {
  const read = (sheet: string, into = form) => readTranslations(into, readCsv(sheet).rows)

  test('round-trips the template', () => {
    expect(read(writeTranslations(filled))).toEqual({ kind: 'read', form: filled, changed: 5, leftOut: [] })
    expect(read(writeTranslations(filled), filled)).toMatchObject({ form: filled, changed: 0 })
  })

  test('finds a renamed place by its key', () => {
    const sheet = writeTranslations(filled)
    const [head, ...rows] = readCsv(sheet).rows.map(({ cells }) => cells)
    expect(head).toEqual(['section', 'field', 'what', 'text', 'French (fr)', 'section key', 'field key'])
    expect(rows).toContainEqual(['Unit', 'Spare lock', 'label', 'Spare lock', '', 'unit', 'spare'])
    const [unit] = form.sections
    if (!unit) throw new Error('no section')
    const renamed = { ...form, sections: [{ ...unit, name: 'Apartment' }] }
    expect(read(sheet, renamed)).toMatchObject({ changed: 4, leftOut: [3] })
  })

  test('matches unique names in a sheet without key columns', () => {
    const sheet = [
      'section,field,what,text,fr',
      'Unit,Lock,option,Code,Numéro',
      'Unit,,label,Unit,Logement',
    ].join('\n')
    expect(read(sheet)).toMatchObject({ kind: 'read', changed: 2, leftOut: [] })
    const [unit] = form.sections
    if (!unit) throw new Error('no section')
    const twice = { ...form, sections: [unit, { ...unit, key: 'other' }] }
    expect(read(sheet, twice)).toMatchObject({ kind: 'read', leftOut: [3] })
  })

  test('ignores empty cells, adds new languages and accepts semicolons and extra spaces', () => {
    const sheet = [
      'Section;Field;What;Text;French (fr);Deutsch',
      'unit;;label;Unit;;Wohnung',
      'unit;lock;option;  Code ;;Nummer',
    ].join('\r\n')
    const made = read(sheet, filled)
    if (made.kind !== 'read') throw new Error('not read')
    expect(made).toMatchObject({ changed: 2, leftOut: [], form: { languages: ['fr', 'de'] } })
    expect(translationOf(made.form, textOf(made.form, 'Unit'), 'fr')).toBe('Logement')
    expect(translationOf(made.form, textOf(made.form, 'Code'), 'de')).toBe('Nummer')
  })

  test('reports the lines of unknown and too long texts', () => {
    const sheet = [
      'section,field,what,text,fr',
      'unit,,label,Flat,Appartement',
      `unit,lock,label,Lock,${'x'.repeat(501)}`,
      'unit,racks,label,Racks,Baies',
      'gone,,label,Unit,Logement',
    ].join('\n')
    expect(read(sheet)).toMatchObject({ kind: 'read', changed: 1, leftOut: [2, 3, 5] })
  })

  test('rejects any other file', () => {
    for (const sheet of ['', 'a,b,c', 'section,field,what,text', 'section,field,what,french\na,b,c,d'])
      expect(read(sheet)).toEqual({ kind: 'not-a-sheet' })
  })
})
