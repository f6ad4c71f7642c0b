import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskStore } from './disk.ts'
import { spool } from './spool.ts'
import { type FileStore, TooLarge } from './store.ts'

let folder: string
let files: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbook-spool-'))
  files = openDiskStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const roomy = { of: 'report' as const, limit: 64 * 1024 * 1024, limitOfAll: 64 * 1024 * 1024 }
const tempFiles = () => readdir(join(folder, 'temp'))
const gone = () => expect.poll(tempFiles, { timeout: 30_000 }).toEqual([])

test('the source is read to its end without a reader, and then reads back unchanged', async () => {
  const bytes = randomBytes(5_000_000)
  const { stream, size } = spool(files, Readable.from(pieces(bytes, 70_001)), roomy)
  expect(await size).toBe(bytes.length)
  expect(await tempFiles()).toHaveLength(1)
  expect((await buffer(stream)).equals(bytes)).toBe(true)
  await gone()
})

test('available data can be read before the rest arrives', async () => {
  const later = Promise.withResolvers<void>()
  async function* slow() {
    yield Buffer.from('first')
    await later.promise
    yield Buffer.from('last')
  }
  const { stream } = spool(files, Readable.from(slow()), roomy)
  const [first] = await once(stream, 'data')
  expect(String(first)).toBe('first')
  later.resolve()
  expect(String(await buffer(stream))).toBe('last')
})

test('data stays in order however reader and source interleave', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 12 })
  const pauses = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(sizes, pauses, pauses, async (lengths, ofSource, ofReader) => {
      const all = lengths.map((length) => randomBytes(length))
      async function* source() {
        for (const [n, piece] of all.entries()) {
          await turns(ofSource[n % ofSource.length] ?? 0)
          yield piece
        }
      }
      const got: Buffer[] = []
      for await (const piece of spool(files, Readable.from(source()), roomy).stream) {
        got.push(piece)
        await turns(ofReader[got.length % ofReader.length] ?? 0)
      }
      expect(Buffer.concat(got).equals(Buffer.concat(all))).toBe(true)
    }),
    { numRuns: 60 },
  )
  await gone()
})

test('a source that fails interrupts the reader', async () => {
  function* failing() {
    yield Buffer.alloc(1_000)
    throw new Error('the worker died')
  }
  const { stream, size } = spool(files, Readable.from(failing()), roomy)
  await expect(buffer(stream)).rejects.toThrow('the worker died')
  await expect(size).rejects.toThrow('the worker died')
})

test('exceeding the limit of one or of all ends the source and leaves nothing', async () => {
  const one = endless()
  await expect(spool(files, one, { ...roomy, limit: 2_000_000 }).size).rejects.toThrow(TooLarge)
  const waiting = spool(files, Readable.from(pieces(Buffer.alloc(4_000_000), 100_000)), roomy)
  await waiting.size
  const other = endless()
  await expect(spool(files, other, { ...roomy, limitOfAll: 5_000_000 }).size).rejects.toThrow('on the disk')
  await expect.poll(() => [one.destroyed, other.destroyed]).toEqual([true, true])
  waiting.stream.destroy()
  await gone()
  // The released space is available again.
  const next = spool(files, Readable.from(pieces(Buffer.alloc(4_000_000), 100_000)), {
    ...roomy,
    limitOfAll: 5_000_000,
  })
  expect((await buffer(next.stream)).length).toBe(4_000_000)
})

test('a reader that disconnects ends the source', async () => {
  const source = endless()
  const { stream } = spool(files, source, roomy)
  await once(stream, 'data')
  stream.destroy()
  await once(stream, 'close')
  expect(source.destroyed).toBe(true)
  await gone()
})

function endless(): Readable {
  return Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(10_000)
    })(),
  )
}

function* pieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((next) => setImmediate(next))
}
