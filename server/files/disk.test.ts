import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDiskStore } from './disk.ts'
import { StoreFull, StoreUnavailable, TooLarge } from './store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbook-store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const inTemp = () => readdir(join(folder, 'temp'))

test('a kept file reads back, with its hash, checksum and size', async () => {
  const bytes = randomBytes(300_000)
  const store = openDiskStore(folder)
  const temp = await store.receive(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), bytes.length)
  const kept = await store.commit(temp)
  expect(kept).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    crc32: crc32(bytes),
  })
  expect((await buffer(await openDiskStore(folder).read(kept.key))).equals(bytes)).toBe(true)
  expect(await inTemp()).toEqual([])
})

test('a range includes both of its ends', async () => {
  const store = openDiskStore(folder)
  const { key } = await store.commit(await store.receive(Buffer.from('0123456789'), 10))
  expect(await text(await store.read(key, { start: 3, end: 5 }))).toBe('345')
  expect(await text(await store.read(key, { start: 9, end: 9 }))).toBe('9')
})

test('one byte over the limit is rejected and leaves nothing', async () => {
  const store = openDiskStore(folder)
  const source = Readable.from([Buffer.alloc(10), Buffer.alloc(1)])
  await expect(store.receive(source, 10)).rejects.toThrow(TooLarge)
  expect(source.destroyed).toBe(true)
  expect(await inTemp()).toEqual([])
})

test('an interrupted source leaves nothing and passes on its own error', async () => {
  async function* broken() {
    yield Buffer.alloc(100)
    throw new Error('connection lost')
  }
  await expect(openDiskStore(folder).receive(Readable.from(broken()), 1000)).rejects.toThrow(
    'connection lost',
  )
  expect(await inTemp()).toEqual([])
})

test('a temporary file can be kept once, and a dropped one not at all', async () => {
  const store = openDiskStore(folder)
  const temp = await store.receive(Buffer.from('once'), 10)
  await store.commit(temp)
  await expect(store.commit(temp)).rejects.toThrow(StoreUnavailable)
  const dropped = await store.receive(Buffer.from('gone'), 10)
  await store.drop(dropped)
  await store.drop(dropped)
  await expect(store.commit(dropped)).rejects.toThrow(StoreUnavailable)
})

test('removing twice succeeds; reading a missing file or an invalid key fails', async () => {
  const store = openDiskStore(folder)
  const { key } = await store.commit(await store.receive(Buffer.from('x'), 10))
  await store.remove(key)
  await store.remove(key)
  await expect(store.read(key)).rejects.toThrow(StoreUnavailable)
  await expect(store.read('../../etc/passwd')).rejects.toThrow(StoreUnavailable)
  await expect(store.remove('../temp')).rejects.toThrow(StoreUnavailable)
})

test('kept keys older than a given time can be listed', async () => {
  const store = openDiskStore(folder)
  const kept = await store.commit(await store.receive(Buffer.from('x'), 10))
  expect(await Readable.from(store.keptBefore(new Date(0))).toArray()).toEqual([])
  expect(await Readable.from(store.keptBefore(new Date(Date.now() + 60_000))).toArray()).toEqual([kept.key])
})

test('with a file in place of its folder the store opens, and is unavailable until that is fixed', async () => {
  const place = join(folder, 'files')
  await writeFile(place, 'not a folder')
  const store = openDiskStore(place)
  await expect(store.check()).rejects.toThrow(StoreUnavailable)
  await expect(store.receive(Buffer.from('x'), 10)).rejects.toThrow(StoreUnavailable)
  await rm(place)
  await store.check()
  await store.commit(await store.receive(Buffer.from('x'), 10))
})

test('a folder moved away at run time makes the store unavailable, and is created again', async () => {
  const store = openDiskStore(join(folder, 'files'))
  const before = await store.commit(await store.receive(Buffer.from('x'), 10))
  const temp = await store.receive(Buffer.from('y'), 10)
  await rename(join(folder, 'files'), join(folder, 'away'))
  await expect(store.commit(temp)).rejects.toThrow(StoreUnavailable)
  // Also for a shard that the store has created before.
  const after = await store.receive(Buffer.from('z'), 10)
  const { key } = await store.commit({ ...after, key: before.key.slice(0, 2) + after.key.slice(2) })
  expect(await text(await store.read(key))).toBe('z')
})

test('a full disk is reported as full and leaves no partial file, and kept files remain', async ({
  skip,
}) => {
  const small = join(folder, 'small')
  await mkdir(small)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', small], { stdio: 'ignore' })
  } catch {
    skip('needs the right to mount a tiny file system')
  }
  try {
    const store = openDiskStore(small)
    const { key } = await store.commit(await store.receive(Buffer.from('before'), 10))
    await expect(store.receive(Buffer.alloc(30_000_000), 40_000_000)).rejects.toThrow(StoreFull)
    expect(await readdir(join(small, 'temp'))).toEqual([])
    expect(await text(await store.read(key))).toBe('before')
    await store.check()
  } finally {
    execFileSync('umount', [small])
  }
})
