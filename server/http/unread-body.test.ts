import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { seenHeader } from '#contract/history.ts'
import { limits } from '#contract/limits.ts'
import { autoSave } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { cutSlowSender } from './unread-body.ts'

let here: TestApp
let ann: MadeAccount
let port: number
const patience = { timeout: 30_000 }
const sockets = new Set<Socket>()
beforeAll(async () => {
  here = await testApp()
  ann = await here.make.account()
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
})
afterAll(() => here.close())
afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
})

const megabyte = 1024 * 1024
const save = `PUT /api${autoSave.path} HTTP/1.1\r\nHost: fieldbook.test\r\nContent-Type: application/json\r\n`

function open(to = port) {
  const socket = connect(to, '127.0.0.1').on('error', () => undefined)
  sockets.add(socket)
  let heard = ''
  const closed = vi.fn()
  socket.on('data', (bytes) => (heard += bytes)).once('close', closed)
  return { socket, heard: () => heard, closed }
}

/** Sends until the connection closes. Returns the bytes sent. */
async function sendWithoutEnd({ socket, closed }: ReturnType<typeof open>, piece: Buffer): Promise<number> {
  while (closed.mock.calls.length === 0)
    if (!socket.write(piece))
      await new Promise<void>((go) => socket.once('drain', () => go()).once('close', () => go()))
  return socket.bytesWritten
}

test.each([
  ['with a declared length', `Content-Length: ${1_500 * megabyte}\r\n\r\n`, Buffer.alloc(65_536, ' ')],
  [
    'without a length',
    'Transfer-Encoding: chunked\r\n\r\n',
    Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`),
  ],
])('a rejected body %s is not read to its end, and its sender gets the reply', async (_, length, piece) => {
  const sender = open()
  sender.socket.write(save + length)
  const sent = await sendWithoutEnd(sender, piece)
  expect(sender.heard()).toMatch(/^HTTP\/1.1 401 /)
  expect(sender.heard()).toMatch(/connection: close/i)
  expect(sender.heard()).toContain('"errors"')
  // Bytes that the system buffers on both sides count as sent.
  expect(sent).toBeLessThan(40 * megabyte)
})

test('rejected senders that dribble are disconnected', async () => {
  const senders = Array.from({ length: 50 }, () => open())
  for (const { socket } of senders) socket.write(`${save}Content-Length: 1000000\r\n\r\n{`)
  await expect.poll(() => senders.every(({ heard }) => heard().includes('401')), patience).toBe(true)
  await expect.poll(() => senders.every(({ closed }) => closed.mock.calls.length === 1), patience).toBe(true)
})

test('a small rejected body leaves the connection usable', async () => {
  const { socket, heard } = open()
  socket.write(`${save}Content-Length: 2\r\n\r\n{}`)
  await expect.poll(heard, patience).toContain('401')
  socket.write('GET /api/health/live HTTP/1.1\r\nHost: fieldbook.test\r\n\r\n')
  await expect.poll(heard, patience).toContain('HTTP/1.1 200')
})

test('a rejected body of one file part is read to its end, so that slow senders get the reply', async () => {
  const { socket, heard } = open()
  socket.write(`${save}Content-Length: ${megabyte}\r\n\r\n`)
  await expect.poll(heard, patience).toContain('401')
  for (let n = 0; n < 16; n++) socket.write(Buffer.alloc(megabyte / 16, ' '))
  socket.write('GET /api/health/live HTTP/1.1\r\nHost: fieldbook.test\r\n\r\n')
  await expect.poll(heard, patience).toContain('HTTP/1.1 200')
})

test('a caller with a session may finish sending, and the connection stays open', async () => {
  const { socket, heard } = open()
  const length = 7 * megabyte
  const known = `token: ${ann.api.token}\r\n${seenHeader}: of another history\r\n`
  socket.write(`${save}${known}Content-Length: ${length}\r\n\r\n`)
  await expect.poll(heard, patience).toContain('HTTP/1.1 412')
  socket.write(Buffer.alloc(length, ' '))
  socket.write('GET /api/health/live HTTP/1.1\r\nHost: fieldbook.test\r\n\r\n')
  await expect.poll(heard, patience).toContain('HTTP/1.1 200')
})

/** Returns a request whose body is read as it comes, with fake timers. */
async function slowSender(most = 100 * megabyte) {
  const asked = Promise.withResolvers<Socket>()
  const server = createServer((request) => {
    cutSlowSender(request, most)
    request.resume()
    asked.resolve(request.socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const sender = open((server.address() as AddressInfo).port)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  sender.socket.write('PUT / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000000\r\n\r\n')
  const taking = await asked.promise
  const send = async (bytes: number) => {
    const before = taking.bytesRead
    sender.socket.write(Buffer.alloc(bytes, ' '))
    await expect.poll(() => taking.bytesRead, { ...patience, interval: 1 }).toBe(before + bytes)
  }
  return { ...sender, taking, send }
}

test('a sender that dribbles bytes is cut after a minute', async () => {
  const { taking, send } = await slowSender()
  for (let seconds = 0; seconds <= 65 && !taking.destroyed; seconds += 5) {
    await send(1)
    vi.advanceTimersByTime(5_000)
  }
  expect(taking.destroyed).toBe(true)
})

test('an EDGE network that stalls for most of each minute gets through', async () => {
  const { taking, send } = await slowSender()
  for (let minute = 0; minute < 20; minute++) {
    await send(16 * 1024)
    vi.advanceTimersByTime(55_000)
  }
  expect(taking.destroyed).toBe(false)
})

test('a body over the limit of its call is cut', async () => {
  const { taking, send } = await slowSender(megabyte)
  await send(2 * megabyte)
  vi.advanceTimersByTime(5_000)
  expect(taking.destroyed).toBe(true)
})

test('a kept-alive connection retains nothing of its earlier requests', async () => {
  const connected = once(here.app.server, 'connection')
  const { socket, heard } = open()
  const [taking]: Socket[] = await connected
  const listening = taking?.listenerCount('close')
  for (let nth = 1; nth <= 12; nth++) {
    socket.write(`${save}Content-Length: 2\r\n\r\n{}`)
    await expect.poll(() => heard().split('HTTP/1.1 401').length - 1, patience).toBe(nth)
  }
  await expect.poll(() => taking?.listenerCount('close'), patience).toBe(listening)
})

test('senders of incomplete logins do not keep others from logging in', async () => {
  const begun = vi.fn()
  here.app.server.on('request', begun)
  const head = `POST /api${logIn.path} HTTP/1.1\r\nHost: fieldbook.test\r\nContent-Type: application/json\r\n`
  for (let n = 0; n < limits.loginsInsideOfStrangers; n += 1)
    open().socket.write(`${head}Content-Length: 200\r\n\r\n{"data":`)
  await expect.poll(() => begun.mock.calls.length, patience).toBe(limits.loginsInsideOfStrangers)
  const honest = open()
  const body = JSON.stringify({
    data: { attributes: { email: 'nobody@example.test', password: 'Wrong7horse' } },
  })
  honest.socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  await expect.poll(honest.heard, patience).toMatch(/^HTTP\/1.1 401 /)
})
