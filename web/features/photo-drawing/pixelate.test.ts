import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mosaicOf, type Pixels } from './pixelate.ts'

const size = { width: 400, height: 300 }

function picture(colorAt: (x: number, y: number) => number): Pixels {
  const data = new Uint8ClampedArray(4 * size.width * size.height)
  for (let at = 0; at < data.length / 4; at++) {
    const value = colorAt(at % size.width, Math.floor(at / size.width))
    data.set([value, value, value, 255], 4 * at)
  }
  return { ...size, data }
}

const part = fc.double({ min: 0, max: 1, noNaN: true })
const blur = fc
  .record({ x1: part, y1: part, x2: part, y2: part })
  .map((corners) => ({ kind: 'blur' as const, ...corners }))
const noise = picture((x, y) => ((x * 7919 + y * 104729) % 251) + 2)

test('covers every pixel of the shape and none outside the picture', () => {
  fc.assert(
    fc.property(blur, (shape) => {
      const { left, top, width, height } = mosaicOf(shape, noise)
      const [right, bottom] = [left + width, top + height]
      expect(left).toBeLessThanOrEqual(Math.min(shape.x1, shape.x2) * size.width)
      expect(right).toBeGreaterThanOrEqual(Math.max(shape.x1, shape.x2) * size.width)
      expect(top).toBeLessThanOrEqual(Math.min(shape.y1, shape.y2) * size.height)
      expect(bottom).toBeGreaterThanOrEqual(Math.max(shape.y1, shape.y2) * size.height)
      expect([left >= 0, top >= 0, right <= size.width, bottom <= size.height]).not.toContain(false)
    }),
  )
})

test('leaves a few coarse colors at any size', () => {
  fc.assert(
    fc.property(blur, (shape) => {
      const { columns, rows, colors } = mosaicOf(shape, noise)
      expect(Math.min(columns, rows)).toBeLessThanOrEqual(4)
      expect(Math.max(columns, rows)).toBeLessThanOrEqual(40)
      expect(colors.length).toBe(4 * columns * rows)
      for (const [at, value] of colors.entries())
        expect(at % 4 === 3 ? value === 255 : value % 16 === 0 || value === 255).toBe(true)
    }),
  )
})

test('gives pictures with equal coarse colors the same mosaic, so no detail is left', () => {
  const shape = { kind: 'blur', x1: 0.25, y1: 0.25, x2: 0.75, y2: 0.75 } as const
  const fine = picture((x, y) => ((x + y) % 2 === 0 ? 0 : 255))
  const turned = picture((x, y) => ((x + y) % 2 === 0 ? 255 : 0))
  const gray = picture(() => 128)
  const [one, other, plain] = [fine, turned, gray].map((pixels) => mosaicOf(shape, pixels))
  expect(one).toEqual(other)
  expect(one).toEqual(plain)
})
