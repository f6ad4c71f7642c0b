import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { changePassword } from '#contract/accounts/profile.ts'
import { reportSmsStatus } from '#contract/admin/outbox.ts'
import { api } from '#contract/api.ts'
import { bodyLimitOf, type Endpoint, isOpenToStrangers } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { drawPhoto, uploadMedia } from '#contract/media/media.ts'
import { resumableAddress } from '#contract/media/resumable.ts'
import { autoSave, listSurveys } from '#contract/surveys/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { largeBodies } from './event-loop-scheduler.ts'

let here: TestApp
let token: string
let port: number
beforeAll(async () => {
  here = await testApp()
  token = (await here.make.account()).api.token ?? ''
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
})
afterAll(() => here.close())

const json = 'Content-Type: application/json'
const kilobyte = 1024
const megabyte = 1024 * kilobyte

function manyNames(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])))
}

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: readonly string[]
  readonly body: string
  readonly chunked?: boolean
}

/** Sends the whole body without waiting for a reply; counts the bytes that the server read. */
async function send({ method = 'POST', path, headers = [json], body, chunked = false }: Sent) {
  const connected = once(here.app.server, 'connection')
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const [taking]: Socket[] = await connected
  const closed = new Promise((done) => taking?.once('close', done))
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${Buffer.byteLength(body)}`
  const head = [`${method} ${path} HTTP/1.1`, 'Host: fieldbook.test', length, ...headers].join('\r\n')
  const answer = text(socket).catch(() => '')
  // In one piece, as browsers send it: the server may get the head with the first bytes of the body.
  socket.cork()
  socket.write(`${head}\r\n\r\n`)
  if (chunked) socket.write(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`)
  else socket.write(body)
  socket.uncork()
  const heard = await answer
  return {
    status: Number(/^HTTP\/1.1 (\d+)/.exec(heard)?.[1]),
    closes: /^connection: close/im.test(heard),
    body: heard.slice(heard.indexOf('\r\n\r\n') + 4),
    bytesRead: taking?.bytesRead ?? 0,
    /** Waits until the server has closed the connection, which may read on after the reply. */
    bytesReadInAll: async () => {
      await closed
      return taking?.bytesRead ?? 0
    },
  }
}

/** Parses large bodies at once, for tests that send many of them. */
function parseWithoutRest() {
  const run = vi.spyOn(largeBodies, 'run').mockImplementation(async (_source, work) => work())
  onTestFinished(() => run.mockRestore())
}

const known = () => [json, `token: ${token}`]

test.each(['/', '/api', '/api/nothing/here', '/metrics', '/assets/x.js'])(
  'a body sent to %s is not parsed, little of it is read, and the connection ends',
  async (path) => {
    for (const chunked of [false, true]) {
      const answer = await send({ path, body: manyNames(300_000), chunked })
      expect(answer).toMatchObject({ status: 404, closes: true })
      expect(await answer.bytesReadInAll()).toBeLessThan(512 * kilobyte)
    }
  },
)

test.each([
  ['a login', logIn],
  ['a webhook', reportSmsStatus],
])('%s of several megabytes is rejected with or without a declared length', async (_, { method, path }) => {
  for (const chunked of [false, true]) {
    const answer = await send({ method, path: `/api${path}`, body: manyNames(300_000), chunked })
    expect(answer).toMatchObject({ status: 413, closes: true })
    expect(answer.bytesRead).toBeLessThan(2 * megabyte)
  }
})

test('a save without a session is rejected with 401, and its body is not read', async () => {
  const path = `/api${autoSave.path}`
  const answer = await send({ method: autoSave.method, path, body: manyNames(300_000) })
  expect(answer).toMatchObject({ status: 401, closes: true })
  expect(answer.bytesRead).toBeLessThan(2 * megabyte)
})

test('parsing stops early in a save with hundreds of thousands of names', async () => {
  const path = `/api${autoSave.path}`
  for (const chunked of [false, true]) {
    const answer = await send({
      method: autoSave.method,
      path,
      headers: known(),
      body: manyNames(300_000),
      chunked,
    })
    expect(answer).toMatchObject({ status: 413, closes: true })
    expect(answer.bytesRead).toBeLessThan(2 * megabyte)
  }
})

