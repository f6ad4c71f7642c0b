import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeMarks } from './pin-marks.ts'
import { legendText } from './plan-alt.ts'
import { pinMark } from './plans.ts'

const area = { width: 500, height: 400 }
const at = (x: number, y: number) => ({ x, y, width: 24, height: 14 })

test('places a mark on its pin if there is room', () => {
  expect(placeMarks([at(100, 100), at(200, 100)], area)).toEqual([
    { x: 100, y: 100, isMoved: false },
    { x: 200, y: 100, isMoved: false },
  ])
})

test('moves marks of close pins aside and keeps them inside the picture', () => {
  const placed = placeMarks([at(100, 100), at(108, 100), at(0, 0)], area)
  expect(placed.map((one) => one?.isMoved)).toEqual([true, true, false])
  expect(placed[2]).toMatchObject({ x: 12, y: 7 })
})

test('never overlaps marks or leaves the picture', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 400 }) })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 60 }), (places) => {
      const placed = placeMarks(
        places.map(({ x, y }) => at(x, y)),
        area,
      ).flatMap((one) => one ?? [])
      for (const [index, a] of placed.entries()) {
        if (a.x < 12 || a.x > 488 || a.y < 7 || a.y > 393) return false
        for (const b of placed.slice(index + 1))
          if (Math.abs(a.x - b.x) < 24 && Math.abs(a.y - b.y) < 14) return false
      }
      return true
    }),
    { numRuns: 50 },
  )
})

test('shows the identity, shortened if long, or the number without one', () => {
  const unit = { number: 7, name: '203', within: 'Unit Survey' }
  expect(pinMark(unit)).toBe('203')
  expect(legendText({ ...unit, mark: '203' })).toBe('Unit Survey')
  const long = { ...unit, name: 'Penthouse, west terrace' }
  expect(pinMark(long)).toBe('Penthouse, we…')
  expect(legendText({ ...long, mark: pinMark(long) })).toBe(long.name)
  const unnamed = { number: 7, name: 'Unit Survey 7', within: '' }
  expect(pinMark(unnamed)).toBe('7')
  expect(legendText({ ...unnamed, mark: '7' })).toBe('Unit Survey 7')
})
