import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, logIn, logOut } from '#contract/accounts/accounts.ts'
import { deviceHeader } from '#contract/device.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { clearSession, currentSession, startSession } from '../session/session.ts'
import { addressOf, call } from './call.ts'

const stored = new Map<string, string>()
const sent: Array<{ address: string; init: RequestInit & { headers: Headers } }> = []
let answer: () => Response = () => new Response()

beforeEach(() => {
  stored.clear()
  sent.length = 0
  stubLocalStorage(stored)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit & { headers: Headers }) => {
    sent.push({ address, init })
    return answer()
  })
  startSession({ token: 'tok', userId: 'u', firstName: 'Ann', lastName: 'Lee', role: 'surveyor' })
})

function says(status: number, body: unknown, headers: Record<string, string> = {}) {
  answer = () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers },
    })
}

const done = { data: { message: 'Logged out.' } }

test('sends token and key, and returns the reply as a value', async () => {
  says(200, done)
  expect(await call(logOut, {}, { key: 'k1' })).toEqual({ ok: true, reply: done })
  const { address, init } = sent[0] ?? { address: '', init: { headers: new Headers() } }
  expect([address, init.headers.get('token'), init.headers.get('idempotency-key')]).toEqual([
    '/api/login/session',
    'tok',
    'k1',
  ])
})

test('public calls send no token', async () => {
  says(200, done)
  await call(logIn, { body: { data: { attributes: { email: 'a@example.com', password: 'x' } } } })
  expect(sent[0]?.init.headers.has('token')).toBe(false)
})

test('only logins send the device secret, which survives the session', async () => {
  says(200, done)
  const login = () =>
    call(logIn, { body: { data: { attributes: { email: 'a@example.com', password: 'x' } } } })
  await login()
  await call(logOut, {})
  clearSession()
  await login()
  const [first, other, second] = sent.map(({ init }) => init.headers.get(deviceHeader))
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect([other, second]).toEqual([null, first])
})

test('without a session, a call that needs one is not sent', async () => {
  clearSession()
  says(200, done)
  const refused = await call(listSurveys, { query: {} })
  expect(refused).toMatchObject({ ok: false, status: 401, message: 'Please Log in again.' })
  expect(await call(logOut, {})).toMatchObject({ ok: false, status: 401 })
  expect(sent).toEqual([])
  expect(await call(logOut, {}, { token: 'another' })).toMatchObject({ ok: true })
})

test.each([
  ['HTML', '<html>Welcome to the airport</html>', 'An error has occuured. Please try again later.'],
  ['other JSON', { welcome: true }, 'An unexpected error occurred'],
  ['a list', [], 'An unexpected error occurred'],
])('%s with status 200 is no receipt', async (_, body, message) => {
  says(200, body)
  expect(await call(logOut, {})).toMatchObject({ ok: false, status: 0, message })
})

test('an empty response with status 200 is no receipt', async () => {
  answer = () => new Response(null, { status: 200 })
  const message = 'An unexpected error occurred'
  expect(await call(logOut, {})).toMatchObject({ ok: false, status: 0, message })
})

test('a server error is not blamed on a proxy', async () => {
  const message = 'An unexpected error occurred'
  says(500, { errors: [{ message }] })
  expect(await call(logOut, {})).toMatchObject({ status: 500, errors: [{ message }], message })
  for (const body of ['', '<html>Internal Server Error</html>', {}]) {
    says(500, body)
    expect(await call(logOut, {})).toMatchObject({ status: 500, errors: [], message })
  }
})

test('a network failure is returned, not thrown', async () => {
  answer = () => {
    throw new TypeError('fetch failed')
  }
  expect(await call(logOut, {})).toMatchObject({ ok: false, status: 0 })
})

test('a rejection returns its message, status and retry delay', async () => {
  says(429, { errors: [{ message: 'Too many' }] }, { 'retry-after': '30' })
  expect(await call(logOut, {})).toMatchObject({ status: 429, message: 'Too many', retryAfter: 30 })
})

test.each([
  [413, 'This is too large for the proxy in front of the server. Please tell your administrator.'],
  [
    502,
    'The proxy in front of the server got no answer from it (502). Please try again shortly. If this continues, tell your administrator.',
  ],
  [
    403,
    'Something between this device and the server refused the request (403): a proxy, a firewall, or the login page of a Wi-Fi network. If this continues, tell your administrator.',
  ],
])('what a proxy answers with %i in place of the server is told as that', async (status, message) => {
  for (const body of ['<html>Sorry</html>', { error: 'sorry' }, { errors: 'sorry' }]) {
    says(status, body)
    expect(await call(logOut, {})).toEqual({ ok: false, status, errors: [], message })
  }
})

test('a rejected token ends only the current session', async () => {
  says(401, { errors: [{ token: 'Please Log in again.' }] })
  await call(logOut, {}, { token: 'older' })
  expect(currentSession()?.token).toBe('tok')
  await call(logOut, {})
  expect(currentSession()).toBeNull()
})

test('encodes path parameters and omits empty query values', () => {
  expect(addressOf(endSession, { params: { id: 'a/b' } })).toBe('/api/login/sessions/a%2Fb')
  const query = { page: '2', search_query: '', start_date: undefined }
  expect(addressOf(listSurveys, { query })).toBe('/api/bx_block_survey/users_survey?page=2')
})

test("one account's call is not sent in another account's session", async () => {
  says(200, done)
  expect(await call(logOut, {}, { account: 'somebody else' })).toMatchObject({ ok: false, status: 401 })
  expect(sent).toHaveLength(0)
  expect(await call(logOut, {}, { account: 'u' })).toEqual({ ok: true, reply: done })
})
