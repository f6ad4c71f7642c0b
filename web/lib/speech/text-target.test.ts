import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insertWords } from './text-target.ts'

/** `|` marks the caret. */
function dictate(marked: string, words: string, max = 10_000, language = 'en-US'): string {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { piece } = insertWords(words, { text, caret, max, language })
  return text.slice(0, caret) + piece + text.slice(caret)
}

describe('inserting dictated words at the caret', () => {
  test.each([
    ['|', 'front gate is open', 'Front gate is open'],
    ['The roof|', 'is wet', 'The roof is wet'],
    ['The roof |', ' is wet ', 'The roof is wet'],
    ['The |leaks.', 'roof', 'The roof leaks.'],
    ['The| leaks.', 'roof', 'The roof leaks.'],
    ['Roof|.', 'leaks', 'Roof leaks.'],
    ['Roof leaks. |', 'gutter too', 'Roof leaks. Gutter too'],
    ['Roof leaks.|', 'gutter too', 'Roof leaks. Gutter too'],
    ['Roof leaks!\n|', 'gutter too', 'Roof leaks!\nGutter too'],
    ['Approx. (|)', 'two metres', 'Approx. (two metres)'],
    ['Roof|', ', and gutter', 'Roof, and gutter'],
    ['Height 2|', 'metres', 'Height 2 metres'],
    ['north-|', 'east', 'north-east'],
    ['屋根|', '漏れ', '屋根漏れ'],
    ['|', 'istanbul', 'Istanbul'],
  ])('%s + %s', (marked, words, expected) => {
    expect(dictate(marked, words)).toBe(expected)
  })

  test('capitalizes by the language', () => {
    expect(dictate('|', 'istanbul', 100, 'tr-TR')).toBe('İstanbul')
  })

  test('cuts between words and reports it', () => {
    expect(insertWords('one two three', { text: '', caret: 0, max: 9, language: 'en-US' })).toEqual({
      piece: 'One two',
      cut: true,
    })
    expect(dictate('full|', 'more', 4)).toBe('full')
  })
})

const place = fc.string({ unit: 'grapheme' }).chain((text) =>
  fc.record({
    text: fc.constant(text),
    caret: fc.nat(text.length),
    max: fc.integer({ min: text.length, max: text.length + 40 }),
    language: fc.constantFrom('en-US', 'tr-TR', 'de-DE', 'ja-JP'),
  }),
)

test('typed text is never lost, for any words and caret position', () => {
  fc.assert(
    fc.property(place, fc.string({ unit: 'grapheme' }), (where, words) => {
      const { piece, cut } = insertWords(words, where)
      expect(where.text.length + piece.length).toBeLessThanOrEqual(where.max)
      const spoken = words.replaceAll(/\s+/g, ' ').trim()
      if (!cut && spoken !== '') expect(piece).toContain([...spoken].slice(1).join(''))
      if (spoken === '') expect(piece).toBe('')
    }),
  )
})

const plain = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/)

test('words never run together and never get two spaces', () => {
  fc.assert(
    fc.property(plain, plain, plain, (before, words, after) => {
      const result = dictate(`${before}|${after}`, words)
      expect(result).toBe(`${before} ${words} ${after}`)
      expect(dictate(`${before} |${after}`, words)).toBe(result)
      expect(dictate(`${before}| ${after}`, words)).toBe(result)
    }),
  )
})
