import { expect, test } from 'vitest'
import { type Stroke, signaturePaper } from '#survey/fields/strokes.ts'
import { fitSignature, moved } from './fit-signature.ts'

const box = (strokes: readonly Stroke[]) => {
  const points = strokes.flat()
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

test('a signature that is as flat as its paper keeps its size', () => {
  const strokes = [
    [
      { x: 50, y: 500 },
      { x: 550, y: 620 },
    ],
  ]
  expect(box(fitSignature(strokes))).toEqual([50, 40, 550, 160])
})

test('a tall one shrinks until it is on its paper, in its own proportions, all strokes alike', () => {
  const strokes = [
    [
      { x: 200, y: 100 },
      { x: 400, y: 900 },
    ],
    [{ x: 300, y: 500 }],
  ]
  const fitted = fitSignature(strokes)
  const [left = 0, top = 0, right = 0, bottom = 0] = box(fitted)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(signaturePaper.height)
  expect(bottom - top).toBeGreaterThan(0.8 * signaturePaper.height)
  expect((bottom - top) / (right - left)).toBeCloseTo(4)
  expect(fitted[1]?.[0]?.y).toBeCloseTo((top + bottom) / 2)
})

test('a stored one that is shown on a taller pad is stored again as it was', () => {
  const strokes = [
    [
      { x: 50, y: 40 },
      { x: 550, y: 160 },
    ],
  ]
  expect(fitSignature(moved(strokes, 350))).toEqual(strokes)
})

test('nothing stays nothing', () => {
  expect(fitSignature([])).toEqual([])
})
