import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cssString, pageMargins } from './use-printing.ts'

test('quotes, backslashes and line breaks cannot end the string', () => {
  expect(cssString('A "B"')).toBe('"A \\22 B\\22 "')
  expect(cssString('a\\b\n')).toBe('"a\\5c b\\a "')
})

test('any name leaves only the two outer quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(cssString(name).slice(1, -1)).not.toMatch(/["{}\n;]/)
    }),
  )
})

test('a very long name is cut without splitting a character', () => {
  expect(pageMargins('😀'.repeat(200))).toContain(`${'\\1f600 '.repeat(79)}\\2026 "`)
})
