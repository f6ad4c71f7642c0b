import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailJoinLink } from '#contract/accounts/social.ts'
import { goodPassword } from '#server/testing/make.ts'
import { freePort } from '#server/testing/real-server.ts'
import { begin, joinWith, logInBy, signUpBy } from '#server/testing/social.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const app = { id: '1234567890', secret: 'facebook-secret' }
const returnTo = 'http://fieldbook.test/SocialMediaAccountLoginScreen'

/** Facebook's replies; each test changes a part. */
let says: {
  code: string
  inspected: Record<string, unknown>
  me: Record<string, unknown>
}
let facebook: Server
let here: TestApp

/** Speaks the documented API: token exchange, debug_token, me. */
function answer(path: string, given: URLSearchParams): { status: number; body: unknown } {
  const bad = (message: string) => ({
    status: 400,
    body: { error: { message, type: 'OAuthException', code: 100 } },
  })
  if (path === '/v99/oauth/access_token') {
    const right =
      given.get('client_id') === app.id &&
      given.get('client_secret') === app.secret &&
      given.get('redirect_uri') === returnTo &&
      given.get('code') === says.code
    return right
      ? { status: 200, body: { access_token: 'the-token', token_type: 'bearer', expires_in: 5_000_000 } }
      : bad('This authorization code has been used.')
  }
  if (path === '/v99/debug_token') {
    const asked =
      given.get('input_token') === 'the-token' && given.get('access_token') === `${app.id}|${app.secret}`
    return asked ? { status: 200, body: { data: says.inspected } } : bad('Invalid OAuth access token.')
  }
  if (path === '/v99/me') {
    const proof = createHmac('sha256', app.secret).update('the-token').digest('hex')
    const asked = given.get('access_token') === 'the-token' && given.get('appsecret_proof') === proof
    return asked
      ? { status: 200, body: says.me }
      : bad('Invalid appsecret_proof provided in the API argument')
  }
  return { status: 404, body: { error: { message: 'Unknown path components', code: 2500 } } }
}

beforeAll(async () => {
  facebook = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://facebook.test')
    const { status, body } = answer(url.pathname, url.searchParams)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const port = await freePort()
  await once(facebook.listen(port, '127.0.0.1'), 'listening')
  here = await testApp({
    FACEBOOK_APP_ID: app.id,
    FACEBOOK_APP_SECRET: app.secret,
    FACEBOOK_API_URL: `http://127.0.0.1:${port}/v99`,
  })
})
afterAll(async () => {
  await here.close()
  facebook.close()
})
beforeEach(async () => {
  await here.context.db.deleteFrom('rate').execute()
  const id = String(Math.floor(Math.random() * 1e15))
  says = {
    code: 'the-code',
    inspected: {
      app_id: app.id,
      type: 'USER',
      is_valid: true,
      user_id: id,
      scopes: ['email', 'public_profile'],
    },
    me: { id, first_name: 'Alan', last_name: 'Dale', name: 'Alan Dale', email: `alan${id}@example.com` },
  }
})

async function answered() {
  const { state, secret } = await begin(here.api, 'facebook')
  return { code: 'the-code', state, secret }
}

test('the dialog gets the app, the redirect address and a state', async () => {
  const { authorize_url, state } = await begin(here.api, 'facebook')
  const address = new URL(authorize_url)
  expect(address.origin + address.pathname).toMatch(/^https:\/\/www\.facebook\.com\/v[\d.]+\/dialog\/oauth$/)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: app.id,
    redirect_uri: returnTo,
    state,
    response_type: 'code',
    scope: 'email,public_profile',
  })
})

describe('a token', () => {
  test.each<[string, () => void]>([
    ['that was made for another app', () => Object.assign(says.inspected, { app_id: '666' })],
    ['that is over', () => Object.assign(says.inspected, { is_valid: false })],
    ['of a page and not of a person', () => Object.assign(says.inspected, { type: 'PAGE' })],
    ['of somebody else', () => Object.assign(says.inspected, { user_id: '42' })],
    ['for a code that was used', () => Object.assign(says, { code: 'another-code' })],
  ])('%s opens nothing', async (_, turn) => {
    const given = await answered()
    turn()
    const refused = await signUpBy(here.api, given)
    expect([refused.status, refused.errors]).toEqual([401, [{ message: 'Login failed. Please try again.' }]])
  })

  test('that is right opens the account, whose address is still to be proven', async () => {
    const made = await signUpBy(here.api, await answered())
    expect(made.body.data.attributes).toMatchObject({ type: 'SocialAccount', first_name: 'Alan' })
    const session = await logInBy(here.api, await answered())
    expect([session.status, session.body.data.id]).toEqual([200, made.body.data.id])
    const row = await here.context.db
      .selectFrom('account')
      .select('email_proven_at')
      .where('id', '=', made.body.data.id)
      .executeTakeFirstOrThrow()
    expect(row.email_proven_at).toBe(null)
  })

  test('without an address makes no account', async () => {
    Reflect.deleteProperty(says.me, 'email')
    expect((await signUpBy(here.api, await answered())).status).toBe(422)
  })

  test('with the address of an account joins only by its password', async () => {
    const mine = await here.make.account()
    Object.assign(says.me, { email: mine.email })
    const given = await answered()
    expect((await logInBy(here.api, given)).status).toBe(409)
    const asked = await here.api.call(mailJoinLink, {
      body: { data: { attributes: { secret: given.secret } } },
    })
    expect(asked.status).toBe(422)
    expect((await joinWith(here.api, given.secret, goodPassword)).body.data.id).toBe(mine.id)
  })
})

test('an outage of Facebook is reported as such', async () => {
  const given = await answered()
  facebook.closeAllConnections()
  facebook.close()
  await once(facebook, 'close')
  expect((await logInBy(here.api, given)).status).toBe(503)
})
