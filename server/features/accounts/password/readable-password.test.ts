import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readablePassword } from './readable-password.ts'

test('has four groups of unambiguous letters and digits', () => {
  for (let round = 0; round < 500; round++)
    expect(readablePassword(randomBytes)).toMatch(
      /^([a-hjkmnp-zA-HJKMNP-Z2-9]{4}-){3}[a-hjkmnp-zA-HJKMNP-Z2-9]{4}$/,
    )
})

test('holds more than 90 bits, with equally likely letters', () => {
  const counts = new Map<string, number>()
  for (let round = 0; round < 4_000; round++) {
    for (const letter of readablePassword(randomBytes).replaceAll('-', ''))
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  expect(16 * Math.log2(counts.size)).toBeGreaterThan(90)
  const expected = (4_000 * 16) / counts.size
  for (const [letter, count] of counts)
    expect(Math.abs(count - expected), letter).toBeLessThan(expected * 0.25)
})

test('skips bytes that would favor some letters', () => {
  let calls = 0
  const random = (bytes: number) => Buffer.alloc(bytes, calls++ === 0 ? 255 : 0)
  expect(readablePassword(random)).toBe('aaaa-aaaa-aaaa-aaaa')
})
