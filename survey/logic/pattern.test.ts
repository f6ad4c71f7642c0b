import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Pattern, PatternBudget, patternOf } from './pattern.ts'
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
  expect(!(pattern instanceof PatternFault) && pattern.match(text).fits).toBe(does)
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
test.each(refused)('rejects %s because of %s', (source, piece) => {
  expect(patternOf(source)).toMatchObject({ piece })
})

/** A backtracking engine would take longer than the age of the universe on each. */
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
test.each(catastrophic)('matches %s in linear time with the longest answer', (source) => {
  const pattern = patternOf(source) as Pattern
  const text = `${'a'.repeat(9_999)}!`
  expect(pattern.match(text).fits).toBe(false)
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

test('agrees with the JavaScript engine on the whole text', () => {
  fc.assert(
    fc.property(patterns, texts, (source, text) => {
      const pattern = patternOf(source)
      expect(pattern).not.toBeInstanceOf(PatternFault)
      expect((pattern as Pattern).match(text).fits).toBe(new RegExp(`^(?:${source})$`, 'u').test(text))
    }),
  )
})

test('accepts or rejects any text without throwing', () => {
  const bits = fc.constantFrom(...'()[]{}|*+?^$.\\-,:=!<>abz019p', '\\d', '{1,2}', '(?:', '[^')
  const source = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(bits, { maxLength: 40 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(source, texts, (written, text) => {
      const pattern = patternOf(written)
      if (!(pattern instanceof PatternFault)) expect(typeof pattern.match(text).fits).toBe('boolean')
    }),
  )
})

describe('the pattern budget of one evaluation', () => {
  /** Takes nearly the maximum of one match. */
  const dear = '(.*a){25}'
  const text = (n: number) => `${'a'.repeat(9_000)}${n}`

  test('runs out for hostile forms and then matches nothing', () => {
    const budget = new PatternBudget()
    const answers = Array.from({ length: 100 }, (_, n) => budget.fits(`${text(n)}a`, dear))
    const asked = answers.lastIndexOf(true) + 1
    expect(answers).toEqual(answers.map((_, n) => n < asked))
    expect(asked).toBeGreaterThan(5)
    expect(asked).toBeLessThan(20)
    expect(budget.fits('7', '[0-9]')).toBe(false)
    expect(new PatternBudget().fits('7', '[0-9]')).toBe(true)
  })

  test('costs the same for cached matches', () => {
    const fits = () => {
      const budget = new PatternBudget()
      return Array.from({ length: 40 }, () => budget.fits(`${text(0)}a`, dear))
    }
    expect(fits()).toEqual(fits())
    expect(fits().at(-1)).toBe(false)
  })

  test('is enough for thousands of rooms and hundreds of long notes', () => {
    const budget = new PatternBudget()
    const codes = [
      '[A-Z]{2}-[0-9]{3,5}',
      '\\+?[0-9 ()-]{7,20}',
      '[^@ ]+@[^@ ]+\\.[a-z]{2,}',
      '[0-9]{1,4}[A-Z]?',
    ]
    const given = ['AB-1204', '+1 (412) 555-0100', 'nell.crain@hill-house.example.com', '204B']
    for (let room = 0; room < 10_000; room++) {
      const [code = '', value = ''] = [codes[room % 4], given[room % 4]]
      expect(budget.fits(value, code)).toBe(true)
    }
    for (let note = 0; note < 400; note++)
      expect(budget.fits(`${note} ${'The door sticks. '.repeat(120)}`, '.{3,}')).toBe(true)
  })
})
