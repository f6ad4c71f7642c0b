import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

test('the pieces are together what JSON.stringify says', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
    }),
  )
})

test('what is left out, and what writes itself, is as there', () => {
  const value = { a: undefined, b: [undefined, { c: undefined, d: [new Date(0), {}] }], e: { f: undefined } }
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
  expect([...jsonPieces(undefined)]).toEqual(['null'])
})

test('no piece is much larger than one of its texts', () => {
  const text = '"\\ü'.repeat(3_000)
  const value = { rows: Array.from({ length: 400 }, (_, n) => ({ n, texts: [text, { text }] })) }
  const pieces = [...jsonPieces(value)]
  expect(pieces.join('')).toBe(JSON.stringify(value))
  expect(pieces.length).toBeGreaterThan(50)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(64 * 1024 + 20_000)
})
