import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { StoreUnavailable, TooLarge } from '#server/files/store.ts'
import type { S3Config } from '#server/s3-config.ts'
import { cuttingProxy } from '#server/testing/cutting-proxy.ts'
import { startS3 } from '#server/testing/s3-server.ts'
import { givenS3, s3Settings } from '#server/testing/s3-settings.ts'
import { Bucket, type BucketPatience } from './bucket.ts'
import { openS3Store } from './store.ts'

/** Short timeouts for hanging servers, long enough for a busy machine. */
const soon = { connects: 2_500, silent: 2_500, asks: 2_500, brings: 5_000 }

const slow = { connects: 60_000, silent: 60_000, asks: 60_000, brings: 60_000 }

async function opened(settings: Record<string, string> = givenS3(), patience?: BucketPatience) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-store-'))
  const bucket = new Bucket(configOf(settings), patience)
  onTestFinished(async () => {
    bucket.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    store: openS3Store(bucket, openDiskStore(folder)),
    bucket,
    inTemp: () => readdir(join(folder, 'temp')),
  }
}

function configOf(settings: Record<string, string>): S3Config {
  const { s3 } = readConfig(settings)
  if (!s3) throw new Error('No bucket')
  return s3
}

test('a kept file reads back with its hash, checksum and size, also from elsewhere', async () => {
  const bytes = randomBytes(3_500_000)
  const settings = givenS3()
  const { store, inTemp } = await opened(settings)
  const temp = await store.receive(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), bytes.length)
  const kept = await store.commit(temp)
  expect(kept).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    crc32: crc32(bytes),
  })
  expect(await inTemp()).toEqual([])
  const elsewhere = (await opened(settings)).store
  expect((await buffer(await elsewhere.read(kept.key))).equals(bytes)).toBe(true)
  expect(await elsewhere.sizesOf([kept.key])).toEqual(new Map([[kept.key, bytes.length]]))
})

test.for([
  [0, 0],
  [3, 5],
  [1_048_575, 1_048_576],
  [1_000_000, 2_999_999],
  [2_999_999, 2_999_999],
  [2_999_999, 9_000_000],
  [3_000_000, 3_000_001],
] as const)('a range includes both of its ends: %i to %i', async ([start, end]) => {
  const bytes = randomBytes(3_000_000)
  const { store } = await opened()
  const { key } = await store.commit(await store.receive(bytes, bytes.length))
  const read = await buffer(await store.read(key, { start, end }))
  expect(read.equals(bytes.subarray(start, end + 1))).toBe(true)
})

test('an open file can be read in steps of any size and in any order, and has an end', async () => {
  const bytes = randomBytes(2_200_000)
  const { store } = await opened()
  const { key } = await store.commit(await store.receive(bytes, bytes.length))
  const file = await store.open(key)
  expect(file.size).toBe(bytes.length)
  for (const [at, length] of [
    [0, 10],
    [5, 1_500_000],
    [2_199_990, 64_000],
    [1_048_570, 12],
  ] as const) {
    const into = Buffer.alloc(length)
    const count = await file.read(into, at)
    expect(count).toBeGreaterThan(0)
    expect(into.subarray(0, count).equals(bytes.subarray(at, at + count))).toBe(true)
  }
  expect(await file.read(Buffer.alloc(10), bytes.length)).toBe(0)
  await file.close()
})

test('an empty file is a file', async () => {
  const { store } = await opened()
  const { key } = await store.commit(await store.receive(Buffer.alloc(0), 10))
  expect(await text(await store.read(key))).toBe('')
  expect(await store.sizesOf([key])).toEqual(new Map([[key, 0]]))
  expect(await (await store.open(key)).read(Buffer.alloc(1), 0)).toBe(0)
})

// Few keys are looked up one by one, many by listing.
test.each([12, 40])('sizes of %i files are returned, without missing or other ones', async (all) => {
  const { store } = await opened()
  const keys: string[] = []
  for (let count = 1; count <= all; count++)
    keys.push((await store.commit(await store.receive(Buffer.alloc(count), count))).key)
  const [gone = '', unasked = '', ...asked] = keys
  await store.remove(gone)
  const sizes = await store.sizesOf([gone, ...asked])
  expect(sizes).toEqual(new Map(asked.map((key, at) => [key, at + 3])))
  expect(sizes.has(unasked)).toBe(false)
  expect(await store.sizesOf([])).toEqual(new Map())
})

test('one byte over the limit is rejected and leaves nothing', async () => {
  const { store, inTemp } = await opened()
  await expect(store.receive(Readable.from([Buffer.alloc(10), Buffer.alloc(1)]), 10)).rejects.toThrow(
    TooLarge,
  )
  expect(await inTemp()).toEqual([])
})

