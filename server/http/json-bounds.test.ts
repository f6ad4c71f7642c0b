import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { JsonBounds } from './json-bounds.ts'

function admits(text: string, pieceLength = 64 * 1024): boolean {
  const bounds = new JsonBounds()
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceLength)
    if (!bounds.admits(bytes.subarray(at, at + pieceLength))) return false
  return true
}

function namesOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) found.add(name)
    namesOf(inner, found)
  }
  return found
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function withNames(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])))
}

test('JSON within the limits is admitted, however it is split into chunks', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 9 }), (value, pieceLength) => {
      expect(admits(JSON.stringify(value), pieceLength)).toBe(true)
    }),
  )
})

test('each name counts once, in sibling and nested objects, and texts do not count as names', () => {
  const spread = (count: number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, at) => ({ [`k${at}`]: { same: [`x${at}`, '{"y":1}'] } })),
    )
  expect(admits(spread(limits.jsonNamesMax - 1))).toBe(true)
  expect(admits(spread(limits.jsonNamesMax))).toBe(false)
  const repeated = JSON.stringify(Array.from({ length: 50_000 }, () => ({ a: 'b', c: ['d', { e: 1 }] })))
  expect(namesOf(JSON.parse(repeated)).size).toBe(3)
  expect(admits(repeated)).toBe(true)
})

test.each([1, 7, 64 * 1024])('the limits are exact, in chunks of %i bytes', (pieceLength) => {
  expect(admits(withNames(limits.jsonNamesMax), pieceLength)).toBe(true)
  expect(admits(withNames(limits.jsonNamesMax + 1), pieceLength)).toBe(false)
  expect(admits(nested(limits.jsonDepthMax), pieceLength)).toBe(true)
  expect(admits(nested(limits.jsonDepthMax + 1), pieceLength)).toBe(false)
  expect(admits(JSON.stringify(Array(limits.jsonValuesMax - 2).fill(0)), pieceLength)).toBe(true)
  expect(admits(JSON.stringify(Array(limits.jsonValuesMax + 1).fill(0)), pieceLength)).toBe(false)
})

test('quotes and brackets within texts are ignored', () => {
  const text = `${'\\"'.repeat(50)}${nested(100)}`
  expect(admits(JSON.stringify({ [text]: text, a: [text, '\\'] }), 3)).toBe(true)
})
