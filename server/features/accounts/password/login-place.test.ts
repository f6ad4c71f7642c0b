import { beforeEach, expect, test, vi } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { auditLog } from '#contract/admin/admin.ts'
import { deviceHeader } from '#contract/device.ts'
import { goodPassword } from '#server/testing/make.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'
import * as hashes from './hash.ts'

vi.mock('./hash.ts', { spy: true })

const home = '203.0.113.9'
const elsewhere = '198.51.100.7'
const device = 'a'.repeat(64)

interface From {
  readonly address: string
  readonly device?: string
  readonly password?: string
}

/** Logs in, and returns the status and the asker of the hash. */
async function enter(here: TestApp, email: string, from: From) {
  const attributes = { email, password: from.password ?? goodPassword }
  const { status } = await here.api.call(
    logIn,
    { body: { data: { attributes } } },
    { headers: { 'x-forwarded-for': from.address, ...(from.device ? { [deviceHeader]: from.device } : {}) } },
  )
  const asker = vi.mocked(hashes.passwordFits).mock.lastCall?.[2]
  return { status, asker }
}

beforeEach(() => vi.clearAllMocks())

test('an account is known at an address and on a device that it logged in from', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const { id, email } = await here.make.account()
  expect(await enter(here, email, { address: home, device })).toEqual({
    status: 200,
    asker: { source: home },
  })
  expect((await enter(here, email, { address: home })).asker).toEqual({ account: id })
  expect((await enter(here, email, { address: elsewhere, device })).asker).toEqual({ account: id })
})

test('a place that failed, or logged in to another account, stays a stranger', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const [owner, squatter] = [await here.make.account(), await here.make.account()]
  await enter(here, squatter.email, { address: home, device })
  expect((await enter(here, squatter.email, { address: home, device })).asker).toEqual({
    account: squatter.id,
  })
  const wrong = { address: home, device, password: 'Wrong7horse' }
  for (const _ of ['once', 'again'])
    expect(await enter(here, owner.email, wrong)).toEqual({ status: 401, asker: { source: home } })
  expect((await enter(here, `no-${owner.email}`, wrong)).asker).toEqual({ source: home })
})

test('an invalid device header is ignored', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const { email } = await here.make.account()
  for (const [at, odd] of ['', 'short', 'x'.repeat(500), '{"a":1}'.repeat(6)].entries()) {
    await enter(here, email, { address: `192.0.2.${2 * at}`, device: odd })
    const again = { address: `192.0.2.${2 * at + 1}`, device: odd }
    expect((await enter(here, email, again)).asker).toEqual({ source: again.address })
  }
})

test('with a full strangers’ queue, a known device logs in and a stranger gets 429 without being counted', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const { email } = await here.make.account()
  await enter(here, email, { address: home, device })
  const { rejectIfBusy } = await vi.importActual<typeof hashes>('./hash.ts')
  const { Refused, fail } = await import('#server/http/failure.ts')
  vi.mocked(hashes.rejectIfBusy).mockImplementation((asker) => {
    if ('source' in asker) throw new Refused(fail('request.tooMany', { retryAfter: 5 }))
    rejectIfBusy(asker)
  })
  const compared = vi.mocked(hashes.passwordFits).mock.calls.length
  for (let tries = 0; tries < 15; tries += 1)
    expect((await enter(here, email, { address: elsewhere })).status).toBe(429)
  expect(vi.mocked(hashes.passwordFits).mock.calls.length).toBe(compared)
  expect((await enter(here, email, { address: elsewhere, device })).status).toBe(200)
  vi.mocked(hashes.rejectIfBusy).mockImplementation(rejectIfBusy)
  // Attempts that were never compared do not count.
  expect((await enter(here, email, { address: '198.51.100.8' })).status).toBe(200)
})

test('administrators do not see device hashes', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const owner = await here.make.account()
  const admin = await here.make.account({ role: 'admin' })
  await enter(here, owner.email, { address: home, device })
  const { body } = await admin.api.call(auditLog, { query: { action: 'login.succeeded' } })
  const details = body.data.map(({ attributes }) => attributes.detail)
  expect(details).toContainEqual({ by: 'email' })
  expect(JSON.stringify(details)).not.toContain('device')
})
