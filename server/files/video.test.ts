import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFfmpeg } from './ffmpeg.ts'
import { posterOf, probeVideo, type VideoReaders } from './video.ts'
import { openPool } from './worker/pool.ts'
import type { Task } from './worker/tasks.ts'

const ffmpeg = await findFfmpeg()
const pool = openPool<Task>()
const withoutFfmpeg: VideoReaders = { pool, ffmpeg: null }
/** One second of picture and sound, with a place in its metadata, a track name and a text track. */
const located = join(import.meta.dirname, 'testing', 'located.mp4')
/** As a phone held upright records it. */
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
describe.each([
  ['ffmpeg', ffmpeg && { pool, ffmpeg }],
  ['no ffmpeg', withoutFfmpeg],
] as const)('with %s', (_, readers) => {
  test.runIf(readers)('a video has a length, size, codec and time', async () => {
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

  test.runIf(readers)('a file without a video stream is not a video', async () => {
    if (!readers) return
    const bytes = await readFile(located)
    expect(await probeVideo(readers, await uploaded(bytes.subarray(0, 200)), 'video/mp4')).toBeNull()
    expect(
      await probeVideo(readers, await uploaded(Buffer.from('#EXTM3U\nfile:///etc/passwd')), 'video/mp4'),
    ).toBeNull()
    expect(await probeVideo(readers, await uploaded(Buffer.alloc(0)), 'video/mp4')).toBeNull()
  })
})

test.runIf(ffmpeg)('a poster is made in the sizes of a photo, upright', async () => {
  const poster = await posterOf({ pool, ffmpeg }, await uploaded(turned), 'video/quicktime', 1)
  expect([poster?.view.width, poster?.view.height]).toEqual([48, 64])
  expect((await sharp(poster?.view.bytes).metadata()).format).toBe('jpeg')
  expect(await posterOf(withoutFfmpeg, turned, 'video/quicktime', 1)).toBeNull()
  expect(await readdir(folder)).toEqual(['uploaded'])
})

test.runIf(ffmpeg)('a video of one frame or with a wrong length has a poster', async () => {
  const one = join(folder, 'one-frame.mp4')
  const frame = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=1', '-frames:v', '1']
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...frame, one])
  const facts = await probeVideo({ pool, ffmpeg }, one, 'video/mp4')
  for (const seconds of [facts?.seconds ?? null, 3_600, null]) {
    const poster = await posterOf({ pool, ffmpeg }, one, 'video/mp4', seconds)
    expect([poster?.view.width, poster?.view.height]).toEqual([64, 48])
  }
})
