import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityField, nextFree, partToRepeat } from './identity.ts'
import { titledNameOf } from './numbering.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open, type Scenario } from './testing/scenario.ts'

test('another one like the last has all that is alike, without its number, and the next free one is offered', () => {
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

test('a number that is taken is passed over; in another building it is free', () => {
  const play = floor('203').addLike('Floor').answer('Floor 2', 'Floor name', '202').addLike('Floor')
  play.expectNextNumber('Floor', '204')
  play.answer('Floor 3', 'Building', 'Tower B').expectNextNumber('Floor', '')
  play.answer('Floor 3', 'Floor name', '203').addLike('Floor').expectNextNumber('Floor', '204')
})

test('what has no number behind it offers none', () => {
  floor('Ground').addLike('Floor').expectNextNumber('Floor', '')
  open(sampleTemplate).expectNextNumber('Floor', '')
})

test('a part is called by its number, or by its place where it has none', () => {
  const named = floor('203').section('Floor')
  const unnamed = open(sampleTemplate).answer('Floor', 'Access', 'Open').section('Floor')
  expect(
    [named, unnamed].map((section) => section.subSections.map((part) => titledNameOf(section, part))),
  ).toEqual([['203'], ['Floor']])
})

test('only a filled part of a section that is copied is repeated', () => {
  expect(partToRepeat(open(sampleTemplate).section('Floor'))).toBeUndefined()
  expect(partToRepeat(open(sampleTemplate).fillMandatory().section('Building'))).toBeUndefined()
  const floors = floor('203').section('Floor')
  expect(partToRepeat(floors)).toBe(floors.subSections[0])
})

test('a part is identified by its mandatory line of text, whatever stands above it', () => {
  const fields = sampleTemplate.sections.map(({ fields }) => identityField(fields)?.name)
  expect(fields).toEqual(['Building name', 'Floor name', 'Room location'])
})

test.each([
  ['9', '10'],
  ['IDF-09', 'IDF-10'],
  ['4B', '4C'],
  ['Building A', 'Building B'],
  ['A', 'B'],
  ['4Z', ''],
  ['Ground', ''],
  ['', ''],
])('behind %j comes %j', (last, next) => {
  expect(nextFree(last, [last])).toBe(next)
})

test('what is offered is never taken', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.array(fc.integer({ min: 1, max: 40 })),
      (last, others) => {
        const taken = [last, ...others.map((step) => last + step)].map(String)
        const next = nextFree(String(last), taken)
        expect(taken).not.toContain(next)
        expect(Number(next)).toBeGreaterThan(last)
      },
    ),
  )
})

function floor(name: string): Scenario {
  return open(sampleTemplate)
    .answer('Floor', 'Building', 'Tower A')
    .answer('Floor', 'Floor name', name)
    .answer('Floor', 'Wiring', 'Copper')
}
