import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VideoType } from '#contract/rules/file-kind.ts'
import { type Ffmpeg, findFfmpeg, type VideoEncoder } from './ffmpeg.ts'
import { hostileVideos, traces } from './testing/hostile-videos.ts'
import { verifyBareMp4 } from './verify-mp4.ts'
import { copyForGuests } from './video-copy.ts'

const ffmpeg = await findFfmpeg()
const located = join(import.meta.dirname, 'testing', 'located.mp4')
const turned = join(import.meta.dirname, 'testing', 'turned.mov')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbook-copy-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function copyOf(source: string, type: VideoType, means: Ffmpeg | null = ffmpeg) {
  if (!means) throw new Error('Needs ffmpeg')
  const path = join(folder, 'uploaded')
  await copyFile(source, path)
  const copy = await copyForGuests(means, path, type)
  return copy && { ...copy, bytes: await buffer(copy.bytes) }
}

function tracesIn(bytes: Buffer): string[] {
  return traces.filter((one) => bytes.includes(one))
}

/** Streams with their number of decoded frames. */
async function decoded(path: string, type: VideoType): Promise<readonly string[]> {
  const asked = ['-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames', '-of', 'csv=p=0']
  const text = await ffmpeg?.probe(path, type, asked)
  return text?.toString().trim().split('\n') ?? []
}

describe.runIf(ffmpeg)('with ffmpeg', () => {
  test.each(hostileVideos)('$what: the copy has no trace of it, and plays', async ({ type, make }) => {
    const source = await make(folder)
    expect(tracesIn(await readFile(source))).not.toEqual([])
    const copy = await copyOf(source, type)
    expect(copy).toMatchObject({ type: 'video/mp4', width: 64, height: 48 })
    expect(copy && tracesIn(copy.bytes)).toEqual([])
    const path = join(folder, 'copy.mp4')
    await writeFile(path, copy?.bytes ?? '')
    const [before, after] = [await decoded(source, type), await decoded(path, 'video/mp4')]
    expect(after[0]).toBe(before[0])
    expect(after.map((stream) => stream.split(',')[0])).toEqual(
      source === located ? ['video', 'audio'] : ['video'],
    )
  })

  test('a phone video held upright is upright in the copy, and no temporary file remains', async () => {
    expect(await copyOf(turned, 'video/quicktime')).toMatchObject({ width: 48, height: 64 })
    expect((await readdir(folder)).filter((name) => name.endsWith('.guest'))).toEqual([])
  })

  test('a machine without the best encoder uses the next one, and one without any makes no copy', async () => {
    const having = (encoder: VideoEncoder | null) => ffmpeg && { ...ffmpeg, encoder }
    expect(await copyOf(located, 'video/mp4', having('libvpx-vp9'))).toMatchObject({ width: 64, height: 48 })
    expect(await copyOf(located, 'video/mp4', having(null))).toBeNull()
  })

  test('a file that is not a video gets no copy', async () => {
    const path = join(folder, 'none.mp4')
    await writeFile(path, (await readFile(located)).subarray(0, 300))
    expect(await copyOf(path, 'video/mp4')).toBeNull()
  })

  describe('the verification of a copy', () => {
    let bare: Buffer
    beforeAll(async () => {
      bare = (await copyOf(located, 'video/mp4'))?.bytes ?? Buffer.alloc(0)
    })

    test('accepts the copy itself', () => {
      expect(verifyBareMp4(bare)).toEqual({ width: 64, height: 48 })
    })

    test('rejects the contents of originals', async () => {
      for (const { make } of hostileVideos)
        expect(verifyBareMp4(await readFile(await make(folder)))).toBeNull()
      expect(verifyBareMp4(Buffer.alloc(0))).toBeNull()
    })

    const changes: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
      ['a byte behind the last box', (bytes) => Buffer.concat([bytes, Buffer.from('4')])],
      ['a free box that is not', (bytes) => Buffer.concat([bytes, box('free', '40.44615')])],
      ['a box of an own kind', (bytes) => Buffer.concat([bytes, box('uuid', '40.44615')])],
      ['a second place for data', (bytes) => Buffer.concat([bytes, box('mdat', '40.44615')])],
      ['bytes behind the samples', grown],
      ['a name of a handler', (bytes) => overwritten(bytes, 'VideoHandler', '40.446150 N ')],
      ['a name of the encoder', (bytes) => overwritten(bytes, 'Lavc libx264', '40.446150 N ')],
      ['a list that is not empty', (bytes) => overwritten(bytes, 'mdirappl', '40.44615')],
      ['a box inside of the sample entry', (bytes) => overwritten(bytes, 'pasp', 'udta')],
      ['a table of another kind', (bytes) => overwritten(bytes, 'stts', 'udta')],
      ['a track of texts', (bytes) => overwritten(bytes, 'mp4a', 'tx3g')],
      ['words beside the first picture', (bytes) => unitType(bytes, 6)],
      ['a unit that nobody knows', (bytes) => unitType(bytes, 24)],
    ]
    test.each(changes)('rejects %s', (_, change) => {
      const changed = change(Buffer.from(bare))
      expect(changed.equals(bare)).toBe(false)
      expect(verifyBareMp4(changed)).toBeNull()
    })

    test('terminates for any damage', () => {
      for (let at = 0; at < bare.length; at += 7) {
        const broken = Buffer.from(bare)
        broken.fill(0xff, at, Math.min(at + 4, broken.length))
        verifyBareMp4(broken)
        verifyBareMp4(bare.subarray(0, at))
      }
      expect(verifyBareMp4(bare.subarray(0, -1))).toBeNull()
    })
  })
})

function box(type: string, content: string): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, Buffer.from(content, 'latin1')])
}

function overwritten(bytes: Buffer, from: string, to: string): Buffer {
  bytes.write(to, bytes.indexOf(from), 'latin1')
  return bytes
}

/** Appends a block to the data box, which is at the end of the file. */
function grown(bytes: Buffer): Buffer {
  const data = bytes.indexOf('mdat') - 4
  bytes.writeUInt32BE(bytes.readUInt32BE(data) + 16, data)
  return Buffer.concat([bytes, Buffer.from('freeGPS 40.44615')])
}

/** Changes the type of the first sample's first unit, which follows four bytes of length. */
function unitType(bytes: Buffer, type: number): Buffer {
  const first = bytes.indexOf('mdat') + 4
  bytes[first + 4] = ((bytes[first + 4] ?? 0) & 0xe0) | type
  return bytes
}
