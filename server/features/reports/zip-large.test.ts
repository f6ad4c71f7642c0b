import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isNoSuchFile } from '#server/files/no-such-file.ts'
import { dataStart, listZip, type ZipBytes } from '#server/testing/unzipped.ts'
import { bytesEntry } from './zip/entries.ts'
import { planZip, type ZipEntry, type ZipPlan } from './zip.ts'

const moment = new Date('2026-05-01T08:20:31Z')
const big = 5 * 1024 ** 3 + 12_345

/** Five GiB of zeros, generated on read. */
const sparse: ZipEntry = {
  name: 'big.mp4',
  size: big,
  crc32: 0x4e96_f3e9,
  modified: moment,
  open: async () => ({
    size: big,
    read: async (into, at) => into.fill(0, 0, Math.min(into.length, big - at)).length,
    close: async () => {},
  }),
}

function bytesOf(plan: ZipPlan): ZipBytes {
  return {
    size: plan.size,
    slice: (start, end) => buffer(plan.read({ start, end: end - 1 })),
  }
}

test('supports sizes and offsets beyond 32 bits', async () => {
  const plan = planZip([
    bytesEntry('first.txt', Buffer.from('first'), moment),
    sparse,
    bytesEntry('last.txt', Buffer.from('last'), moment),
  ])
  const zip = bytesOf(plan)
  const listed = await listZip(zip)
  expect(listed.map(({ name, size }) => [name, size])).toEqual([
    ['first.txt', 5],
    ['big.mp4', big],
    ['last.txt', 4],
  ])
  const [, large, last] = listed
  if (!large || !last) throw new Error('nothing listed')
  expect(last.offset).toBeGreaterThan(big)
  const local = await zip.slice(large.offset, large.offset + 100)
  expect(local.readUInt32LE(18)).toBe(0xffff_ffff)
  expect(local.readBigUInt64LE(30 + 'big.mp4'.length + 4)).toBe(BigInt(big))
  const end = (await dataStart(zip, large)) + big
  expect(end).toBe(last.offset)
  const start = await dataStart(zip, last)
  expect((await zip.slice(start, start + 4)).toString()).toBe('last')
})

test('supports more files than 16 bits can count', { timeout: 60_000 }, async () => {
  const one = Buffer.from('x')
  const entries = Array.from({ length: 70_000 }, (_, n) =>
    bytesEntry(`Section ${n % 9}/Photo ${n}.jpg`, one, moment),
  )
  const plan = planZip(entries)
  const listed = await listZip(bytesOf(plan))
  expect(listed).toHaveLength(70_000)
  expect(listed[69_999]?.name).toBe('Section 6/Photo 69999.jpg')
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-zip-'))
  try {
    await writeFile(join(folder, 'out.zip'), plan.read())
    const script = 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(len(z.namelist())); z.testzip()'
    const counted = execFileSync('python3', ['-c', script, join(folder, 'out.zip')], { stdio: 'pipe' })
    expect(counted.toString().trim()).toBe('70000')
  } catch (failure) {
    if (!isNoSuchFile(failure)) throw failure
  } finally {
    await rm(folder, { recursive: true })
  }
})
