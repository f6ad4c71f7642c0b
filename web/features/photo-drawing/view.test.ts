import fc from 'fast-check'
import { expect, test } from 'vitest'
import { panned, toPicture, wholeView, zoomed } from './view.ts'

const stage = { width: 390, height: 600 }
const picture = { width: 1920, height: 1440 }
const far = fc.double({ min: -5_000, max: 5_000, noNaN: true })

test('the whole photo is in the middle', () => {
  const { scale, x, y } = wholeView(stage, picture)
  expect(picture.width * scale).toBeCloseTo(stage.width - 16)
  expect(x).toBeCloseTo(8)
  expect(2 * y + picture.height * scale).toBeCloseTo(stage.height)
})

test('what is between the fingers stays there', () => {
  const around = { x: 195, y: 300 }
  const before = wholeView(stage, picture)
  const after = zoomed(before, 4, around, stage, picture)
  expect(toPicture(after, around).x).toBeCloseTo(toPicture(before, around).x)
  expect(toPicture(after, around).y).toBeCloseTo(toPicture(before, around).y)
})

test('however one zooms and pans, the photo never leaves the stage', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(far, far, fc.double({ min: 0.05, max: 20, noNaN: true }))), (moves) => {
      let view = wholeView(stage, picture)
      for (const [x, y, factor] of moves) {
        view = panned(zoomed(view, factor, { x, y }, stage, picture), x, y, stage, picture)
        expect(view.scale).toBeGreaterThanOrEqual(wholeView(stage, picture).scale - 1e-9)
        expect(view.x).toBeLessThanOrEqual(stage.width)
        expect(view.x + picture.width * view.scale).toBeGreaterThanOrEqual(0)
        expect(view.y + picture.height * view.scale).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
