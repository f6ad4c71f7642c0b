import { expect, test } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { formDifference } from './form-difference.ts'

const field = (key: string, name = key, more: object = {}) => ({ key, name, type: 'text' as const, ...more })
const formOf = (...sections: FormDocument['sections']): FormDocument => ({
  schema: 'fieldbook-form/1',
  name: 'Closets',
  sections,
})
const closet = {
  key: 'closet',
  name: 'Closet',
  fields: [field('idf', 'IDF'), field('rack', 'Rack'), field('lock', 'Lock')],
}

function changeLines(older: FormDocument, newer: FormDocument): readonly string[] {
  return formDifference(older, newer).map(({ kind, section, field, name, property, from, to }) =>
    [kind, `${section}/${field ?? ''}`, name, property, from, to].filter((word) => word !== null).join(' '),
  )
}

test('reports nothing for equal documents', () => {
  expect(changeLines(formOf(closet), formOf(structuredClone(closet)))).toEqual([])
})

test('reports additions, removals, renames and changes with names', () => {
  const [idf, rack] = closet.fields
  if (!idf || !rack) throw new Error('no fields')
  const newer = formOf(
    {
      ...closet,
      name: 'Telecom closet',
      fields: [idf, { ...rack, name: 'Rack type', mandatory: true }, field('door', 'Door')],
    },
    { key: 'roof', name: 'Roof', fields: [field('access', 'Access')] },
  )
  expect(changeLines(formOf(closet), newer)).toEqual([
    'renamed closet/ Telecom closet name Closet Telecom closet',
    'renamed closet/rack Rack type name Rack Rack type',
    'changed closet/rack Rack type mandatory true',
    'added closet/door Door',
    'added roof/ Roof',
    'added roof/access Access',
    'removed closet/lock Lock',
  ])
})

test('reports only the item that was moved, not the items that made room', () => {
  const [idf, rack, lock] = closet.fields
  if (!idf || !rack || !lock) throw new Error('no fields')
  expect(changeLines(formOf(closet), formOf({ ...closet, fields: [lock, idf, rack] }))).toEqual([
    'moved closet/lock Lock 3 1',
  ])
  expect(changeLines(formOf(closet), formOf({ ...closet, fields: [rack, lock] }))).toEqual([
    'removed closet/idf IDF',
  ])
  expect(
    changeLines(formOf(closet), formOf({ ...closet, fields: [field('new'), ...closet.fields] })),
  ).toEqual(['added closet/new new'])
})

test('reports a field moved to another section as removed and added', () => {
  const [idf, ...rest] = closet.fields
  if (!idf) throw new Error('no fields')
  const newer = formOf({ ...closet, fields: rest }, { key: 'roof', name: 'Roof', fields: [idf] })
  expect(changeLines(formOf(closet), newer)).toEqual([
    'added roof/ Roof',
    'added roof/idf IDF',
    'removed closet/idf IDF',
  ])
})

test('handles keys that are names of object properties', () => {
  const odd = formOf({ key: '__proto__', name: 'A', fields: [field('constructor', 'B')] })
  expect(changeLines(formOf(), odd)).toEqual(['added __proto__/ A', 'added __proto__/constructor B'])
  expect(changeLines(odd, odd)).toEqual([])
})

test('reports options by label and translations by language', () => {
  const lock = { key: 'lock', name: 'Lock', type: 'radio', options: ['Key', 'Code'] } as const
  const before = formOf({ key: 'door', name: 'Door', fields: [{ ...lock, options: ['Key', 'Code'] }] })
  const options = ['Key', { label: 'Code', value: 'c', translations: { fr: 'Numéro' } }]
  const translations = { fr: { name: 'Serrure' } }
  const after = {
    ...formOf({ key: 'door', name: 'Door', fields: [{ ...lock, options, translations }] }),
    languages: ['fr'],
  }
  expect(changeLines(before, after)).toEqual([
    'changed / Closets languages fr',
    'changed door/lock Lock options Key, Code Key, Code (c)',
    'changed door/lock Lock translations.fr Serrure · Numéro',
  ])
})
