import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signUp } from '#contract/accounts/accounts.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const limit = signUp.rates?.[0]?.limit ?? 0

async function behind(environment: Record<string, string> = {}): Promise<TestApp> {
  const here = await testApp({ TRUST_PROXY: '1', ...environment })
  onTestFinished(() => here.close())
  vi.spyOn(here.context.log, 'warn')
  return here
}

type Headers = Record<string, string>

async function call(here: TestApp, headers: Headers, url = `/api${signUp.path}`): Promise<number> {
  const answer = await here.app.inject({ method: 'POST', url, payload: {}, headers })
  return answer.statusCode
}

/** Number of calls that pass the limit, each with a different forged header. */
async function callsPast(here: TestApp, headers: (count: number) => Headers): Promise<number> {
  let past = 0
  for (let count = 1; count <= limit + 10; count++) if ((await call(here, headers(count))) !== 429) past++
  return past
}

const proper = { host: 'fieldbook.test' }
/** The headers of nginx with `proxy_pass` and nothing else. */
const bare = { host: '127.0.0.1:3000' }

function saidTimes(here: TestApp): number {
  return vi
    .mocked(here.context.log.warn)
    .mock.calls.filter(([, said]) => String(said).includes('TRUST_PROXY')).length
}

test('a proxy that passes on X-Forwarded-For from clients is distrusted from the first call on, with one warning', async () => {
  const here = await behind()
  const past = await callsPast(here, (count) => ({ ...bare, 'x-forwarded-for': `10.0.0.${count}` }))
  expect([past, saidTimes(here)]).toEqual([limit, 1])
})

test('a proxy that passes on the host but never writes X-Forwarded-For is distrusted once a call shows it', async () => {
  const here = await behind()
  await call(here, proper)
  const past = await callsPast(here, (count) => ({ ...proper, 'x-forwarded-for': `10.0.0.${count}` }))
  expect([past, saidTimes(here)]).toEqual([limit - 1, 1])
})

test('a proxy that speaks HTTP/1.0 and writes no X-Forwarded-For is distrusted for every public address', async () => {
  const here = await behind({ PUBLIC_URL: 'http://localhost:3000' })
  const port = new URL(await here.app.listen({ port: 0, host: '127.0.0.1' })).port
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`POST /api${signUp.path} HTTP/1.0\r\nHost: localhost:3000\r\nContent-Length: 0\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 4/)
  expect(saidTimes(here)).toBe(1)
  const forged = (count: number) => ({ host: 'localhost:3000', 'x-forwarded-for': `10.0.0.${count}` })
  expect(await callsPast(here, forged)).toBeLessThanOrEqual(limit)
})

test.each([
  ['the address alone', (count: number) => `10.0.0.${count}`],
  ['what the client wrote before it', (count: number) => `203.0.113.9, 10.0.0.${count}`],
  ['an IPv6 network', (count: number) => `2001:db8:0:${count}::1`],
])('a proxy that writes X-Forwarded-For is trusted: %s', async (_, forwarded) => {
  const here = await behind()
  const past = await callsPast(here, (count) => ({ ...proper, 'x-forwarded-for': forwarded(count) }))
  expect([past, saidTimes(here)]).toEqual([limit + 10, 0])
})

test.each([
  ['one address with a port for each connection', (count: number) => `10.0.0.1:${4000 + count}`, 0],
  ['the same in IPv6', (count: number) => `[2001:db8::1]:${4000 + count}`, 0],
  ['a word instead of an address', (count: number) => `client-${count}`, 1],
])('%s counts as one caller', async (_, forwarded, said) => {
  const here = await behind()
  const past = await callsPast(here, (count) => ({ ...proper, 'x-forwarded-for': forwarded(count) }))
  expect([past, saidTimes(here)]).toEqual([limit, said])
})

test('health checks and calls from the same machine reveal nothing about the proxy', async () => {
  const here = await behind()
  await here.app.inject({ url: '/api/health/live', headers: proper })
  await call(here, bare)
  const past = await callsPast(here, (count) => ({ ...proper, 'x-forwarded-for': `10.0.0.${count}` }))
  expect([past, saidTimes(here)]).toEqual([limit + 10, 0])
})
