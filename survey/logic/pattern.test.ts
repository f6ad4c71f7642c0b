import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Pattern, patternOf } from './pattern.ts'
import { PatternFault } from './pattern-fault.ts'

const fitting: readonly (readonly [string, string, boolean])[] = [
  ['^[0-9]{10}$', '0123456789', true],
  ['[0-9]{10}', '01234567890', false],
  ['[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,4}', 'sam.ortiz@example.com', true],
  ['[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,4}', 'sam@example', false],
  ['(\\+1)?[ -]?\\(?\\d{3}\\)?[ -]?\\d{3}-\\d{4}', '+1 (212) 555-0100', true],
  ['a|bc|', '', true],
  ['a|bc|', 'b', false],
  ['(?:ab)*?', 'abab', true],
  ['a{2,3}', 'aaaa', false],
  ['a{2,}', 'aaaa', true],
  ['(?i)[a-f]+ß', 'FACEß', true],
  ['[^aeiou\\s]+', 'xyz', true],
  ['[\\w-]+', 'a-b', true],
  ['[]]', ']', false],
  ['\\p{L}+\\P{L}\\x41\\u0042', 'größe1AB', true],
  ['.', '😀', true],
  ['.', '\n', false],
  ['\\bab\\b.*', 'ab c', true],
  ['\\Bb', 'b', false],
  ['((a{0})*|(){3})*b', 'b', true],
]
test.each(fitting)('%s and %j: %s', (source, text, does) => {
  const pattern = patternOf(source)
  expect(!(pattern instanceof PatternFault) && pattern.fits(text)).toBe(does)
})

const refused: readonly (readonly [string, string])[] = [
  ['(a)\\1', '\\1'],
  ['(?=a)a', '(?='],
  ['(?!a)b', '(?!'],
  ['(?<=a)b', '(?<'],
  ['(?>a+)', '(?>'],
  ['a*+', '*+'],
  ['a**', '**'],
  ['(a', '('],
  ['a)', ')'],
  ['[a', '['],
  ['[z-a]', 'z-a'],
  ['[a[b]]', '['],
  ['a{3,2}', '{3,2}'],
  ['*', '*'],
  ['^*', '^*'],
  ['\\p{Nothing}', '\\p{Nothing}'],
  ['(a{100}){100}', '{…}'],
  ['((((){999}){999}){999}){999}', '{…}'],
  ['\\', '\\'],
]
test.each(refused)('%s is refused for %s', (source, piece) => {
  expect(patternOf(source)).toMatchObject({ piece })
})

/** Each of them takes longer than the universe has where every way is tried. */
const catastrophic = [
  '(a+)+',
  '([a-zA-Z]+)*',
  '(a|aa)+',
  '(a|a?)+',
  '(.*a){25}',
  '(a*)*(a*)*(a*)*b',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  `${'a?'.repeat(40)}${'a'.repeat(40)}`,
]
test.each(catastrophic)('%s is matched at once with the longest answer', (source) => {
  const pattern = patternOf(source) as Pattern
  const text = `${'a'.repeat(9_999)}!`
  expect(pattern.fits(text)).toBe(false)
})

const atoms = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '(?:a|b)', '(ab|)', '1')
const patterns = fc
  .array(
    fc
      .tuple(atoms, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '*?'))
      .map(([atom, count]) => atom + count),
    { minLength: 1, maxLength: 6 },
  )
  .chain((parts) => fc.constantFrom(parts.join(''), `${parts.join('')}|b`, `(${parts.join('')})`))
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-'), maxLength: 8 })

test('it says what the engine of the language says of the whole text', () => {
  fc.assert(
    fc.property(patterns, texts, (source, text) => {
      const pattern = patternOf(source)
      expect(pattern).not.toBeInstanceOf(PatternFault)
      expect((pattern as Pattern).fits(text)).toBe(new RegExp(`^(?:${source})$`, 'u').test(text))
    }),
  )
})

test('whatever the text, it is a pattern or refused', () => {
  const bits = fc.constantFrom(...'()[]{}|*+?^$.\\-,:=!<>abz019p', '\\d', '{1,2}', '(?:', '[^')
  const source = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(bits, { maxLength: 40 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(source, texts, (written, text) => {
      const pattern = patternOf(written)
      if (!(pattern instanceof PatternFault)) expect(typeof pattern.fits(text)).toBe('boolean')
    }),
  )
})
