import { expect, test } from 'vitest'
import { type Stroke, signaturePaper } from '#survey/fields/strokes.ts'
import { fitSignature, moveStrokes } from './fit-signature.ts'

const box = (strokes: readonly Stroke[]) => {
  const points = strokes.flat()
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

test('keeps the size of a signature that fits the stored area', () => {
  const strokes = [
    [
      { x: 50, y: 500 },
      { x: 550, y: 620 },
    ],
  ]
  expect(box(fitSignature(strokes))).toEqual([50, 40, 550, 160])
})

test('shrinks a tall signature proportionally, all strokes by the same factor', () => {
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

test('stores a signature unchanged after it was shown on a taller pad', () => {
  const strokes = [
    [
      { x: 50, y: 40 },
      { x: 550, y: 160 },
    ],
  ]
  expect(fitSignature(moveStrokes(strokes, 350))).toEqual(strokes)
})

test('returns no strokes for no strokes', () => {
  expect(fitSignature([])).toEqual([])
})
