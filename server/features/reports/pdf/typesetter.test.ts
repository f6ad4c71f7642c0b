import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { openFontBook } from './font-book.ts'
import { openPdf } from './pdfkit-adapter.ts'
import { type } from './theme.ts'
import { type Line, openTypesetter, type Typesetter } from './typesetter.ts'

let text: Typesetter
let missing: Set<string>

beforeEach(() => {
  missing = new Set()
  const pdf = openPdf({}, { write() {}, text: ({ length }) => length })
  text = openTypesetter(openFontBook(pdf, null), (cluster) => missing.add(cluster))
})

const set = (value: string, width = 300) => text.lines(value, type.value, width)
const drawn = (line: Line | undefined) => line?.pieces.map((piece) => piece.drawn).join('') ?? ''
const faces = (value: string) => [
  ...new Set(set(value).flatMap(({ pieces }) => pieces.map(({ face }) => face.font.familyName))),
]

test('lines break between words and keep typed line breaks', () => {
  expect(set('one\ntwo\r\n\nthree').map(drawn)).toEqual(['one ', 'two ', ' ', 'three'])
  expect(
    set('the conduit enters below grade', 70)
      .map(drawn)
      .map((line) => line.trim()),
  ).toEqual(['the conduit', 'enters below', 'grade'])
})

test('each script uses a face that supports it', () => {
  expect(faces('Cable Кабель Αγωγός đường')).toEqual(['Noto Sans'])
  expect(faces('كابل')).toEqual(['IBM Plex Sans Arabic'])
  expect(faces('כבל')).toEqual(['Noto Sans Hebrew'])
  expect(faces('สาย')).toEqual(['Noto Sans Thai'])
  expect(faces('电缆電纜ケーブル、')).toEqual(['Noto Sans S Chinese Regular'])
  expect(faces('케이블')).toEqual(['NanumGothic'])
  expect(faces('👍')).toEqual(['Noto Emoji'])
  expect(missing.size).toBe(0)
})

test('right to left: words from the right, numbers and Latin the other way, brackets mirrored', () => {
  const [line] = set('שלום (2) MDF עולם')
  expect(line?.rightToLeft).toBe(true)
  // Hebrew pieces keep their typed order; their glyphs run from right to left.
  expect(line?.pieces.map((piece) => piece.drawn.trim()).filter(Boolean)).toEqual([
    'עולם',
    'MDF',
    '(',
    '2',
    ')',
    'שלום',
  ])
})

test('Arabic letters are joined', () => {
  const widths = (value: string) => set(value).reduce((sum, { width }) => sum + width, 0)
  const apart = [...'كابل'].reduce((sum, letter) => sum + widths(letter), 0)
  expect(widths('كابل')).toBeLessThan(apart)
})

test('emoji of several parts are one picture', () => {
  const glyphs = (value: string) =>
    set(value).flatMap(({ pieces }) => pieces.map(({ shaped }) => shaped.width))
  expect(glyphs('👨‍👩‍👧‍👦')).toEqual(glyphs('👍'))
  expect(glyphs('❤️')).toEqual(glyphs('👍'))
})

test('a character that no font has is a box, and is reported', () => {
  expect(drawn(set('a \u{10000} b')[0])).toBe('a □ b')
  expect(missing).toEqual(new Set(['\u{10000}']))
  expect(set('a \u{10000} b')[0]?.actual).toBe('a \u{10000} b')
})

test('boxes are broken like letters', () => {
  for (const line of set('\u{10000}'.repeat(20), 40)) expect(line.width).toBeLessThanOrEqual(40)
})

test('a mark that the font cannot position on its letter is still set', () => {
  expect(visible(drawn(set('\u{101D0}\u0301')[0]))).toHaveLength(2)
})

test('one line is cut with an ellipsis, never inside a character', () => {
  const line = text.oneLine('👩‍🔧'.repeat(100), type.value, 100)
  expect(line.width).toBeLessThanOrEqual(100)
  expect(drawn(line)).toMatch(/^(👩‍🔧)+…$/u)
  expect(drawn(text.oneLine('short', type.value, 100))).toBe('short')
})

test('any text is set, within its width, without losing a visible character', () => {
  const scripts = fc.constantFrom(...'aW .-/éЖΩ漢か한अนא(ش)1️👍\u200d\ufe0f\u202e\u0301\ud83d\n\t')
  const any = fc.string({
    unit: fc.oneof(scripts, fc.string({ unit: 'binary', maxLength: 1 })),
    maxLength: 120,
  })
  fc.assert(
    fc.property(any, fc.integer({ min: 40, max: 300 }), (value, width) => {
      const lines = set(value, width)
      for (const line of lines) expect(line.width).toBeLessThanOrEqual(width + 0.01)
      expect(visible(lines.flatMap(({ pieces }) => pieces.map(({ meant }) => meant)).join(''))).toEqual(
        visible(value.toWellFormed().normalize('NFC')),
      )
    }),
    { numRuns: 300 },
  )
})

/** The visible characters, in no particular order. */
const visible = (value: string) =>
  [...value].filter((char) => /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(char)).sort()
