import { expect, test } from 'vitest'
import { confirmCode, confirmEmail } from '#contract/accounts/entry.ts'
import { checkResetLink } from '#contract/accounts/recovery.ts'
import { issueLink } from '#server/features/codes/mailed-link.ts'
import { askCode, newNumber } from '#server/testing/codes.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'

/** Offices, camps and phone networks share one address, so valid links and codes use up no limit. */
const allowed = 60
const wrong = 'A'.repeat(43)

async function linkOf(here: TestApp, purpose: 'reset' | 'prove-email') {
  const { id, email } = await here.make.account()
  const given = { purpose, accountId: id, life: 3_600_000, detail: { email } } as const
  return (await issueLink(here.context, here.context.db, given, here.context.clock())).token
}

async function statuses(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push((await call()).status)
  return all
}

test('a valid link can be checked any number of times, even while someone else at the address is guessing', async () => {
  const here = await testAppForThisTest()
  const token = await linkOf(here, 'reset')
  const look = () => here.api.call(checkResetLink, { query: { token } })
  expect(new Set(await statuses(allowed + 10, look))).toEqual(new Set([200]))
  const guesses = await statuses(allowed + 10, () =>
    here.api.call(checkResetLink, { query: { token: wrong } }),
  )
  expect(guesses).toEqual([...Array(allowed).fill(410), ...Array(10).fill(429)])
  expect((await look()).status).toBe(200)
})

test('the same goes for confirming addresses', async () => {
  const here = await testAppForThisTest()
  const guess = () => here.api.call(confirmEmail, { body: { token: wrong } })
  const guesses = await statuses(allowed + 5, guess)
  expect(guesses).toEqual([...Array(allowed).fill(410), ...Array(5).fill(429)])
  for (let n = 0; n < 3; n++) {
    const token = await linkOf(here, 'prove-email')
    expect((await here.api.call(confirmEmail, { body: { token } })).status).toBe(200)
  }
})

test('right codes do not count against the address, wrong ones do', async () => {
  const here = await testAppForThisTest()
  const confirm = (token: string, otp_code: string) =>
    here.api.call(confirmCode, { body: { token, otp_code } })
  for (let n = 0; n < 3; n++) {
    const { token, code } = await askCode(here, newNumber())
    expect((await confirm(token, code)).status).toBe(200)
  }
  const guesses = await statuses(allowed + 5, () => confirm(wrong, '000000'))
  expect(guesses).toEqual([...Array(allowed).fill(422), ...Array(5).fill(429)])
})