test('a body without a length is cut at the limit, also with a session', async () => {
  const body = JSON.stringify({ user_survey_id: 'x'.repeat(30 * megabyte) })
  const answer = await send({
    method: autoSave.method,
    path: `/api${autoSave.path}`,
    headers: known(),
    body,
    chunked: true,
  })
  expect(answer).toMatchObject({ status: 413, closes: true })
  expect(answer.bytesRead).toBeLessThan(limits.jsonBodyBytes + 2 * megabyte)
})

test('a multipart body without a length is cut at its limit', async () => {
  const part =
    '--x\r\nContent-Disposition: form-data; name="a"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
  const answer = await send({
    path: `/api${uploadMedia.path}`,
    headers: ['Content-Type: multipart/form-data; boundary=x', `token: ${token}`],
    body: part + 'x'.repeat(limits.uploadBytes + 10 * megabyte),
    chunked: true,
  })
  expect(answer.bytesRead).toBeLessThan(limits.uploadBytes + megabyte)
})

test('a small call has a small limit, also with a session', async () => {
  const { method, path } = changePassword
  const body = JSON.stringify({ data: 'x'.repeat(limits.accountBodyBytes) })
  expect(await send({ method, path: `/api${path}`, headers: known(), body })).toMatchObject({ status: 413 })
})

test('a multipart part declared as JSON is not parsed', async () => {
  const answer = await send({
    path: `/api${uploadMedia.path}`,
    headers: ['Content-Type: multipart/form-data; boundary=x', `token: ${token}`, 'Connection: close'],
    body: `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n${manyNames(9)}\r\n--x--\r\n`,
  })
  expect(answer.status).toBe(400)
})

test('a long form field with thousands of JSON names is rejected before it is parsed', async () => {
  const { method, path } = drawPhoto
  const field = `--x\r\nContent-Disposition: form-data; name="user_survey_media[shapes]"\r\n\r\n${manyNames(9_000)}\r\n--x--\r\n`
  const headers = ['Content-Type: multipart/form-data; boundary=x', `token: ${token}`, 'Connection: close']
  expect((await send({ method, path: `/api${path}`, headers, body: field })).status).toBe(413)
})

test('a body of plain text is not read', async () => {
  const headers = ['Content-Type: text/plain', 'Connection: close']
  const answer = await send({ path: `/api${logIn.path}`, headers, body: 'x'.repeat(3 * megabyte) })
  expect(answer.status).toBe(400)
  expect(answer.bytesRead).toBeLessThan(2 * megabyte)
})

test('a URL with too many query parameters is rejected', async () => {
  const ask = (count: number) => {
    const query = Array.from({ length: count }, (_, at) => `k${at}=1`).join('&')
    return here.app.inject({ url: `/api${listSurveys.path}?${query}`, headers: { token } })
  }
  expect((await ask(limits.queryParametersMax + 1)).statusCode).toBe(400)
})

test('the metadata of a resumable upload is ignored', async () => {
  const metadata = Array.from({ length: 500 }, (_, at) => `k${at} eA==`).join(',')
  const answer = await here.app.inject({
    method: 'POST',
    url: `/api${resumableAddress}`,
    headers: { token, 'tus-resumable': '1.0.0', 'upload-length': '4', 'upload-metadata': metadata },
  })
  expect(answer.statusCode).toBe(201)
})

test('an account that floods the server is throttled, and no other account is', async () => {
  parseWithoutRest()
  const loud = await here.make.account()
  const path = `/api${autoSave.path}`
  const body = JSON.stringify({ user_survey_id: 'x'.repeat(limits.jsonBodyBytes - kilobyte) })
  const save = (as: string) =>
    here.app.inject({
      method: autoSave.method,
      url: path,
      headers: { token: as, 'content-type': 'application/json' },
      payload: body,
    })
  const answers = []
  // The minute, and with it the count, may end in between.
  while (answers.at(-1)?.statusCode !== 429 && answers.length < 30)
    answers.push(await save(loud.api.token ?? ''))
  expect(answers[0]?.statusCode).toBe(422)
  expect(answers.length).toBeGreaterThan(limits.accountBodyBytesPerMinute / limits.jsonBodyBytes)
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await save(token)).statusCode).toBe(422)
})

