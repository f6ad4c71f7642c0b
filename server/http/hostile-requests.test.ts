import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { saveForm } from '#contract/templates/custom-forms.ts'
import { goodPassword } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let token: string
let port: number
beforeAll(async () => {
  here = await testApp()
  const { email } = await here.make.account()
  const body = { data: { type: 'email_account' as const, attributes: { email, password: goodPassword } } }
  token = (await here.api.call(logIn, { body })).body.meta.token
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
})
afterAll(() => here.close())

const ask = 'GET /api/openapi.json HTTP/1.1\r\nHost: fieldbook.test\r\n\r\n'
const alive = async () => (await fetch(`http://127.0.0.1:${port}/api/health/live`)).status

test('a connection with a thousand pipelined calls is closed, and other callers do not wait', async () => {
  const crowded = Array.from({ length: 6 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(crowded.map((socket) => once(socket, 'connect')))
  const ended = crowded.map((socket) => new Promise<void>((done) => socket.once('close', () => done())))
  for (const socket of crowded) socket.write(ask.repeat(1_400))
  await Promise.all(ended)
  expect(await alive()).toBe(200)
})

test('a few pipelined calls are answered in order', async () => {
  const socket = connect(port, '127.0.0.1')
  const last = ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  socket.write(ask + ask + last)
  const answers = await text(socket)
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3)
})

function formWith(wrong: unknown, options: number) {
  const field = (n: number) => ({
    key: `f${n}`,
    name: 'F',
    type: 'radio',
    options: Array.from({ length: options }, () => wrong),
  })
  const section = (n: number) => ({
    key: `s${n}`,
    name: 'S',
    fields: Array.from({ length: 40 }, (_, at) => field(100 * n + at)),
  })
  return { form: { name: 'x', sections: Array.from({ length: 20 }, (_, at) => section(at)) }, revision: 1 }
}

async function saved(body: unknown, headers: Record<string, string> = {}) {
  const path = saveForm.path.replace('{id}', '019a4c1e-7d00-755f-b05d-d46597500ca7')
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: saveForm.method,
    headers: { 'content-type': 'application/json', token, ...headers },
    body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
  })
  return { status: response.status, errors: ((await response.json()) as { errors: unknown[] }).errors }
}

test('a body with hundreds of thousands of wrong values reports only the first of them', async () => {
  const { status, errors } = await saved(formWith(0, 300))
  expect([status, errors.length]).toEqual([400, expect.any(Number)])
  expect(errors.length).toBeLessThan(4)
})

test('a body with too many values of any kind is too large', async () => {
  expect((await saved(formWith(0, 1_000))).status).toBe(413)
})

test('a compressed body is not decompressed', async () => {
  const packed = gzipSync(JSON.stringify(formWith(0, 2_000)))
  expect((await saved(packed, { 'content-encoding': 'gzip' })).status).toBeGreaterThanOrEqual(400)
  expect(await alive()).toBe(200)
})
