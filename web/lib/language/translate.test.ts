import { IntlMessageFormat } from 'intl-messageformat'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { catalogue, isMessageKey } from '#contract/messages/catalogue.ts'
import { spanish } from '#contract/messages/es/catalogue.ts'
import { type Language, locales } from '#contract/messages/language.ts'
import { addTexts, setLanguageSource } from '#contract/messages/spoken.ts'
import { fill, storedText, t } from './translate.ts'

let language: Language = 'en'

beforeAll(() => {
  addTexts('es', spanish)
  setLanguageSource(() => language)
})
afterEach(() => {
  language = 'en'
})

test.each([
  ['en', catalogue],
  ['es', spanish],
] as const)('the whole catalogue (%s) reads as the full formatter would write it', (spoken, texts) => {
  language = spoken
  for (const [key, text] of texts) {
    if (!text.includes('{')) continue
    const format = new IntlMessageFormat(text, locales[spoken])
    const names = [...text.matchAll(/\{(\w+)/g)].map((hit) => String(hit[1]))
    for (const number of [0, 1, 2, 21, 999, 1_000, 1234, 1_000_000, 1.5, -1]) {
      const values = Object.fromEntries(names.map((name) => [name, number]))
      expect(isMessageKey(key) && t(key, values), key).toBe(String(format.format(values)))
    }
  }
})

test.each(['en', 'es'] as const)(
  'every small number is counted and written as `Intl` does it (%s)',
  (spoken) => {
    language = spoken
    const [rules, numbers] = [new Intl.PluralRules(locales[spoken]), new Intl.NumberFormat(locales[spoken])]
    for (let count = 0; count < 1_001; count++) {
      const said = fill('{count, plural, one {one #} other {other #}}', { count })
      expect(said).toBe(`${rules.select(count)} ${numbers.format(count)}`)
    }
  },
)

test('inserts values verbatim, including braces and dollar signs', () => {
  expect(fill('Delete {name}?', { name: '$& {x}' })).toBe('Delete $& {x}?')
})

test('isolates a Hebrew or Arabic name in a sentence, but not in stored text', () => {
  expect(fill('{name} was changed', { name: 'בניין 5.' })).toBe('\u2068בניין 5.\u2069 was changed')
  expect(fill('{name} was changed', { name: 'مبنى' })).toBe('\u2068مبنى\u2069 was changed')
  expect(fill('{name} was changed', { name: 'Öl – 5' })).toBe('Öl – 5 was changed')
  expect(storedText('plans.pageName', { name: 'בניין', page: 2 })).not.toMatch(/[\u2068\u2069]/)
})
