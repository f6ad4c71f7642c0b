import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Good, goodInputs } from '#server/testing/good-inputs.ts'
import { enterAsGuest, newGuestNumber } from '#server/testing/guest-session.ts'
import {
  corrupted,
  invalidPayloads,
  invalidTexts,
  invalidUploads,
  type Payload,
} from '#server/testing/invalid-input.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { phonePhoto } from '#server/testing/media.ts'
import { addSampleTemplate } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const provider = 'a-secret-of-the-provider'

let here: TestApp
let owner: MadeAccount
let newcomer: MadeAccount
/** Only this account calls deletions of accounts, since an odd address may be valid. */
let leaver: MadeAccount
let admin: MadeAccount
/** The session of a guest who logged in with a code. */
let guest: string | null
/** Corrupted part by part below. */
let good: ReadonlyMap<string, Good>
let noted: string
let photo: Buffer

beforeAll(async () => {
  here = await testApp({ BOUNCE_SECRET: provider })
  await addSampleTemplate(here)
  owner = await here.make.account()
  newcomer = await here.make.account({ passwordIsOwn: false })
  leaver = await here.make.account()
  guest = (await enterAsGuest(here, newGuestNumber().typed)).token
  admin = await here.make.account({ role: 'admin' })
  photo = await phonePhoto()
  await admin.api.call(changeAccountAccess, { params: { id: owner.id }, body: { may_make_templates: true } })
  ;({ good, noted } = await goodInputs(owner, photo))
})
afterAll(() => here.close())

const endpoints = [...api.values()]
const taking = endpoints.filter(
  ({ params, query, body, method }) => params || query || body || method !== 'GET',
)

function tokenFor({ access, name }: Endpoint): string | null {
  if (access === 'phoneGuest') return guest
  if (name === 'profile.deleteAccount') return leaver.api.token
  if (access === 'restricted') return newcomer.api.token
  return (access === 'admin' ? admin : owner).api.token
}

/** A provider's webhook has a secret of its own; two credentials in one call are refused. */
function credentialFor(endpoint: Endpoint): Record<string, string> {
  return endpoint.access === 'public'
    ? { authorization: `Bearer ${provider}` }
    : { token: tokenFor(endpoint) ?? '' }
}

let calls = 0
/**
 * Sends a call and expects a reply below 500, with rejections in the agreed form and without internals. Each
 * call has another address, so that no limit hides a fault.
 */
async function send(endpoint: Endpoint, url: string, payload: Payload): Promise<void> {
  calls++
  const options: InjectOptions = {
    method: endpoint.method,
    url,
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: {
      ...credentialFor(endpoint),
      'idempotency-key': randomUUID(),
      ...(payload.type === null ? {} : { 'content-type': payload.type }),
    },
    ...(payload.bytes === undefined ? {} : { payload: payload.bytes }),
  }
  const response = await here.app.inject(options)
  const said = `${endpoint.method} ${url.slice(0, 200)} ${payload.type} ${JSON.stringify(String(payload.bytes).slice(0, 300))} → ${response.statusCode} ${response.body.slice(0, 300)}`
  expect.soft(response.statusCode, said).toBeLessThan(500)
  if (response.statusCode < 400) return
  expect.soft(response.json(), said).toEqual({
    errors: expect.arrayContaining([expect.any(Object)]),
  })
  expect.soft(response.body, said).not.toMatch(/node_modules|\bat .*:\d+:\d+|\.ts\b|syntax error|postgres/i)
}

function addressOf(endpoint: Endpoint, params: Record<string, string>, query: string): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return `/api${path}${query === '' ? '' : `?${query}`}`
}