/**
 * Sends until the server answers with this status and hardly reads any more. A body that is parsed may also be
 * rejected early. The minute, and with it the count, may end in between.
 */
async function sendUntilUnread(sent: Sent, status: number) {
  const first = await send(sent)
  for (let count = 0; count < 200; count++) {
    const last = await send(sent)
    if (last.status === status && last.bytesRead < 256 * kilobyte) return { first, last }
  }
  throw new Error('The server read every body')
}

const call = ({ method, path }: Endpoint) => ({ method, path: `/api${path}` })

test.each([
  ['with too many names, which are read in part', manyNames(150_000), 429],
  ['above the limit, which are thrown away', 'x'.repeat(limits.jsonBodyBytes + megabyte), 413],
])(
  'rejected bodies %s count toward the limit of the account, and then are no longer read',
  async (_, body, status) => {
    // The count restarts every minute, so that the minute must not end in between.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const loud = await here.make.account()
    const headers = [json, `token: ${loud.api.token}`]
    const { first, last } = await sendUntilUnread({ ...call(autoSave), headers, body }, status)
    expect(first).toMatchObject({ status: 413, closes: true })
    expect(last).toMatchObject({ closes: true })
    expect(await last.bytesReadInAll()).toBeLessThan(512 * kilobyte)
    const small = { ...call(autoSave), body: '{}' }
    expect(await send({ ...small, headers: [...headers, 'Connection: close'] })).toMatchObject({
      status: 429,
    })
    expect(await send({ ...small, headers: [...known(), 'Connection: close'] })).toMatchObject({
      status: 400,
    })
  },
)

test('discarded bodies use up the discard allowance of their address, not its logins', async () => {
  const { first } = await sendUntilUnread({ ...call(autoSave), body: 'x'.repeat(2 * megabyte) }, 401)
  expect(first.status).toBe(401)
  const headers = [json, 'Connection: close']
  expect(await send({ ...call(logIn), headers, body: '{}' })).toMatchObject({ status: 400 })
})

test('only large bodies wait for the event-loop share of their address', async () => {
  const run = vi.spyOn(largeBodies, 'run')
  onTestFinished(() => run.mockRestore())
  const save = (length: number) =>
    send({
      method: autoSave.method,
      path: `/api${autoSave.path}`,
      headers: [...known(), 'Connection: close'],
      body: JSON.stringify({ user_survey_id: 'x'.repeat(length) }),
    })
  expect((await save(limits.pacedBodyBytes - kilobyte)).status).toBe(422)
  expect(run).not.toHaveBeenCalled()
  expect((await save(limits.pacedBodyBytes + 100 * kilobyte)).status).toBe(422)
  expect(run.mock.calls.length).toBeGreaterThan(1)
  expect(new Set(run.mock.calls.map(([source]) => source))).toEqual(new Set(['127.0.0.1']))
})

test('many small values count as more than their bytes', async () => {
  parseWithoutRest()
  const loud = await here.make.account()
  const body = `[${'0,'.repeat(300_000)}0]`
  const save = () =>
    here.app.inject({
      method: autoSave.method,
      url: `/api${autoSave.path}`,
      headers: { token: loud.api.token ?? '', 'content-type': 'application/json' },
      payload: body,
    })
  const statuses = []
  for (let sent = 0; sent < limits.accountBodyBytesPerMinute / 8; sent += body.length)
    statuses.push((await save()).statusCode)
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
})

const endpoints: readonly Endpoint[] = [...api.values()]

test("strangers can't send a large body to any endpoint", () => {
  const large = endpoints.filter((one) => isOpenToStrangers(one) && bodyLimitOf(one) > 32 * kilobyte)
  expect(large.map(({ name }) => name)).toEqual([])
  expect(bodyLimitOf(logIn)).toBeLessThan(32 * kilobyte)
})
