import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { type BufferSource, DoubleBufferedStream } from './double-buffered-stream.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Bytes that depend on their position, so that a buffer overwritten before it was sent is noticed. */
const byteAt = (place: number) => (place * 31 + Math.floor(place / 65_536) * 7) & 0xff
const expected = (size: number) => Buffer.from(Uint8Array.from({ length: size }, (_, place) => byteAt(place)))

function counted(size: number, { failsAt = Number.POSITIVE_INFINITY } = {}) {
  let at = 0
  const seen = { closed: 0, filled: () => at }
  const source: BufferSource = {
    async fill(into) {
      if (at >= failsAt) throw new Error('disk error')
      const bytes = Math.min(into.length, size - at)
      for (let n = 0; n < bytes; n++) into[n] = byteAt(at + n)
      at += bytes
      return bytes
    },
    close: () => {
      seen.closed += 1
    },
  }
  return { source, seen }
}

/** Requests such a stream from a new server. */
async function ask(
  source: () => BufferSource,
  headers: Record<string, number> = {},
): Promise<IncomingMessage> {
  const server = createServer((_, reply) => {
    const stream = new DoubleBufferedStream(source())
    stream.on('error', () => reply.destroy())
    reply.once('close', () => stream.destroy())
    reply.writeHead(200, headers)
    stream.pipe(reply)
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

const size = 5 * 1024 * 1024 + 17

test('a connection transmits the filled bytes correctly, however slow the reader is', async () => {
  const { source, seen } = counted(size)
  const response = await ask(() => source)
  const pieces: Buffer[] = []
  for await (const piece of response) {
    pieces.push(piece)
    await new Promise(setImmediate)
  }
  expect(Buffer.concat(pieces).equals(expected(size))).toBe(true)
  await expect.poll(() => seen.closed).toBe(1)
})

test('simultaneous streams do not overwrite each other', async () => {
  const sizes = [size, 1, 256 * 1024, size + 1, 0, 300_000]
  const answers = sizes.map(async (each) => buffer(await ask(() => counted(each).source)))
  for (const [n, bytes] of (await Promise.all(answers)).entries())
    expect(bytes.equals(expected(sizes[n] ?? 0))).toBe(true)
})

test('a stalled reader is waited for, and the source is closed when it disconnects', async () => {
  const { source, seen } = counted(Number.MAX_SAFE_INTEGER)
  const response = await ask(() => source)
  const { promise: stands, resolve } = Promise.withResolvers<void>()
  let last = -1
  const timer = setInterval(() => {
    if (seen.filled() > 0 && seen.filled() === last) resolve()
    last = seen.filled()
  }, 50)
  await stands
  clearInterval(timer)
  expect(seen.closed).toBe(0)
  response.destroy()
  await expect.poll(() => seen.closed).toBe(1)
})

test('a source that fails midway ends the reply short of its length', async () => {
  const { source, seen } = counted(size, { failsAt: 1024 * 1024 })
  const response = await ask(() => source, { 'content-length': size })
  await expect(buffer(response)).rejects.toThrow('aborted')
  expect(seen.closed).toBe(1)
})

test('other readers see an ordinary stream', async () => {
  const { source, seen } = counted(size)
  expect((await buffer(new DoubleBufferedStream(source))).equals(expected(size))).toBe(true)
  await expect.poll(() => seen.closed).toBe(1)
})
