import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, crowdedMarks, type LabeledPin, labelsThatFit, markOf } from './pin-labels.ts'

test('shows a short name inside the pin and the number for a long name', () => {
  expect(markOf({ number: 1, name: '203' })).toBe('203')
  expect(markOf({ number: 1, name: 'Unit Survey 1' })).toBe('1')
})

test('shows the first of two labels that would overlap', () => {
  expect(labelsThatFit([pinAt(0, 0), pinAt(40, 0), pinAt(200, 0)])).toEqual([true, false, true])
})

test("hides a label that would cover another pin's mark", () => {
  expect(labelsThatFit([pinAt(0, 0), { mark: box(0, 30, 28, 28), label: null }])).toEqual([false, false])
})

test('marks only overlapping pins as crowded', () => {
  const marks = [pinAt(0, 0), pinAt(20, 0), pinAt(48, 0)].map(({ mark }) => mark)
  expect(crowdedMarks(marks)).toEqual([true, true, false])
})

test('shows exactly the labels that overlap no other mark and no other visible label', () => {
  const pins = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 600 })).map(([x, y]) => pinAt(x, y)),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(pins, (all) => {
      const fits = labelsThatFit(all)
      all.forEach(({ label }, index) => {
        const others = all.filter((_, other) => other !== index)
        const inTheWay = all
          .filter((_, other) => other !== index && fits[other])
          .flatMap((one) => one.label ?? [])
        const isClear = [...others.map(({ mark }) => mark), ...inTheWay].every(
          (one) => !label || !covers(label, one),
        )
        expect(fits[index]).toBe(isClear)
      })
    }),
  )
})

function pinAt(x: number, y: number): LabeledPin {
  return { mark: box(x - 14, y - 14, 28, 28), label: box(x - 40, y + 16, 80, 18) }
}

function box(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height }
}

function covers(a: Box, b: Box): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0
}
