import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveId, fixedId, laterId } from './ids.ts'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test("derives a deterministic UUID version 7 with its parent's time", () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), fc.string({ unit: 'binary', maxLength: 12 }), (parent, key) => {
      const id = deriveId(parent, key)
      expect(id).toMatch(uuidV7)
      expect(id.slice(0, 13)).toBe(parent.slice(0, 13))
      expect(deriveId(parent.toUpperCase(), key)).toBe(id)
    }),
  )
})

test('derives different ids for different keys and parents', () => {
  const pair = fc.tuple(fc.uuid({ version: 7 }), fc.string())
  fc.assert(
    fc.property(fc.uniqueArray(pair, { minLength: 2, selector: String }), (pairs) => {
      const ids = pairs.map(([parent, key]) => deriveId(parent, key))
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('contains its time in a fixed id', () => {
  const id = fixedId('2026-01-05T08:00:00.000Z', 'x')
  expect(id).toMatch(uuidV7)
  expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(Date.UTC(2026, 0, 5, 8))
})

test('returns a fresh id after the maximum id', () => {
  const fresh = '019b0000-0000-7000-8000-000000000001'
  expect(laterId(fresh, 'ffffffff-ffff-7fff-bfff-ffffffffffff')).toBe(fresh)
})
