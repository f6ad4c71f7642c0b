import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { sendCode } from '#contract/accounts/entry.ts'
import { limits } from '#contract/limits.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { sourceOf } from './source.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['no address', 'no address'],
  ['', ''],
])('%s counts as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source)
})

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('a network of IPv6 addresses gets no more guesses and messages than a single address', async () => {
  const here = await testAppForThisTest({ TRUST_PROXY: '1' })
  const { email } = await here.make.account()
  const guess = (address: string) =>
    here.api.call(
      logIn,
      { body: { data: { attributes: { email, password: 'Wrong7horse' } } } },
      from(address),
    )
  for (let host = 1; host <= 10; host++)
    expect((await guess(`2001:db8:1:2::${host}`)).status, String(host)).toBe(401)
  expect((await guess('2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await guess('2001:db8:1:3::1')).status).toBe(401)

  const send = (n: number) =>
    here.api.call(
      sendCode,
      { body: { data: { attributes: { full_phone_number: `+1202555${2000 + n}` } } } },
      from(`2001:db8:7:7::${n}`),
    )
  for (let n = 0; n < limits.sendsPerAddress; n++) expect((await send(n)).status).toBe(200)
  expect((await send(99)).status).toBe(429)
})
