import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Shape } from '#contract/media/drawing.ts'
import { boxOf, handlePosition, handlesOf, hitsShape, moveShape, resizeShape, shapeAt } from './geometry.ts'
import { shapeAround, shapeBetween, textAt } from './new-shape.ts'
import { nudgeOf, stretchShape } from './nudge.ts'

const kinds = ['arrow', 'line', 'ellipse', 'rectangle', 'text', 'blur'] as const
const pen = { color: 'red', width: 'medium' } as const
const size = { width: 1600, height: 1200 }
const wild = fc.double({ min: -3, max: 3, noNaN: true })
const point = fc.record({ x: wild, y: wild })
const shape = fc
  .record({ kind: fc.constantFrom(...kinds), from: point, to: point })
  .map(({ kind, from, to }) => shapeBetween(kind, from, to, pen))

/** Whether the server accepts the shape, ignoring that a text may still be empty. */
function isWhole(made: Shape): boolean {
  return Shape.safeParse(made.kind === 'text' ? { ...made, text: 'x' } : made).success
}

test('keeps drawn, moved and resized shapes within the picture', () => {
  fc.assert(
    fc.property(shape, point, (made, to) => {
      const far = [made, moveShape(made, to.x, to.y), stretchShape(made, to)]
      const pulled = handlesOf(made).map((handle) => resizeShape(made, handle, to))
      return [...far, ...pulled].every(isWhole)
    }),
  )
  fc.assert(fc.property(fc.constantFrom(...kinds), point, (kind, at) => isWhole(shapeAround(kind, at, pen))))
  fc.assert(fc.property(point, (at) => isWhole(textAt(at, pen))))
})

test('keeps the size when moving', () => {
  fc.assert(
    fc.property(shape, point, (made, by) => {
      const [before, after] = [boxOf(made), boxOf(moveShape(made, by.x, by.y))]
      expect(after.right - after.left).toBeCloseTo(before.right - before.left, 9)
      expect(after.bottom - after.top).toBeCloseTo(before.bottom - before.top, 9)
    }),
  )
})

test('finds every shape where it was drawn', () => {
  fc.assert(
    fc.property(shape, (made) => {
      for (const handle of handlesOf(made)) {
        const at = handlePosition(made, handle)
        const inPixels = { x: at.x * size.width, y: at.y * size.height }
        if (made.kind !== 'ellipse') expect(hitsShape(made, inPixels, size, 1)).toBe(true)
        expect(hitsShape(made, inPixels, size, 1, true)).toBe(true)
      }
    }),
  )
})

test('looks through the inside of a hollow shape unless it is selected', () => {
  const large = shapeBetween('rectangle', { x: 0.1, y: 0.1 }, { x: 0.9, y: 0.9 }, pen)
  const round = shapeBetween('ellipse', { x: 0.1, y: 0.1 }, { x: 0.9, y: 0.9 }, pen)
  const small = shapeBetween('blur', { x: 0.4, y: 0.4 }, { x: 0.6, y: 0.6 }, pen)
  const middle = { x: 800, y: 600 }
  expect(shapeAt([large, round], null, middle, size, 10)).toBeNull()
  expect(shapeAt([small, large, round], null, middle, size, 10)).toBe(0)
  expect(shapeAt([small, large, round], 1, middle, size, 10)).toBe(1)
  expect(shapeAt([large, round], null, { x: 160, y: 600 }, size, 10)).toBe(1)
  expect(shapeAt([large], null, { x: 160, y: 130 }, size, 12)).toBe(0)
})

test('moves with arrow keys only', () => {
  expect(nudgeOf('ArrowLeft')).toEqual({ x: -0.01, y: 0 })
  expect(nudgeOf('a')).toBeNull()
})
