import { describe, expect, test } from 'vitest'
import { columnLanguage, languageFor, languageName, languageOfName } from './languages.ts'
import { templateFrom } from './template-source.ts'
import { forReader } from './translate.ts'

describe('the best language of a template', () => {
  test.each([
    [['fr-CA', 'en'], 'fr'],
    [['de', 'es-MX'], 'es-419'],
    [['pt'], 'pt-BR'],
    [['en-GB', 'fr'], null],
    [['EN'], null],
    [['de', 'it'], null],
    [[], null],
    [['zh-Hant'], 'zh-Hans'],
  ])('%j: %s', (wanted, found) => {
    expect(languageFor(['fr', 'es-419', 'pt-BR', 'zh-Hans'], wanted, 'en')).toBe(found)
  })

  test('prefers any wanted language to an unknown own language', () => {
    expect(languageFor(['fr'], ['en', 'fr'], undefined)).toBe('fr')
  })
})

test('recognizes languages by their common names', () => {
  for (const name of ['fr', 'French', 'FRENCH', 'français', 'French (fr)', 'Francés (fr)'])
    expect(languageOfName(name)).toBe('fr')
  expect(languageOfName('Portuguese (pt-BR)')).toBe('pt-BR')
  expect(languageOfName('Klingon')).toBe('Klingon')
  expect(languageOfName('__proto__')).toBe('proto')
  expect(languageOfName(' (!) ')).toBe('')
  expect(languageName('en-12', 'en')).toBe('en-12')
  expect(['French (fr-12)', 'de-1996-1996', 'x'.repeat(300)].map(languageOfName)).toEqual([
    'fr-12',
    'de-1996-1996',
    'x'.repeat(100),
  ])
  expect(['fr', 'pt-BR', 'Klingon'].map(columnLanguage)).toEqual([
    'French (fr)',
    'Brazilian Portuguese (pt-BR)',
    'Klingon',
  ])
  expect(languageName('fr', 'es-419')).toBe('francés')
})

describe('a translated template', () => {
  const template = templateFrom({
    ...{ series: '019b0000-0000-7000-8000-0000000000cc', version: 1, name: 'Closets' },
    ...{ language: 'en', languages: ['fr'] },
    sections: [
      {
        ...{ key: 'unit', name: 'Unit', addSimilarText: 'Add unit' },
        translations: { fr: { name: 'Logement', addSimilarText: '' } },
        fields: [
          {
            ...{ key: 'lock', name: 'Lock', type: 'radio', hint: 'On the door' },
            options: ['Key', { label: 'Code', value: 'c', translations: { fr: 'Numéro' } }],
            translations: { fr: { name: 'Serrure' } },
          },
          { key: 'note', name: 'Note', type: 'text', translations: { de: { name: 'Notiz' } } },
        ],
      },
    ],
  })

  test('keeps missing translations and option ids', () => {
    const [unit] = forReader(template, ['fr-CA']).sections
    expect(unit).toMatchObject({ name: 'Logement', addSimilarText: 'Add unit' })
    expect(unit?.fields).toMatchObject([
      { name: 'Serrure', hint: 'On the door', options: ['Key', 'Code'], optionLabels: ['Key', 'Numéro'] },
      { name: 'Note' },
    ])
  })

  test('is cached, and is the template itself if nothing is translated', () => {
    expect(forReader(template, ['fr'])).toBe(forReader(template, ['fr-FR']))
    for (const wanted of [['en', 'fr'], ['de'], []]) expect(forReader(template, wanted)).toBe(template)
  })
})
