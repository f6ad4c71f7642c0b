import { expect, test } from 'vitest'
import { sendCode } from '#contract/entry.ts'
import { entry } from '#contract/messages/entry.ts'
import { validateNewPhone } from '#contract/profile.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'

function ask({ api }: TestApp, full_phone_number: string) {
  return api.call(sendCode, { body: { data: { attributes: { full_phone_number, purpose: 'log-in' } } } })
}

async function texts({ context }: TestApp): Promise<number> {
  const rows = await context.db.selectFrom('message').select('id').where('channel', '=', 'sms').execute()
  return rows.length
}

test('codes are texted to the countries that the installation serves and to no other', async () => {
  const here = await testAppForThisTest({ SMS_COUNTRIES: 'us, ca' })
  expect((await ask(here, '+14155552671')).status).toBe(200)
  const refused = { status: 422, errors: [{ full_phone_number: entry.phoneNotServed }] }
  expect(await ask(here, '+442079460958')).toMatchObject(refused)
  expect(await ask(here, '+99912345678')).toMatchObject(refused)
  const account = await here.make.account()
  const changed = await account.api.call(validateNewPhone, {
    body: { data: { new_phone_number: '+442079460958' } },
  })
  expect(changed).toMatchObject(refused)
  expect(await texts(here)).toBe(1)
})

test('past the day’s number of texts there is none to anybody, and the next day there are again', async () => {
  const here = await testAppForThisTest({ SMS_PER_DAY: '2' })
  const numbers = ['+14155552671', '+14155552672', '+14155552673']
  const answers = [await ask(here, '+14155552671'), await ask(here, '+14155552672')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const last = await ask(here, numbers[2] ?? '')
  expect(last.status).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect(await texts(here)).toBe(2)
  here.passTime(86_401_000)
  expect((await ask(here, numbers[2] ?? '')).status).toBe(200)
})
