import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { cutSlowReader } from './connections.ts'

afterEach(() => vi.useRealTimers())

/** Returns a monitored reply and its client, which reads nothing by itself. */
async function replyTo(version: '1.0' | '1.1') {
  const asked = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, reply) => {
    cutSlowReader(reply)
    asked.resolve(reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => {
    reader.destroy()
    server.closeAllConnections()
    server.close()
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  reader.write(`GET / HTTP/${version}\r\nHost: here\r\n\r\n`)
  const reply = await asked.promise
  const ended = vi.fn()
  reply.once('close', ended)
  return { reply, reader, ended }
}

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)
const piece = Buffer.alloc(256 * 1024)

/** Writes more than the system buffers for a client that reads nothing. */
function writeMuch(reply: ServerResponse): void {
  for (let written = 0; written < 64; written++) reply.write(piece)
}

test.each(['1.0', '1.1'] as const)(
  'a client that reads nothing is cut after minutes, in HTTP/%s',
  async (version) => {
    const { reply, ended } = await replyTo(version)
    writeMuch(reply)
    minutes(1)
    expect(reply.socket?.destroyed).toBe(false)
    minutes(2)
    await expect.poll(() => ended.mock.calls.length, { timeout: 30_000 }).toBe(1)
  },
)

test('a client that waits for a reply still being made is not cut', async () => {
  const { reply, reader } = await replyTo('1.1')
  const got = buffer(reader)
  reply.setHeader('connection', 'close').write('the first page')
  await expect.poll(() => reply.writableLength, { timeout: 30_000 }).toBe(0)
  minutes(30)
  reply.end('the last page')
  expect((await got).toString()).toMatch(/the first page[\s\S]*the last page/)
})

test('a client that reads slowly, but above the minimum, gets the whole reply', async () => {
  const { reply, reader } = await replyTo('1.1')
  reply.setHeader('content-length', 64 * piece.length).setHeader('connection', 'close')
  writeMuch(reply)
  reply.end()
  const got: Buffer[] = []
  const ended = once(reader, 'end')
  for (let before = reply.writableLength; before > 0; before = reply.writableLength) {
    minutes(1)
    const moved = () => {
      got.push(reader.read() ?? Buffer.alloc(0))
      return reply.writableLength < before
    }
    await expect.poll(moved, { timeout: 30_000, interval: 1 }).toBe(true)
  }
  reader.on('data', (bytes: Buffer) => got.push(bytes))
  await ended
  expect(Buffer.concat(got).length).toBeGreaterThan(64 * piece.length)
})
