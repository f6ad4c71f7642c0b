import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityField, nextFreeName, partToRepeat } from './identity.ts'
import { titledNameOf } from './numbering.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open, type Scenario } from './testing/scenario.ts'

test('copies everything but the number to a similar part and suggests the next free number', () => {
  floor('203')
    .photo('Floor', 'Riser')
    .addLike('Floor')
    .expectAnswer('Floor 2', 'Building', 'Tower A')
    .expectAnswer('Floor 2', 'Wiring', 'Copper')
    .expectCopiedFrom('Floor 2', 'Wiring', 'Floor 1')
    .expectAnswer('Floor 2', 'Floor name', '')
    .expectCopiedFrom('Floor 2', 'Floor name', '')
    .expectPhotos('Floor 2', 'Riser', 0)
    .expectNextNumber('Floor', '204')
    .expectMayAdd('Floor', false)
    .answer('Floor 2', 'Floor name', '204')
    .expectNextNumber('Floor', '')
    .expectMayAdd('Floor', true)
})

test('skips used numbers, separately for each building', () => {
  const play = floor('203').addLike('Floor').answer('Floor 2', 'Floor name', '202').addLike('Floor')
  play.expectNextNumber('Floor', '204')
  play.answer('Floor 3', 'Building', 'Tower B').expectNextNumber('Floor', '')
  play.answer('Floor 3', 'Floor name', '203').addLike('Floor').expectNextNumber('Floor', '204')
})

test('suggests nothing after a name that cannot be incremented', () => {
  floor('Ground').addLike('Floor').expectNextNumber('Floor', '')
  open(sampleTemplate).expectNextNumber('Floor', '')
})

test('names a part by its number, or by its section without one', () => {
  const named = floor('203').section('Floor')
  const unnamed = open(sampleTemplate).answer('Floor', 'Access', 'Open').section('Floor')
  expect(
    [named, unnamed].map((section) => section.subSections.map((part) => titledNameOf(section, part))),
  ).toEqual([['203'], ['Floor']])
})

test('offers to repeat only a filled part of a section with copying', () => {
  expect(partToRepeat(open(sampleTemplate).section('Floor'))).toBeUndefined()
  expect(partToRepeat(open(sampleTemplate).fillMandatory().section('Building'))).toBeUndefined()
  const floors = floor('203').section('Floor')
  expect(partToRepeat(floors)).toBe(floors.subSections[0])
})

test('identifies a part by its first mandatory text line', () => {
  const fields = sampleTemplate.sections.map(({ fields }) => identityField(fields)?.name)
  expect(fields).toEqual(['Building name', 'Floor name', 'Room location'])
})

test.each([
  ['9', '10'],
  ['203', '204'],
  ['IDF-09', 'IDF-10'],
  ['IDF-99', 'IDF-100'],
  ['1999999999', '2000000000'],
  ['9'.repeat(40), `1${'0'.repeat(40)}`],
  ['2B', '2C'],
  ['4b', '4c'],
  ['٢٠٣', '٢٠٤'],
  ['۰۹', '۱۰'],
  ['２０９', '２１０'],
  ['\u200f203\u200f', '\u200f204\u200f'],
  ['2٣', ''],
  ['203 east', ''],
  ['Building A', 'Building B'],
  ['A', 'B'],
  ['4Z', ''],
  ['Ground', ''],
  ['', ''],
])('increments %j to %j', (last, next) => {
  expect(nextFreeName(last, [last])).toBe(next)
})

const scripts = ['0', '٠', '۰', '０'].map((zero) => zero.codePointAt(0) ?? 0)

/** A style of names: a prefix, the minimum number of digits, one of the scripts. */
const written = fc.record({
  start: fc.constantFrom('', 'IDF-', 'Tower B ', 'شقة ', '2.'),
  width: fc.integer({ min: 1, max: 4 }),
  zero: fc.constantFrom(...scripts),
})

function named(
  { start, width, zero }: { start: string; width: number; zero: number },
  number: number,
): string {
  const digits = String(number).padStart(width, '0')
  return start + [...digits].map((one) => String.fromCodePoint(zero + Number(one))).join('')
}

test('returns the first unused number after the last, in the same spelling', () => {
  fc.assert(
    fc.property(
      written,
      fc.integer({ min: 0, max: 2_000 }),
      fc.array(fc.integer({ min: 0, max: 2_040 }), { maxLength: 60 }),
      fc.constantFrom(...scripts),
      (style, last, others, zero) => {
        // Earlier gaps stay; duplicates and other scripts' digits count as the same number.
        const numbers = [last, ...others, ...others, last + 1, last + 2]
        const taken = numbers.map((number, at) => named(at % 2 ? style : { ...style, zero }, number))
        let expected = last + 1
        while (numbers.includes(expected)) expected += 1
        expect(nextFreeName(named(style, last), taken)).toBe(named(style, expected))
      },
    ),
  )
})

test('increments letters up to Z, ignoring the case of used ones', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  fc.assert(
    fc.property(
      fc.constantFrom('', '2', '12-', 'Building '),
      fc.nat(25),
      fc.array(fc.nat(25)),
      fc.boolean(),
      (start, last, others, isSmall) => {
        const spelled = (at: number) => start + (isSmall ? letters[at]?.toLowerCase() : letters[at])
        const taken = others.map((at) => start + letters[at])
        const free = letters.findIndex((_, at) => at > last && !others.includes(at))
        expect(nextFreeName(spelled(last), taken)).toBe(free === -1 ? '' : spelled(free))
      },
    ),
  )
})

test('never throws and never suggests a used name', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('9', '٩', 'Z', ' ', '\u200f', '𝟗') }),
  )
  fc.assert(
    fc.property(text, fc.array(text), (last, taken) => {
      const next = nextFreeName(last, [last, ...taken])
      expect([last, ...taken]).not.toContain(next || undefined)
      if (next !== '') expect(nextFreeName(last, [last, ...taken, next])).not.toBe(next)
    }),
  )
})

function floor(name: string): Scenario {
  return open(sampleTemplate)
    .answer('Floor', 'Building', 'Tower A')
    .answer('Floor', 'Floor name', name)
    .answer('Floor', 'Wiring', 'Copper')
}
