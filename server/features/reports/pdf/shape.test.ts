import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { primary } from './font-files.ts'
import { isAscii, kerningOf, marksUnplaced } from './shape.ts'

const fonts = Object.values(primary.files).map((file) => create(readFileSync(file)) as Font)
const anyText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
})
/** Text of letters that are often kerned or joined. */
const dense = fc.string({ unit: fc.constantFrom(...'AVTWYofil.,-"1720 ') })

test('pair-by-pair layout equals the font’s layout of the whole text', () => {
  const joins = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom(...fonts), fc.oneof(anyText, dense), (font, text) => {
      const letters = kerningOf(font)
      const codes = Array.from(text, (letter) => letter.charCodeAt(0))
      const kerns = codes.map((code, at) => letters.kern(code, codes[at + 1] ?? 0x20))
      const joined = kerns.slice(0, -1).indexOf(null)
      if (joined >= 0) {
        joins.add(text.slice(joined, joined + 2))
        return
      }
      const whole = font.layout(text, marksUnplaced, undefined, undefined, 'ltr')
      expect(whole.glyphs.map(({ id }) => id)).toEqual(codes.map((code) => letters.glyph(code).id))
      const last = codes.length - 1
      const advances = codes.map(
        (code, at) => letters.glyph(code).advanceWidth + (at < last ? (kerns[at] ?? 0) : 0),
      )
      expect(whole.positions.map(({ xAdvance }) => xAdvance)).toEqual(advances)
    }),
    { numRuns: 3000 },
  )
  expect(joins.size).toBeGreaterThan(0)
  for (const pair of joins) expect(pair).toMatch(/^f[fil]$/)
})

test('isAscii accepts only printable ASCII', () => {
  for (const text of ['', ' ', 'A~', '"quoted" 12']) expect(isAscii(text)).toBe(true)
  for (const text of ['é', 'a\u0301', '\n', '\u007f', '漢', '–']) expect(isAscii(text)).toBe(false)
})
