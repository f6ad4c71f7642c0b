import { expect, test } from 'vitest'
import { nextAttempt, usualWaits } from './back-off.ts'

const now = new Date('2026-05-01T10:00:00Z')
const waitAfter = (attempts: number, chance: number) =>
  (nextAttempt(attempts, now, { chance: () => chance })?.getTime() ?? Number.NaN) - now.getTime()

test('waits grow, vary by a fifth, and end', () => {
  const middle = usualWaits.map((_, index) => Math.round(waitAfter(index + 1, 0.5) / 1_000))
  expect(middle).toEqual([30, 120, 600, 3_600, 10_800])
  expect(waitAfter(1, 0)).toBe(24_000)
  expect(waitAfter(1, 1)).toBe(36_000)
  expect(nextAttempt(usualWaits.length + 1, now)).toBeNull()
})
