import type { JWK } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientId, newKey, type PersonThere, TestProvider } from '#server/testing/openid-provider.ts'
import { begin, logInBy, signUpBy } from '#server/testing/social.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let there: TestProvider
let here: TestApp
let who: PersonThere
beforeAll(async () => {
  there = await TestProvider.start({ returnTo: 'http://fieldbook.test/SocialMediaAccountLoginScreen' })
  here = await testApp(there.environment())
  who = there.person()
  await signUpBy(here.api, { id_token: await tokenFor(await nonce()) })
})
afterAll(async () => {
  await here.close()
  await there.stop()
})
afterEach(() => {
  vi.useRealTimers()
})

async function nonce(): Promise<string> {
  return (await begin(here.api)).nonce
}

type Claims = Readonly<Record<string, unknown>>

const now = () => Math.floor(Date.now() / 1000)

function tokenFor(nonce: string | undefined, changes: Claims = {}, key?: JWK): Promise<string> {
  const { sub, email, email_verified } = who
  const claims = {
    iss: there.issuer,
    aud: clientId,
    iat: now(),
    exp: now() + 300,
    sub,
    email,
    email_verified,
    ...(nonce === undefined ? {} : { nonce }),
    ...changes,
  }
  return there.token(claims, key)
}

async function logInWith(id_token: string) {
  const { status, errors } = await logInBy(here.api, { id_token })
  return [status, errors]
}

const failed = [401, [{ message: 'Login failed. Please try again.' }]]

describe('a token that a client posts', () => {
  test('opens the account that it names, once', async () => {
    const token = await tokenFor(await nonce())
    expect(await logInWith(token)).toEqual([200, []])
    expect(await logInWith(token)).toEqual(failed)
  })

  test('of two at the same moment only one is let in', async () => {
    const token = await tokenFor(await nonce())
    const both = await Promise.all([logInWith(token), logInWith(token)])
    expect(both.map(([status]) => status).sort()).toEqual([200, 401])
  })

  test.each<[string, Claims]>([
    ['for another client', { aud: 'somebody-else' }],
    ['for several clients, asked for by another', { aud: [clientId, 'somebody-else'], azp: 'somebody-else' }],
    ['for several clients, asked for by nobody', { aud: [clientId, 'somebody-else'] }],
    ['for us, asked for by another', { azp: 'somebody-else' }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['of an issuer that looks like it', { iss: 'http://localhost.evil.example' }],
    ['that has expired', { exp: now() - 120 }],
    ['that never expires', { exp: undefined }],
    ['that is of tomorrow', { iat: now() + 86_400, exp: now() + 90_000 }],
    ['that was made long ago', { iat: now() - 86_400 }],
    ['that names nobody', { sub: undefined }],
  ])('%s is refused, and its nonce is still good for a right one', async (_, changes) => {
    const good = await nonce()
    expect(await logInWith(await tokenFor(good, changes))).toEqual(failed)
    expect(await logInWith(await tokenFor(good))).toEqual([200, []])
  })

  test('with a nonce that was never issued, or none, is refused', async () => {
    expect(await logInWith(await tokenFor('A'.repeat(43)))).toEqual(failed)
    expect(await logInWith(await tokenFor(undefined))).toEqual(failed)
  })

  test('with the signature of another key is refused, even under the name of the right one', async () => {
    const other = await newKey()
    const good = await nonce()
    expect(await logInWith(await tokenFor(good, {}, other))).toEqual(failed)
    const [head = '', body] = (await tokenFor(good)).split('.')
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
    expect(await logInWith(await tokenFor(good, {}, { ...other, kid }))).toEqual(failed)
    expect(await logInWith(`${head}.${body}.`)).toEqual(failed)
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    expect(await logInWith(`${none}.${body}.`)).toEqual(failed)
    const hmac = Buffer.from(JSON.stringify({ alg: 'HS256', kid })).toString('base64url')
    expect(await logInWith(`${hmac}.${body}.AAAA`)).toEqual(failed)
  })

  test('without a proven address makes no account', async () => {
    const token = await tokenFor(await nonce(), {
      sub: 'new',
      email: 'new@acme.example',
      email_verified: false,
    })
    expect((await signUpBy(here.api, { id_token: token })).status).toBe(422)
  })

  test('with new keys works as soon as the provider has them', async () => {
    await there.rotateKeys()
    const fresh = await nonce()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
    expect(await logInWith(await tokenFor(fresh))).toEqual([200, []])
  })

  test('cannot be checked while the keys cannot be fetched', async () => {
    const fresh = await nonce()
    await there.stop()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 700_000 })
    const token = await tokenFor(fresh)
    expect((await logInWith(token))[0]).toBe(503)
    await there.open()
  })
})
