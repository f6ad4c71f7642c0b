import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNoSuchFile } from '#server/files/no-such-file.ts'
import type { OpenFile } from '#server/files/store.ts'
import { dataStart, fromBuffer, listZip } from '#server/testing/unzipped.ts'
import { bytesEntry } from './zip/entries.ts'
import { localHeaderSize } from './zip/format.ts'
import { type ByteSpan, planZip, type ZipEntry } from './zip.ts'

const moment = new Date('2026-05-01T08:20:31Z')
const contents = new Map<string, Buffer>([
  ['Files.csv', Buffer.from('a,b\r\n')],
  ['MDF Info/MDF Info 1/Backboard/Photo 1 – Left side.jpg', randomBytes(70_000)],
  ['Überblick/写真/صورة 😀.jpg', randomBytes(1)],
  ['OSP Survey/Poles/Photo 2.jpg', Buffer.alloc(0)],
  ['OSP Survey/Poles/Video 1.mp4', randomBytes(300_000)],
])
const entries = [...contents].map(([name, bytes]) => bytesEntry(name, bytes, moment))
const whole = (plan: { read(range?: ByteSpan): Readable }, range?: ByteSpan) => buffer(plan.read(range))

test('knows its size in advance, and lists every file’s place, checksum and time', async () => {
  const plan = planZip(entries)
  const bytes = await whole(plan)
  expect(bytes.length).toBe(plan.size)
  const zip = fromBuffer(bytes)
  const listed = await listZip(zip)
  expect(listed.map(({ name }) => name)).toEqual([...contents.keys()])
  for (const entry of listed) {
    const start = await dataStart(zip, entry)
    const content = bytes.subarray(start, start + entry.size)
    expect(content.equals(contents.get(entry.name) ?? Buffer.alloc(9))).toBe(true)
    expect(entry).toMatchObject({ crc32: crc32(content), utf8: true, seconds: moment.getTime() / 1000 })
  }
})

test('the tag is the same for the same content and differs for other content', () => {
  const tag = planZip(entries).etag
  expect(tag).toMatch(/^"[\w-]{27}"$/)
  expect(planZip([...entries]).etag).toBe(tag)
  expect(planZip(entries.slice(1)).etag).not.toBe(tag)
  expect(planZip(entries.map((one) => ({ ...one, crc32: 1 }))).etag).not.toBe(tag)
})

test('the times are in the survey’s time zone', async () => {
  // 08:20:30 in UTC, 01:20:30 on the west coast; two seconds are one step.
  for (const [zone, hour] of [
    [null, 8],
    ['America/Los_Angeles', 1],
  ] as const) {
    const plan = planZip(entries, zone)
    const head = await whole(plan, { start: 0, end: 29 })
    expect(head.readUInt16LE(10)).toBe((hour << 11) | (20 << 5) | 15)
  }
  expect(planZip(entries, 'America/Los_Angeles').etag).not.toBe(planZip(entries).etag)
})