function* oddAddresses(endpoint: Endpoint, { params = {}, query = {} }: Good): Generator<string> {
  const asked = String(new URLSearchParams(query))
  for (const odd of invalidTexts) {
    for (const name of Object.keys(params)) yield addressOf(endpoint, { ...params, [name]: odd }, asked)
    for (const name of Object.keys(query)) {
      const { [name]: _, ...others } = query
      yield addressOf(endpoint, params, `${new URLSearchParams(others)}&${name}=${odd}`)
    }
  }
  for (const [name, value] of Object.entries(query)) {
    yield addressOf(endpoint, params, `${asked}&${name}=${value}`)
    yield addressOf(endpoint, params, `${asked}&${name}[]=1&${name}[a]=1&__proto__=1&constructor=1`)
  }
  yield addressOf(endpoint, params, '')
}

test('every endpoint with input has an example', () => {
  expect([...good.keys()].sort()).toEqual(taking.map(({ name }) => name).sort())
})

test('every endpoint except signed addresses rejects unknown query parameters', async () => {
  const unknown = { errors: expect.arrayContaining([{ surprise: 'Unknown field.' }]) }
  for (const endpoint of endpoints.filter(({ access }) => access !== 'ticket')) {
    const { params = {}, query = {}, body } = good.get(endpoint.name) ?? {}
    const url = addressOf(endpoint, params, String(new URLSearchParams({ ...query, surprise: '1' })))
    // Bodies are checked before queries, and the example passwords change nothing.
    const fit = JSON.stringify(body)?.replaceAll('"weak"', '"Kestrel-Attic-19"')
    const payload = fit && !endpoint.upload ? { payload: JSON.parse(fit) } : {}
    const headers = credentialFor(endpoint)
    const refused = await here.app.inject({ method: endpoint.method, url, headers, ...payload })
    expect.soft([endpoint.name, refused.statusCode, refused.json()]).toEqual([endpoint.name, 422, unknown])
  }
})

test.each([
  ['users_survey?state=Completed', 'state'],
  ['users_survey?changed_since=2026-01-01', 'changed_since'],
])('a list is not returned whole for %s', async (path, field) => {
  const url = `/api/bx_block_survey/${path}`
  const refused = await here.app.inject({ method: 'GET', url, headers: { token: owner.api.token ?? '' } })
  expect([refused.statusCode, refused.json()]).toEqual([422, { errors: [{ [field]: 'Unknown field.' }] }])
})

test('rejects unknown fields of bodies that could seem to have an effect', async () => {
  const post = async (method: 'POST' | 'PATCH', path: string, payload: object, as: MadeAccount) => {
    const answer = await here.app.inject({
      ...{ method, url: `/api/${path}`, payload, headers: { token: as.api.token ?? '' } },
    })
    return [answer.statusCode, answer.json()]
  }
  const refused = (field: string) => [422, { errors: [{ [field]: 'Unknown field.' }] }]
  const survey = good.get('sharing.generateLink')?.body as { link_share_id: string }
  const share = 'bx_block_survey/link_share/generate_link'
  expect(await post('POST', share, { ...survey, password: 'x' }, owner)).toEqual(refused('password'))
  const standing = { is_disabled: true }
  expect(await post('PATCH', `admin/accounts/${owner.id}`, standing, admin)).toEqual(refused('is_disabled'))
})

describe.each(taking.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  const exampleOf = () => good.get(name) ?? {}
  const usual = (example: Good): Payload =>
    example.body
      ? { type: 'application/json', bytes: JSON.stringify(example.body) }
      : { type: null, bytes: undefined }

  if (endpoint.params || endpoint.query)
    test('odd addresses', async () => {
      const example = exampleOf()
      for (const url of oddAddresses(endpoint, example)) await send(endpoint, url, usual(example))
    })

  if (endpoint.method !== 'GET')
    test('odd bodies', async () => {
      const { params = {}, query = {}, body } = exampleOf()
      const url = addressOf(endpoint, params, String(new URLSearchParams(query)))
      for (const payload of invalidPayloads) await send(endpoint, url, payload)
      if (!body) return
      for (const one of corrupted(body))
        await send(endpoint, url, { type: 'application/json', bytes: JSON.stringify(one) })
    })

  if (endpoint.upload)
    test('odd forms', async () => {
      for (const payload of invalidUploads(noted, photo))
        await send(endpoint, addressOf(endpoint, {}, ''), payload)
    })
})
