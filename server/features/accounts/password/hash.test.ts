import { expect, test, vi } from 'vitest'
import { Refused } from '#server/http/failure.ts'
import { passwordFits, waitingMax } from './hash.ts'

const turns: (() => void)[] = []
vi.mock('@node-rs/argon2', () => ({
  hash: async () => 'nobody',
  verify: (stored: string, given: string) =>
    new Promise<boolean>((go) => turns.push(() => go(stored === given))),
}))

test('so many wait for their turn, whoever comes then is told at once to come again', async () => {
  const inside = Array.from({ length: waitingMax + 2 }, () => passwordFits('secret', 'secret'))
  const turnedAway = await passwordFits('secret', 'secret').catch((error: unknown) => error)
  expect(turnedAway).toBeInstanceOf(Refused)
  const failure = turnedAway instanceof Refused ? turnedAway.failure : null
  expect([failure?.status, failure?.retryAfter]).toEqual([503, 5])
  let done = 0
  for (const one of inside) void one.then(() => done++)
  while (done < inside.length) {
    expect(turns.length).toBeLessThanOrEqual(2)
    turns.shift()?.()
    await Promise.resolve()
  }
  expect(await Promise.all(inside)).toEqual(inside.map(() => true))
  const later = passwordFits('secret', 'other')
  await Promise.resolve()
  turns.shift()?.()
  expect(await later).toBe(false)
})
