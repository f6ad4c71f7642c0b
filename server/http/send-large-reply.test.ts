import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from './send-large-reply.ts'

test('the joined chunks equal the output of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
    }),
  )
})

test('undefined values and toJSON are handled like in JSON.stringify', () => {
  const value = { a: undefined, b: [undefined, { c: undefined, d: [new Date(0), {}] }], e: { f: undefined } }
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
  expect([...jsonPieces(undefined)]).toEqual(['null'])
})

test('no chunk is much larger than the longest text', () => {
  const text = '"\\ü'.repeat(3_000)
  const value = { rows: Array.from({ length: 400 }, (_, n) => ({ n, texts: [text, { text }] })) }
  const pieces = [...jsonPieces(value)]
  expect(pieces.join('')).toBe(JSON.stringify(value))
  expect(pieces.length).toBeGreaterThan(50)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(64 * 1024 + 20_000)
})
