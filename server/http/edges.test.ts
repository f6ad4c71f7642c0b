import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loginErrors, signUp } from '#contract/accounts/accounts.ts'
import { reportDownload } from '#contract/sharing/reports.ts'
import * as reportPdf from '#server/features/reports/report-pdf.ts'
import { throughProxy } from '#server/testing/api.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

vi.mock('#server/features/reports/report-pdf.ts', { spy: true })

let here: TestApp
let port: number
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
})
afterAll(() => here.close())

async function raw(sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(sent)
  return text(socket)
}

test.each([
  ['garbage', '\u0001\u0002\r\n\r\n', 400],
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/login/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(40_000)}\r\n\r\n`, 431],
  ['an invalid address', 'GET /api/%ff%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
])('%s is rejected with the usual error body', async (_, sent, status) => {
  const answer = await raw(sent)
  expect(answer).toMatch(`HTTP/1.1 ${status} `)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual({
    errors: [{ message: expect.any(String) }],
  })
})

test.each(['/', '/api/docs/', '/api/openapi.json', '/api/nothing', '/assets/nothing.js', '/api/%ff'])(
  'the reply to %s has a content security policy',
  async (url) => {
    const { headers } = await here.app.inject({ url })
    expect(headers['content-security-policy']).toMatch(/default-src '(self|none)'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  },
)

test.each([
  '/assets/..%2f..%2f..%2fpackage.json',
  '/api/docs/static/..%2f..%2f..%2f..%2fpackage.json',
  '/api/docs/static/%2e%2e/%2e%2e/package.json',
  '/..%5c..%5cpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
])('%s does not escape its folder', async (url) => {
  const { body } = await here.app.inject({ url })
  expect(body).not.toMatch(/"dependencies"|root:/)
})

test.each([
  '/api/health/live',
  '/api/nothing',
  '/api/guest_survey_info',
  '/survey-report/a/b',
  '/SURVEY-REPORT/a/b',
])('%s is excluded from search engines', async (url) => {
  const { headers } = await here.app.inject({ url })
  expect(headers['x-robots-tag']).toBe('noindex, nofollow, noarchive')
})

test('the OpenAPI document describes the resumable-upload calls, and each of them exists', async () => {
  const { paths } = (await here.app.inject({ url: '/api/openapi.json' })).json()
  const making = paths['/api/bx_block_custom_forms/custom_forms'].post
  expect(Object.keys(making.requestBody.content)).toEqual(['multipart/form-data', 'application/json'])
  expect(JSON.stringify(making.requestBody)).toContain('dry_run')
  expect(Object.keys(making.responses)).toEqual(expect.arrayContaining(['200', '201']))
  const described = Object.entries<object>(paths)
    .filter(([path]) => path.startsWith('/api/files/uploads'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  expect(described.toSorted()).toEqual([
    'delete /api/files/uploads/{id}',
    'head /api/files/uploads/{id}',
    'options /api/files/uploads',
    'patch /api/files/uploads/{id}',
    'post /api/files/uploads',
  ])
  for (const call of described) {
    const [method = '', path = ''] = call.split(' ')
    const url = path.replace('{id}', 'a'.repeat(32))
    const { statusCode } = await here.app.inject({ method: method.toUpperCase() as 'GET', url })
    expect([call, statusCode]).toEqual([call, 401])
  }
})

test('a HEAD request for a PDF does not render it', async () => {
  const owner = await here.make.account()
  const { id } = await startSurvey(owner)
  const { body } = await owner.api.call(reportDownload, { params: { id } })
  const { statusCode, headers } = await here.app.inject({ method: 'HEAD', url: body.data.url })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(reportPdf.loadReportPdf).not.toHaveBeenCalled()
})

const limit = signUp.rates?.[0]?.limit ?? 0

async function signUpsUntilTooMany(app: TestApp, forwarded: (count: number) => string): Promise<number> {
  for (let count = 0; count <= limit; count++) {
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: `/api${signUp.path}`,
      payload: {},
      headers: { ...throughProxy, 'x-forwarded-for': forwarded(count) },
    })
    if (statusCode === 429) return count
  }
  return Number.POSITIVE_INFINITY
}

test('a caller cannot choose its own address', async () => {
  expect(await signUpsUntilTooMany(here, (count) => `10.0.0.${count}`)).toBe(limit)
})

test('the address comes from the proxy, and what the caller wrote before it is ignored', async () => {
  const behind = await testAppForThisTest({ TRUST_PROXY: '1' })
  expect(await signUpsUntilTooMany(behind, (count) => `10.0.0.${count}, 192.0.2.7`)).toBe(limit)
  expect(await signUpsUntilTooMany(behind, (count) => `192.0.2.7, 10.0.1.${count}`)).toBe(
    Number.POSITIVE_INFINITY,
  )
})

test.each([
  ['57014', 503, '5'],
  ['40P01', 503, '5'],
  ['EMFILE', 503, '5'],
  ['ENOSPC', 507, '60'],
  ['53100', 507, '60'],
] as const)('work aborted with %s may be retried later', async (code, status, after) => {
  const { app } = here
  vi.spyOn(here.context.db, 'insertInto').mockImplementationOnce(() => {
    throw Object.assign(new Error('given up'), { code })
  })
  const answer = await app.inject({
    method: 'POST',
    url: `/api${signUp.path}`,
    payload: {},
    remoteAddress: '10.9.9.9',
  })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, after])
  expect((await here.api.call(loginErrors, {})).status).toBe(200)
})
