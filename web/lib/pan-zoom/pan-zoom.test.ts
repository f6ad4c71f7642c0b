import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centerOn, fitView, isInside, panBy, pinchBy, placeAt, spotOf, zoomAt } from './pan-zoom.ts'

const picture = { width: 3000, height: 2000 }
const frame = { width: 390, height: 500, margin: 24 }
const share = fc.double({ min: 0, max: 1, noNaN: true })

test('the initial view shows the whole plan, centered', () => {
  const view = fitView(picture, frame)
  const [corner, end] = [spotOf(view, { x: 0, y: 0 }, picture), spotOf(view, { x: 1, y: 1 }, picture)]
  expect(corner.x).toBeCloseTo(24)
  expect(corner.x + end.x).toBeCloseTo(frame.width)
  expect(corner.y + end.y).toBeCloseTo(frame.height)
})

test('zooming keeps the point under the fingers in place', () => {
  fc.assert(
    fc.property(share, share, fc.double({ min: 1, max: 4, noNaN: true }), (x, y, factor) => {
      const start = centerOn(
        zoomAt(fitView(picture, frame), 3, { x: 195, y: 250 }, picture, frame),
        { x: 0.5, y: 0.5 },
        picture,
        frame,
      )
      const spot = { x: 40 + x * 300, y: 40 + y * 400 }
      const before = placeAt(start, spot, picture)
      const after = placeAt(zoomAt(start, factor, spot, picture, frame), spot, picture)
      expect(after.x).toBeCloseTo(before.x, 6)
      expect(after.y).toBeCloseTo(before.y, 6)
    }),
  )
})

test('a pinch keeps the points under both fingers in place', () => {
  const along = fc.record({
    x: fc.integer({ min: 60, max: 330 }),
    y: fc.integer({ min: 60, max: 440 }),
  })
  fc.assert(
    fc.property(along, along, along, (from, to, other) => {
      const gap = (a: typeof from) => Math.hypot(a.x - other.x, a.y - other.y)
      // No rotation: the fingers stay on one line.
      const end = {
        x: other.x + (from.x - other.x) * (gap(to) / gap(from)),
        y: other.y + (from.y - other.y) * (gap(to) / gap(from)),
      }
      fc.pre(gap(from) > 20 && gap(to) > 20 && gap(to) / gap(from) < 1.3 && gap(to) / gap(from) > 0.7)
      const middle = { x: 0.5, y: 0.5 }
      const start = centerOn(zoomAt(fitView(picture, frame), 6, from, picture, frame), middle, picture, frame)
      const after = pinchBy(start, { from, to: end, other }, picture, frame)
      for (const [before, now] of [
        [from, end],
        [other, other],
      ] as const) {
        const [was, is] = [placeAt(start, before, picture), placeAt(after, now, picture)]
        expect(is.x).toBeCloseTo(was.x, 6)
        expect(is.y).toBeCloseTo(was.y, 6)
      }
    }),
  )
})

test('spots and places convert back and forth', () => {
  fc.assert(
    fc.property(share, share, fc.double({ min: 0.1, max: 5, noNaN: true }), (x, y, scale) => {
      const view = { x: -120, y: 33, scale }
      const back = placeAt(view, spotOf(view, { x, y }, picture), picture)
      expect(back.x).toBeCloseTo(x, 9)
      expect(back.y).toBeCloseTo(y, 9)
    }),
  )
})

test('the plan cannot be pushed out of view or zoomed out further than whole', () => {
  const step = fc.record({
    x: fc.integer({ min: -9000, max: 9000 }),
    y: fc.integer({ min: -9000, max: 9000 }),
    factor: fc.double({ min: 0.05, max: 20, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const fit = fitView(picture, frame)
      const view = steps.reduce(
        (now, by) => zoomAt(panBy(now, by, picture, frame), by.factor, { x: 100, y: 100 }, picture, frame),
        fit,
      )
      expect(view.scale).toBeGreaterThanOrEqual(fit.scale)
      const middle = placeAt(view, { x: frame.width / 2, y: frame.height / 2 }, picture)
      expect(isInside(middle)).toBe(true)
    }),
  )
})
