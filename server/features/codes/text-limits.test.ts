import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendCode } from '#contract/accounts/entry.ts'
import { validateNewPhone } from '#contract/accounts/profile.ts'
import { askResetCode } from '#contract/accounts/recovery.ts'
import { limits } from '#contract/limits.ts'
import { entry } from '#contract/messages/entry.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let shared: TestApp
beforeAll(async () => {
  shared = await testApp()
})
afterAll(() => shared.close())
beforeEach(async () => {
  await shared.context.db.deleteFrom('rate').execute()
})

function ask({ api }: TestApp, full_phone_number: string) {
  return api.call(sendCode, { body: { data: { attributes: { full_phone_number, purpose: 'log-in' } } } })
}

function recover({ api }: TestApp, full_phone_number: string) {
  return api.call(askResetCode, { body: { data: { attributes: { full_phone_number } } } })
}

async function texts({ context }: TestApp): Promise<number> {
  const rows = await context.db.selectFrom('message').select('id').where('channel', '=', 'sms').execute()
  return rows.length
}

test('codes are texted only to the countries that the installation serves', async () => {
  const here = await testAppForThisTest({ SMS_COUNTRIES: 'us, ca' })
  expect((await ask(here, '+14155552671')).status).toBe(200)
  const refused = { status: 422, errors: [{ full_phone_number: entry.phoneNotServed }] }
  expect(await ask(here, '+442079460958')).toMatchObject(refused)
  expect(await ask(here, '+99912345678')).toMatchObject(refused)
  expect(await recover(here, '+442079460958')).toMatchObject(refused)
  const account = await here.make.account()
  const changed = await account.api.call(validateNewPhone, {
    body: { data: { new_phone_number: '+442079460958' } },
  })
  expect(changed).toMatchObject(refused)
  expect(await texts(here)).toBe(1)
})

test('sends no texts past the day’s maximum, and sends them again the next day', async () => {
  const here = await testAppForThisTest({ SMS_PER_DAY: '2' })
  const numbers = ['+14155552671', '+14155552672', '+14155552673']
  const answers = [await ask(here, '+14155552671'), await ask(here, '+14155552672')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const last = await ask(here, numbers[2] ?? '')
  expect(last.status).toBe(429)
  expect((await recover(here, numbers[2] ?? '')).status).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect(await texts(here)).toBe(2)
  here.passTime(86_401_000)
  expect((await ask(here, numbers[2] ?? '')).status).toBe(200)
})

test.each([
  ['premium', '+19005551234'],
  ['premium, as dialled within the country', '+4409061234567'],
  ['shared cost', '+491801234567'],
  ['personal', '+447012345678'],
  ['international premium', '+979123456789'],
  ['a satellite', '+8816123456789'],
  ['a satellite at sea', '+870773123456'],
  ['a network of no country', '+88216123456'],
  ['no country’s', '+99912345678'],
])('a number that is %s is served to nobody by default', async (_kind, phone) => {
  const refused = { status: 422, errors: [{ full_phone_number: entry.phoneNotServed }] }
  expect(await ask(shared, phone)).toMatchObject(refused)
  expect(await recover(shared, phone)).toMatchObject(refused)
})

test('all spellings of a number count as one number', async () => {
  const here = await testAppForThisTest()
  const spelled = ['+447911123456', '+4407911123456', '+44 (0)7911 123456', '+44 7911-123-456']
  const answers = []
  for (const phone of spelled) answers.push((await recover(here, phone)).status)
  expect(answers).toEqual([200, 200, 200, 429])
})

test('no caller can use up the day’s limit for all', async () => {
  const here = await testAppForThisTest()
  const number = (sent: number) => `+1415555${String(2_000 + sent)}`
  for (let sent = 0; sent < limits.textsPerAddressDay; sent++) {
    if (sent % limits.sendsPerAddress === 0) here.passTime(601_000)
    expect((await ask(here, number(sent))).status).toBe(200)
  }
  here.passTime(601_000)
  expect((await ask(here, number(999))).status).toBe(429)
})