test('any range is a slice of the whole', async () => {
  const plan = planZip(entries)
  const bytes = await whole(plan)
  const place = fc.integer({ min: 0, max: plan.size - 1 })
  await fc.assert(
    fc.asyncProperty(place, place, async (one, other) => {
      const [start, end] = one < other ? [one, other] : [other, one]
      expect((await whole(plan, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true)
    }),
    { numRuns: 300 },
  )
  for (const range of [
    { start: 0, end: plan.size },
    { start: 5, end: 4 },
    { start: -1, end: 3 },
  ]) {
    expect(() => plan.read(range)).toThrow(RangeError)
  }
})

test('a range reads only the bytes of entries that it needs', async () => {
  const asked: [name: string, at: number, length: number][] = []
  const watched = entries.map((entry) => ({
    ...entry,
    open: async () => {
      const file = await entry.open()
      return {
        ...file,
        read: (into: Buffer, at: number) => {
          asked.push([entry.name, at, into.length])
          return file.read(into, at)
        },
      }
    },
  }))
  const plan = planZip(watched)
  const listed = await listZip(fromBuffer(await whole(plan)))
  asked.length = 0
  const { offset = 0, name = '' } = listed[4] ?? {}
  const at = offset + 200
  await whole(plan, { start: at, end: at + 9 })
  await whole(plan, { start: plan.size - 100, end: plan.size - 1 })
  expect(asked).toEqual([
    ['OSP Survey/Poles/Video 1.mp4', 200 - localHeaderSize({ name, size: 300_000 }), 10],
  ])
})

const opened = (file: Partial<OpenFile>) => async (): Promise<OpenFile> => ({
  size: 100,
  read: async (into) => into.length,
  close: async () => {},
  ...file,
})

test('a file that cannot be read, or has changed length, breaks the stream', async () => {
  const broken = (open: ZipEntry['open']) =>
    whole(planZip([{ ...bytesEntry('a', Buffer.alloc(100), moment), open }]))
  await expect(broken(async () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  await expect(broken(opened({ size: 99 }))).rejects.toThrow('Fewer bytes')
  await expect(broken(opened({ size: 101 }))).rejects.toThrow('More bytes')
  await expect(broken(opened({ read: async (_, at) => (at < 10 ? 10 : 0) }))).rejects.toThrow('Fewer bytes')
  const failing = opened({ read: async () => Promise.reject(new Error('disk error')) })
  await expect(broken(failing)).rejects.toThrow('disk error')
})

test('closes every file when the reader stops, and waits for a slow reader', async () => {
  let [made, open] = [0, 0]
  const size = 64 * 1024 * 1000
  const large = async () => {
    open += 1
    return {
      size,
      read: async (into: Buffer) => {
        made += into.length
        return into.length
      },
      close: async () => {
        open -= 1
      },
    }
  }
  const files = ['a', 'b', 'c'].map((name) => ({ name, size, crc32: 0, modified: moment, open: large }))
  const stream = planZip(files).read()
  for await (const piece of stream) {
    expect(open).toBe(2)
    if (piece.length > 1000) break
  }
  await expect.poll(() => open).toBe(0)
  expect(made).toBeLessThan(2 * 1024 * 1024)
  await whole(planZip(files.slice(0, 2)))
  expect(open).toBe(0)
})

test('throws for names that leave the folder or occur twice', () => {
  for (const name of ['../a', '/a', 'a//b', 'a/./b', 'C:\\a', 'a\nb', '', 'a/']) {
    expect(() => planZip([bytesEntry(name, Buffer.alloc(1), moment)])).toThrow('Invalid name')
  }
  const twice = bytesEntry('a', Buffer.alloc(1), moment)
  expect(() => planZip([twice, twice])).toThrow('Invalid name')
})

test('an empty zip is a zip', async () => {
  const plan = planZip([])
  expect([plan.size, await listZip(fromBuffer(await whole(plan)))]).toEqual([22, []])
})

/** Output of other unzip programs; missing programs are skipped. */
const programs: readonly [string, (zip: string, folder: string) => string[]][] = [
  ['unzip', (zip) => ['-tqq', zip]],
  [
    'python3',
    (zip) => ['-c', 'import sys,zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)', zip],
  ],
  ['7z', (zip) => ['t', zip]],
  ['bsdtar', (zip, folder) => ['-xf', zip, '-C', folder]],
]
test.each(programs)('%s reads it', { timeout: 30_000 }, async (program, args) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-zip-'))
  try {
    const zip = join(folder, 'out.zip')
    await writeFile(zip, planZip(entries).read())
    execFileSync(program, args(zip, folder), { stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    if (program !== 'bsdtar') return
    for (const [name, bytes] of contents)
      expect((await readFile(join(folder, name))).equals(bytes)).toBe(true)
    expect(await readdir(folder)).toHaveLength(5)
  } catch (failure) {
    if (!isNoSuchFile(failure)) throw failure
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('streams contents unchanged through a large mixed zip', async () => {
  const bytes = randomBytes(3_000_000)
  const [entry] = [bytesEntry('big.mp4', bytes, moment)]
  const plan = planZip([entry])
  const out = await whole(plan)
  const [listed] = await listZip(fromBuffer(out))
  if (!listed) throw new Error('nothing listed')
  const start = await dataStart(fromBuffer(out), listed)
  const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  expect(hash(out.subarray(start, start + bytes.length))).toBe(hash(bytes))
})
