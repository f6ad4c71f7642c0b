import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFfmpeg } from './ffmpeg.ts'
import { type BoxAt, outline } from './testing/outline.ts'
import { posterOf, probeVideo, scrubVideo, type VideoReaders } from './video.ts'
import { openPool } from './worker/pool.ts'
import type { Task } from './worker/tasks.ts'

const ffmpeg = await findFfmpeg()
const pool = openPool<Task>()
const withoutFfmpeg: VideoReaders = { pool, ffmpeg: null }
/** A second of moving picture and sound, with a place in its metadata, a track's name and a track of texts. */
const located = join(import.meta.dirname, 'testing', 'located.mp4')
/** As a phone held upright writes it. */
const turned = join(import.meta.dirname, 'testing', 'turned.mov')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbook-video-'))
})
afterAll(async () => {
  pool.close()
  await rm(folder, { recursive: true })
})

async function uploaded(source: string | Uint8Array): Promise<string> {
  const path = join(folder, 'uploaded')
  await writeFile(path, typeof source === 'string' ? await readFile(source) : source)
  return path
}
async function scrubbed(readers: VideoReaders, source: string, type: 'video/mp4' | 'video/quicktime') {
  const copy = await scrubVideo(readers, await uploaded(source), type)
  return copy && buffer(copy.bytes)
}
const traces = (bytes: Uint8Array) =>
  ['40.44', '79.98', 'xyz', 'loci', 'ISO6709'].filter((one) => Buffer.from(bytes).includes(one))

describe.each([
  ['ffmpeg', ffmpeg && { pool, ffmpeg }],
  ['no ffmpeg', withoutFfmpeg],
] as const)('with %s', (_, readers) => {
  test.runIf(readers)('a video tells its length, size, codec and time', async () => {
    if (!readers) return
    const plain = await probeVideo(readers, await uploaded(located), 'video/mp4')
    expect(plain).toEqual({
      seconds: 1,
      width: 64,
      height: 48,
      codec: 'h264',
      takenAt: '2026-05-01T08:20:30Z',
    })
    const upright = await probeVideo(readers, await uploaded(turned), 'video/quicktime')
    expect(upright).toMatchObject({ seconds: 1, width: 48, height: 64, codec: 'h264' })
    expect(new Date(upright?.takenAt ?? 0).toISOString()).toBe('2026-05-01T08:20:30.000Z')
  })

  test.runIf(readers)('what holds no moving picture is no video', async () => {
    if (!readers) return
    const bytes = await readFile(located)
    expect(await probeVideo(readers, await uploaded(bytes.subarray(0, 200)), 'video/mp4')).toBeNull()
    expect(
      await probeVideo(readers, await uploaded(Buffer.from('#EXTM3U\nfile:///etc/passwd')), 'video/mp4'),
    ).toBeNull()
    expect(await probeVideo(readers, await uploaded(Buffer.alloc(0)), 'video/mp4')).toBeNull()
  })

  test.runIf(readers)('the copy for guests has no trace of the place and still plays', async () => {
    if (!readers) return
    for (const [source, type] of [
      [located, 'video/mp4'],
      [turned, 'video/quicktime'],
    ] as const) {
      expect(traces(await readFile(source))).not.toEqual([])
      const copy = await scrubbed(readers, source, type)
      expect(copy && traces(copy)).toEqual([])
      const before = await probeVideo(readers, source, type)
      const after = await probeVideo(readers, await uploaded(copy ?? Buffer.alloc(0)), type)
      expect(after).toMatchObject({ seconds: before?.seconds, width: before?.width, codec: before?.codec })
    }
    expect(await readdir(folder)).toEqual(['uploaded'])
  })
})

test.runIf(ffmpeg)('every frame and sound of the scrubbed file decodes', async () => {
  const copy = await scrubbed(withoutFfmpeg, located, 'video/mp4')
  const path = await uploaded(copy ?? Buffer.alloc(0))
  const asked = ['-count_frames', '-show_entries', 'stream=codec_name,nb_read_frames', '-of', 'csv=p=0']
  const text = await ffmpeg?.probe(path, 'video/mp4', asked)
  const original = await ffmpeg?.probe(located, 'video/mp4', asked)
  expect(text?.toString().trim().split('\n')).toEqual(original?.toString().trim().split('\n').slice(0, 2))
})

test('without ffmpeg the copy keeps its length and its offsets', async () => {
  const original = await readFile(located)
  const copy = await scrubbed(withoutFfmpeg, located, 'video/mp4')
  expect(copy?.length).toBe(original.length)
  const names = (boxes: readonly BoxAt[]) => boxes.map(({ type }) => type)
  expect(names(outline(original))).toContain('udta')
  const left = names(outline(copy ?? Buffer.alloc(0)))
  expect(left).toContain('free')
  expect(left.filter((type) => ['udta', 'meta', 'uuid', 'tref'].includes(type))).toEqual([])
})

test('without ffmpeg: no copy of what is damaged, in fragments or in another container', async () => {
  const original = await readFile(located)
  const refused = async (bytes: Uint8Array, type: 'video/mp4' | 'video/webm' = 'video/mp4') =>
    (await scrubVideo(withoutFfmpeg, await uploaded(bytes), type)) === null
  expect(await refused(original.subarray(0, -1))).toBe(true)
  expect(await refused(Buffer.alloc(0))).toBe(true)
  expect(await refused(Buffer.concat([original, Buffer.from('\0\0\0\x08moof', 'latin1')]))).toBe(true)
  expect(await refused(original, 'video/webm')).toBe(true)
  for (let n = 0; n < original.length; n += 37) {
    const broken = Buffer.from(original)
    broken.fill(0xff, n, n + 4)
    const copy = await scrubVideo(withoutFfmpeg, await uploaded(broken), 'video/mp4')
    if (copy) expect((await buffer(copy.bytes)).length).toBe(original.length)
  }
})

test.runIf(ffmpeg)('a poster is made in the sizes of a photo, upright', async () => {
  const poster = await posterOf({ pool, ffmpeg }, await uploaded(turned), 'video/quicktime', 1)
  expect([poster?.view.width, poster?.view.height]).toEqual([48, 64])
  expect((await sharp(poster?.view.bytes).metadata()).format).toBe('jpeg')
  expect(await posterOf(withoutFfmpeg, turned, 'video/quicktime', 1)).toBeNull()
  expect(await readdir(folder)).toEqual(['uploaded'])
})
