import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { extendEvent } from '#server/http/rate-limit.ts'
import { type MadeKey, makeKey } from '#server/testing/api-keys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { isSecret, newSecret } from './secret.ts'

const surveys = '/api/bx_block_survey/users_survey'
const logged: string[] = []
const log: Logger = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })

let here: TestApp
let owner: MadeAccount
let key: MadeKey
beforeAll(async () => {
  here = await testApp({}, log)
  await addSampleTemplate(here)
  owner = await here.make.account()
  key = await makeKey(owner, { scopes: ['read', 'write', 'export'] })
})
afterAll(() => here.close())

async function ask(headers: Record<string, string | string[]>, url = surveys) {
  const { statusCode, headers: sent, body } = await here.app.inject({ method: 'GET', url, headers })
  return { status: statusCode, why: String(sent['www-authenticate'] ?? ''), sent, body }
}

describe('the header', () => {
  test.each([
    ['another case of the scheme', (secret: string) => `bearer ${secret}`],
    ['capitals', (secret: string) => `BEARER ${secret}`],
    ['several spaces', (secret: string) => `Bearer   ${secret}`],
    ['spaces around it', (secret: string) => `  Bearer ${secret}  `],
  ])('is read with %s', async (_, write) => {
    expect((await ask({ authorization: write(key.secret) })).status).toBe(200)
  })

  test.each([
    ['another case', (secret: string) => `Bearer ${secret.toLowerCase()}`],
    ['a space inside', (secret: string) => `Bearer ${secret.slice(0, 9)} ${secret.slice(9)}`],
    ['a character less', (secret: string) => `Bearer ${secret.slice(0, -1)}`],
    ['a character more', (secret: string) => `Bearer ${secret}0`],
    ['quotes', (secret: string) => `Bearer "${secret}"`],
    ['two keys', (secret: string) => `Bearer ${secret}, Bearer ${secret}`],
    ['nothing behind it', () => 'Bearer'],
    ['the token of a session', () => `Bearer ${owner.api.token}`],
    ['a huge key', (secret: string) => `Bearer ${secret}${'A'.repeat(8_000)}`],
  ])('is refused with %s', async (_, write) => {
    const { status, why, body } = await ask({ authorization: write(key.secret) })
    expect([status, why]).toEqual([401, 'Bearer realm="fieldbook", error="invalid_token"'])
    expect(JSON.parse(body)).toEqual({ errors: [{ authorization: expect.stringContaining('API key') }] })
  })

  test('other schemes, and the key under other names, are no key', async () => {
    for (const headers of [
      { authorization: `Basic ${key.secret}` },
      { authorization: key.secret },
      { token: key.secret },
      { 'x-api-key': key.secret },
      { cookie: `token=${key.secret}; authorization=Bearer ${key.secret}` },
    ] as Record<string, string>[]) {
      const { status, why } = await ask(headers)
      expect([status, why]).toEqual([401, ''])
    }
  })

  test('a call with a key and a session is refused, whichever of them is valid', async () => {
    const token = owner.api.token ?? ''
    for (const [secret, session] of [
      [key.secret, token],
      [key.secret, 'wrong'],
      ['wrong', token],
    ] as const) {
      const { status, why } = await ask({ authorization: `Bearer ${secret}`, token: session })
      expect([status, why]).toEqual([400, 'Bearer realm="fieldbook", error="invalid_request"'])
    }
    // A proxy in front with its own password does not matter.
    expect((await ask({ authorization: 'Basic cHJveHk6cHJveHk=', token })).status).toBe(200)
  })

  test('two Authorization headers are refused', async () => {
    const { port } = new URL(await here.app.listen({ port: 0, host: '127.0.0.1' }))
    const status = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.setEncoding('utf8').on('error', reject).once('data', resolve)
      const header = `Authorization: Bearer ${key.secret}\r\n`
      socket.write(`GET ${surveys} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`)
    })
    expect(status).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('the address', () => {
  test('a key in the query does not work, and no log has it', async () => {
    for (const name of ['access_token', 'key', 'api_key', 'token', 'authorization', 'Authorization'])
      expect((await ask({}, `${surveys}?${name}=${key.secret}`)).status).toBe(401)
    expect((await ask({}, `${surveys}/${key.secret}`)).status).toBe(401)
    const post = { method: 'POST', url: `${surveys}?access_token=${key.secret}`, payload: {} } as const
    expect((await here.app.inject(post)).statusCode).toBe(401)
    const authorized = { authorization: `Bearer ${key.secret}` }
    const odd = { ...post, headers: { ...authorized, 'idempotency-key': key.secret } }
    expect((await here.app.inject(odd)).statusCode).toBeGreaterThanOrEqual(400)
    await startSurvey({ ...owner, api: key.api })
    await here.context.writeLog.close()
    const written = await readFile(join(here.context.config.dataDir, 'logs', 'writes.log'), 'utf8')
    expect(written).toContain('surveys.create')
    expect(written + logged.join('')).not.toContain(key.secret.slice(8))
  })
})

describe('a browser of another origin', () => {
  test('gets no permission to send a key, nor to read a reply', async () => {
    const origin = 'https://evil.example'
    const asked = await here.app.inject({
      method: 'OPTIONS',
      url: surveys,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    const sent = await ask({ origin, authorization: `Bearer ${key.secret}` })
    for (const headers of [asked.headers, sent.sent])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(sent.sent['cross-origin-resource-policy']).toBe('same-origin')
  })
})

describe('a flood', () => {
  test('of wrong keys writes nothing, and locks nobody out', async () => {
    const before = await here.context.db.selectFrom('rate').select('bucket').execute()
    const random = (bytes: number) => here.context.random(bytes)
    for (let n = 0; n < 300; n++) {
      const remoteAddress = `10.0.${n >> 8}.${n & 255}`
      const headers = { authorization: `Bearer ${newSecret(random)}` }
      const { statusCode } = await here.app.inject({ method: 'GET', url: surveys, headers, remoteAddress })
      expect(statusCode).toBe(401)
    }
    expect(await here.context.db.selectFrom('rate').select('bucket').execute()).toHaveLength(before.length)
    expect((await ask({ authorization: `Bearer ${key.secret}` })).status).toBe(200)
  })

  test('of calls with one key ends at its own limit, and neither at its owner’s nor another key’s', async () => {
    const account = await here.make.account()
    const [greedy, modest] = [await makeKey(account), await makeKey(account)]
    const first = await greedy.api.call(listSurveys, { query: {} })
    const most = limits.keyCallsPerMinute
    expect(first.headers['ratelimit-policy']).toBe(`"key";q=${most};w=60`)
    expect(first.headers.ratelimit).toMatch(new RegExp(`^"key";r=${most - 1};t=(60|5\\d)$`))
    // As if the others had been made in this minute.
    const all = { bucket: `api-key/${greedy.id}`, limit: most, seconds: 60 }
    await extendEvent(here.context.db, all, new Date())
    const over = await greedy.api.call(listSurveys, { query: {} })
    expect(over.status).toBe(429)
    expect(over.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/)
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    expect((await modest.api.call(listSurveys, { query: {} })).status).toBe(200)
    const { status, headers } = await account.api.call(listSurveys, { query: {} })
    expect([status, headers.ratelimit]).toEqual([200, undefined])
  })
})

test('a key has a checksum, so that a mistyped one is recognized without a query', () => {
  const random = (bytes: number) => here.context.random(bytes)
  const secrets = Array.from({ length: 200 }, () => newSecret(random))
  for (const secret of secrets) {
    expect(secret).toMatch(/^fbk_[0-9A-Za-z]{49}$/)
    expect(isSecret(secret)).toBe(true)
    const at = 4 + (secret.charCodeAt(10) % 49)
    const changed = secret.slice(0, at) + (secret[at] === 'a' ? 'b' : 'a') + secret.slice(at + 1)
    expect(isSecret(changed)).toBe(false)
  }
  expect(isSecret(newSecret(() => Buffer.alloc(32)))).toBe(true)
  expect(isSecret(newSecret(() => Buffer.alloc(32, 255)))).toBe(true)
})