test('the server rejects bytes that changed on this disk before they were kept', async () => {
  const { store } = await opened()
  const temp = await store.receive(Buffer.from('as it came'), 100)
  await writeFile(temp.path, 'as it is..')
  await expect(store.commit(temp)).rejects.toThrow(StoreUnavailable)
  expect((await store.sizesOf([temp.key])).size).toBe(0)
})

test('a temporary file can be kept once, and a dropped one not at all', async () => {
  const { store } = await opened()
  const temp = await store.receive(Buffer.from('once'), 10)
  await store.commit(temp)
  await expect(store.commit(temp)).rejects.toThrow(StoreUnavailable)
  const dropped = await store.receive(Buffer.from('gone'), 10)
  await store.drop(dropped)
  await expect(store.commit(dropped)).rejects.toThrow(StoreUnavailable)
})

test('removing twice succeeds; reading a missing file or an invalid key fails', async () => {
  const { store } = await opened()
  const { key } = await store.commit(await store.receive(Buffer.from('x'), 10))
  await store.remove(key)
  await store.remove(key)
  await expect(store.read(key)).rejects.toThrow(StoreUnavailable)
  await expect(store.open(key)).rejects.toThrow(StoreUnavailable)
  await expect(store.read('../folder-id')).rejects.toThrow(StoreUnavailable)
  await expect((async () => store.remove('../folder-id'))()).rejects.toThrow(StoreUnavailable)
})

test('kept keys older than a given time can be listed, only within the prefix', async () => {
  const { store, bucket } = await opened()
  const other = (await opened()).store
  await other.commit(await other.receive(Buffer.from('of others'), 10))
  const { key } = await store.commit(await store.receive(Buffer.from('x'), 10))
  await bucket.put('kept/ab/no-key-of-ours', () => Buffer.from('x'), {
    size: 1,
    sha256: createHash('sha256').update('x').digest('hex'),
  })
  expect(await Readable.from(store.keptBefore(new Date(0))).toArray()).toEqual([])
  expect(await Readable.from(store.keptBefore(new Date(Date.now() + 60_000))).toArray()).toEqual([key])
})

test('lists more objects than the server returns in one reply', { timeout: 120_000 }, async () => {
  const { bucket } = await opened()
  const sha256 = createHash('sha256').update('').digest('hex')
  const names = Array.from({ length: 1_030 }, (_, at) => `kept/${String(at).padStart(4, '0')}`)
  for (let at = 0; at < names.length; at += 20)
    await Promise.all(
      names.slice(at, at + 20).map((name) => bucket.put(name, () => Buffer.alloc(0), { size: 0, sha256 })),
    )
  const listed = await Readable.from(bucket.list('kept/')).toArray()
  expect(listed.map(({ name }) => name)).toEqual(names)
})

test('a truncated reply is requested again, and never passed on as the end of a file', async () => {
  const settings = givenS3()
  const way = await cuttingProxy(settings.S3_ENDPOINT ?? '')
  onTestFinished(() => way.close())
  const { store } = await opened({ ...settings, S3_ENDPOINT: way.address })
  const bytes = randomBytes(2_500_000)
  const { key } = await store.commit(await store.receive(bytes, bytes.length))
  way.cut(200_000, 2)
  expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
  way.cut(200_000, 30)
  await expect(store.read(key).then(buffer)).rejects.toThrow(StoreUnavailable)
  way.cut(0, 0)
  const stream = await store.read(key)
  way.cut(200_000, 30)
  await expect(buffer(stream)).rejects.toThrow(StoreUnavailable)
})

test('a stalled reply times out, and the next one is complete', async () => {
  const settings = givenS3()
  const way = await cuttingProxy(settings.S3_ENDPOINT ?? '')
  onTestFinished(() => way.close())
  const { store } = await opened({ ...settings, S3_ENDPOINT: way.address })
  const bytes = randomBytes(1_000_000)
  const { key } = await store.commit(await store.receive(bytes, bytes.length))
  const hasty = (await opened({ ...settings, S3_ENDPOINT: way.address }, soon)).store
  way.stall(200_000, 1)
  await expect(hasty.read(key)).rejects.toThrow(StoreUnavailable)
  expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
})

test('a clock that is two hours off does not prevent storing files', async () => {
  const { store } = await opened()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { key } = await store.commit(await store.receive(Buffer.from('early'), 10))
  expect(await text(await store.read(key))).toBe('early')
})

