import { expect, test } from 'vitest'
import { weightedLimit } from './weighted-limit.ts'

test('the shares never exceed the total, and all tasks run in their order', async () => {
  const inShare = weightedLimit(10)
  const began: number[] = []
  let taken = 0
  let most = 0
  const shares = [4, 6, 3, 10, 1, 25, 2, 9, 5, 5]
  await Promise.all(
    shares.map((share, at) =>
      inShare(share, async () => {
        began.push(at)
        taken += Math.min(share, 10)
        most = Math.max(most, taken)
        for (let n = 0; n < 5; n++) await Promise.resolve()
        taken -= Math.min(share, 10)
      }),
    ),
  )
  expect([most, taken]).toEqual([10, 0])
  expect(began).toEqual(shares.map((_, at) => at))
})

test('a failing task releases its share', async () => {
  const inShare = weightedLimit(10)
  const broken = inShare(10, () => Promise.reject(new Error('broken')))
  const next = inShare(10, async () => 'done')
  await expect(broken).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
