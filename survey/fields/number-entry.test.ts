import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { richTemplate } from '../testing/rich-template.ts'
import { open } from '../testing/scenario.ts'
import { parseDecimal, parseWholeNumber } from './number-entry.ts'
import { readNumber, writeNumber } from './number-text.ts'

test.each([
  ['en-US', '1,234.5', '1234.5'],
  ['en-US', '1.234,5', null],
  ['en-US', '1,234', '1234'],
  ['en-US', '1.234', '1.234'],
  ['es-ES', '1.234,5', '1234.5'],
  ['es-ES', '1,234.5', null],
  ['es-ES', '1.234', '1234'],
  ['es-ES', '8,5', '8.5'],
  ['es-ES', '8.5', null],
  ['es-419', '1,234.5', '1234.5'],
  ['es-419', '1.234,5', null],
  ['de-CH', "1'234.5", '1234.5'],
  ['fr-FR', '1 234,5', '1234.5'],
  ['fr-FR', '12 13', null],
  ['en-IN', '12,34,567.5', '1234567.5'],
  ['en-IN', '1,234,567', null],
])('parses a number in %s: %j → %j', (locale, typed, value) => {
  expect(parseDecimal(typed, locale)).toBe(value)
})

test.each(['1,23', '12,34', '1,2345', ',5', '0,123', '1,,234', '1,234,5', '1234,567'])(
  'rejects malformed groups: %s',
  (typed) => {
    expect(parseDecimal(typed, 'en-US')).toBeNull()
    expect(parseWholeNumber(typed, 'en-US')).toBeNull()
  },
)

test('never reads a wrong number while 1,234.5 is being typed', () => {
  const steps = [...'1,234.5'].map((_, index, all) => all.slice(0, index + 1).join(''))
  expect(steps.map((typed) => parseDecimal(typed, 'en-US'))).toEqual([
    '1',
    null,
    null,
    null,
    '1234',
    '1234',
    '1234.5',
  ])
})

test('accepts signs, bare decimal points and surrounding spaces', () => {
  const read = (typed: string) => parseDecimal(typed, 'en-US')
  expect(['-3', '\u22123.', '.5', ' 12.50 ', '-.5', '007'].map(read)).toEqual([
    '-3',
    '-3',
    '0.5',
    '12.50',
    '-0.5',
    '007',
  ])
  expect(
    ['-', '.', '--3', '+3', '3-', '12\t13', '12 13', '1e5', '12 ft', '10\u00b2', '8\u00bd'].map(read),
  ).toEqual(Array(11).fill(null))
  expect(['', '  '].map(read)).toEqual(['', ''])
  expect(read('9'.repeat(limits.numberDigitsMax + 1))).toBeNull()
  expect(read('1,'.repeat(1_000_000))).toBeNull()
})

test('accepts digits and the decimal point of every script', () => {
  expect(parseDecimal('\u0661\u0662\u066b\u0665', 'en-US')).toBe('12.5')
  expect(parseDecimal('\u0661\u066c\u0662\u0663\u0664\u066b\u0665', 'ar-EG')).toBe('1234.5')
  expect(parseDecimal('\u06f1\u06f2\u066b\u06f5', 'en-US')).toBe('12.5')
  expect(parseDecimal('\uff11\uff12\uff0e\uff15', 'en-US')).toBe('12.5')
  expect(parseDecimal('1\u0662', 'en-US')).toBeNull()
})

const locales = [
  ...['en-US', 'en-IN', 'en-ZA', 'es-419', 'es-ES', 'es-MX', 'de-DE', 'de-CH', 'de-AT', 'fr-FR', 'fr-CH'],
  ...['pt-BR', 'pt-PT', 'sv-SE', 'pl-PL', 'ru-RU', 'ar-EG', 'ar-MA', 'fa-IR', 'ur-PK', 'hi-IN', 'mr-IN'],
  ...['bn-BD', 'my-MM', 'ne-NP', 'ja-JP', 'zh-Hans', 'he-IL', 'et-EE', 'lt-LT', 'sl-SI', 'it-CH', 'lij-IT'],
]
const number = fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => Number(value.toFixed(4)) + 0)
const written = fc.record({
  value: fc.oneof(number, fc.integer({ min: -20_000, max: 20_000 })),
  locale: fc.constantFrom(...locales),
  useGrouping: fc.constantFrom<'always' | 'auto' | false>('always', 'auto', false),
  numberingSystem: fc.constantFrom(undefined, 'latn', 'arab', 'arabext', 'fullwide', 'deva'),
})

test('parses what Intl formats in the same locale', () => {
  fc.assert(
    fc.property(written, ({ value, locale, useGrouping, numberingSystem }) => {
      const options = { useGrouping, maximumFractionDigits: 4, ...(numberingSystem && { numberingSystem }) }
      const typed = new Intl.NumberFormat(locale, options).format(value)
      const read = readNumber(typed, locale)
      if (read !== null) expect(Number(read)).toBe(value)
      // The locale's own format is always accepted.
      if (numberingSystem === undefined) expect(read).not.toBeNull()
      const whole = parseWholeNumber(typed, locale)
      if (whole !== null) expect(Number(whole)).toBe(value)
    }),
    { numRuns: 2_000 },
  )
})

test('parses a displayed number back to the stored number', () => {
  fc.assert(
    fc.property(number, fc.constantFrom(...locales), (value, locale) => {
      const kept = String(value)
      expect(parseDecimal(writeNumber(kept, locale), locale)).toBe(kept)
    }),
  )
})

test("keeps the answer if the text is not a number in the reader's locale", () => {
  open(richTemplate)
    .type('en-US', 'Room', 'Level', '12.5')
    .expectAnswer('Room', 'Level', '12.5 dB')
    .type('en-US', 'Room', 'Level', '1.234,5')
    .expectAnswer('Room', 'Level', '12.5 dB')
    .type('es-ES', 'Room', 'Level', '1.234,5')
    .expectAnswer('Room', 'Level', '1234.5 dB')
    .type('es-ES', 'Room', 'Level', '')
    .expectAnswer('Room', 'Level', '')
})