test('more stalled readers than connections block nobody, and can read on', async () => {
  const { store } = await opened(givenS3(), slow)
  const bytes = randomBytes(3_000_000)
  const { key } = await store.commit(await store.receive(bytes, bytes.length))
  const stalled = await Promise.all(Array.from({ length: 60 }, () => store.read(key)))
  const begun = await Promise.all(stalled.map((stream) => stream.iterator({ destroyOnReturn: false }).next()))
  expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
  const [first] = stalled
  const rest = first ? await buffer(first) : Buffer.alloc(0)
  expect(Buffer.concat([begun[0]?.value, rest]).equals(bytes)).toBe(true)
  for (const stream of stalled) stream.destroy()
})

test('with a hanging or stopped server the store is unavailable; received files wait and are stored later', async () => {
  const { server, child, stop } = await startS3()
  onTestFinished(stop)
  const { store } = await opened(s3Settings(server), soon)
  const before = await store.commit(await store.receive(Buffer.from('before'), 10))
  await store.check()
  child.kill('SIGSTOP')
  const waiting = await store.receive(Buffer.from('meanwhile'), 10)
  await expect(store.commit(waiting)).rejects.toThrow(/does not answer/)
  await expect(store.read(before.key)).rejects.toThrow(/does not answer/)
  child.kill('SIGCONT')
  const { key } = await store.commit(waiting)
  expect(await text(await store.read(key))).toBe('meanwhile')
  await stop()
  await expect(store.read(before.key)).rejects.toThrow(/does not answer: .*ECONNREFUSED/)
  await expect(store.remove(before.key)).rejects.toThrow(StoreUnavailable)
})

test('the health check rarely calls the server, and reports the problem', async () => {
  const { server, stop } = await startS3()
  onTestFinished(stop)
  const way = await cuttingProxy(server.endpoint)
  const { store } = await opened({ ...s3Settings(server), S3_ENDPOINT: way.address })
  await Promise.all(Array.from({ length: 20 }, () => store.check()))
  await way.close()
  // Still the recent result.
  await store.check()
  const cut = await opened({ ...s3Settings(server), S3_ENDPOINT: way.address })
  await expect(cut.store.check()).rejects.toThrow(/does not answer/)
  await expect(cut.store.check()).rejects.toThrow(/does not answer/)
})

test('a call whose connection is cut before the reply is retried', async () => {
  const settings = givenS3()
  const way = await cuttingProxy(settings.S3_ENDPOINT ?? '')
  onTestFinished(() => way.close())
  const { store } = await opened({ ...settings, S3_ENDPOINT: way.address })
  way.cut(0, 2)
  const { key } = await store.commit(await store.receive(Buffer.from('at last'), 10))
  way.cut(0, 2)
  expect(await text(await store.read(key))).toBe('at last')
})

test('hundreds of simultaneous calls all complete', async () => {
  const { store } = await opened(givenS3(), slow)
  const { key } = await store.commit(await store.receive(Buffer.alloc(2_000, 'x'), 2_000))
  const read = await Promise.all(Array.from({ length: 300 }, async () => text(await store.read(key))))
  expect(new Set(read)).toEqual(new Set(['x'.repeat(2_000)]))
})

test.each([
  ['a web server that answers to everything', 'text/html', '<p>It works</p>'],
  ['a list that says nothing', 'application/xml', '<ListBucketResult></ListBucketResult>'],
] as const)('%s stores nothing and is reported', async (_, type, body) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { store } = await opened({ ...givenS3(), S3_ENDPOINT: `http://127.0.0.1:${port}` })
  const temp = await store.receive(Buffer.from('x'), 10)
  await expect(store.commit(temp)).rejects.toThrow(StoreUnavailable)
  await expect(store.sizesOf([temp.key])).rejects.toThrow(StoreUnavailable)
})

test('a clock that is two days ahead makes no file old', async () => {
  const { store } = await opened()
  await store.commit(await store.receive(Buffer.from('just now'), 10))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * 3_600_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect(await Readable.from(store.keptBefore(new Date(Date.now() - 24 * 3_600_000))).toArray()).toEqual([])
})

test.for([
  ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, /refuses these keys: correct S3_ACCESS_KEY_ID/],
  ['a bucket that is not there', { S3_BUCKET: 'nowhere' }, /There is no s3:\/\/nowhere\/.*correct S3_BUCKET/],
] as const)('%s is reported with its cause', async ([, wrong, words]) => {
  const { store } = await opened({ ...givenS3(), ...wrong })
  await expect(store.check()).rejects.toThrow(words)
  const temp = await store.receive(Buffer.from('x'), 10)
  await expect(store.commit(temp)).rejects.toThrow(words)
  expect(inject('s3')).toBeDefined()
})
