import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detectKind, type PhotoType } from '#contract/rules/file-kind.ts'
import { makeRenditions } from './image.ts'
import type { RenditionResult } from './rendition.ts'
import { openPool } from './worker/pool.ts'
import type { Task } from './worker/tasks.ts'

const pool = openPool<Task>()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbook-image-'))
})
afterAll(async () => {
  pool.close()
  await rm(folder, { recursive: true })
})

async function render(bytes: Uint8Array, type: PhotoType, maxPixels?: number): Promise<RenditionResult> {
  const path = join(folder, 'uploaded')
  await writeFile(path, bytes)
  return makeRenditions(pool, path, type, maxPixels === undefined ? {} : { maxPixels })
}
async function made(bytes: Uint8Array, type: PhotoType) {
  const result = await render(bytes, type)
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`)
  return result.image
}
async function refusal(bytes: Uint8Array, type: PhotoType, maxPixels?: number) {
  const result = await render(bytes, type, maxPixels)
  return result.ok ? 'taken' : result.reason
}
const plain = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } })

/** Red, green / blue, white. */
async function quarters(): Promise<Sharp> {
  const pieces = await Promise.all(
    ['#f00', '#0f0', '#00f', '#fff'].map((c) => plain(32, 24, c).png().toBuffer()),
  )
  const layers = pieces.map((input, n) => ({ input, left: (n % 2) * 32, top: n > 1 ? 24 : 0 }))
  return sharp(await plain(64, 48).composite(layers).png().toBuffer())
}
async function corners(jpeg: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const name = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels
    return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? '1' : '0')).join('')
  }
  const [right, low] = [info.width - 6, info.height - 6]
  return [name(5, 5), name(right, 5), name(5, low), name(right, low)]
}
const upright = ['100', '010', '001', '111']
const camera = {
  IFD0: { Make: 'Secret Camera Maker' },
  IFD2: { DateTimeOriginal: '2026:05:01 10:20:30', OffsetTimeOriginal: '+02:00' },
  IFD3: {
    GPSLatitude: '40/1 26/1 4614/100',
    GPSLatitudeRef: 'N',
    GPSLongitude: '79/1 58/1 5600/100',
    GPSLongitudeRef: 'W',
  },
}

test('a phone photo gives three upright sizes, its time and place, and copies without metadata', async () => {
  const photo = await plain(3000, 2250).withExif(camera).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const image = await made(photo, 'image/jpeg')
  expect([image.width, image.height]).toEqual([2250, 3000])
  expect([image.view.width, image.view.height]).toEqual([1440, 1920])
  expect([image.report.width, image.report.height]).toEqual([750, 1000])
  expect([image.thumb.width, image.thumb.height]).toEqual([240, 320])
  expect(image.takenAt).toBe('2026-05-01T10:20:30+02:00')
  expect(image.position).toEqual({ latitude: 40.44615, longitude: -79.9822222 })
  for (const { bytes } of [image.view, image.report, image.thumb]) {
    const { exif, xmp, icc, orientation } = await sharp(bytes).metadata()
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(Buffer.from(bytes).includes('Secret')).toBe(false)
  }
})

test('a time without an offset stays local, an impossible one is null; a missing place is null', async () => {
  const local = { IFD2: { DateTimeOriginal: '2026:05:01 10:20:30' } }
  const image = await made(await plain(40, 30).withExif(local).jpeg().toBuffer(), 'image/jpeg')
  expect(image).toMatchObject({ takenAt: '2026-05-01T10:20:30', position: null })
  const unset = { IFD2: { DateTimeOriginal: '1970:01:01 00:00:00' } }
  expect((await made(await plain(40, 30).withExif(unset).jpeg().toBuffer(), 'image/jpeg')).takenAt).toBeNull()
})

test('every camera orientation comes out upright', async () => {
  for (const [orientation, turn] of [
    [3, 180],
    [6, 270],
    [8, 90],
  ] as const) {
    const turned = await (await quarters()).rotate(turn).withMetadata({ orientation }).jpeg().toBuffer()
    expect(await corners((await made(turned, 'image/jpeg')).view.bytes)).toEqual(upright)
  }
})

test('PNG, GIF, TIFF and BMP become the same picture as JPEG', async () => {
  for (const [type, bytes] of [
    ['image/png', await (await quarters()).png().toBuffer()],
    ['image/gif', await (await quarters()).gif().toBuffer()],
    ['image/tiff', await (await quarters()).tiff({ compression: 'lzw' }).toBuffer()],
  ] as const) {
    expect(detectKind(bytes)?.type).toBe(type)
    expect(await corners((await made(bytes, type)).view.bytes)).toEqual(upright)
  }
})

test('HEIC comes out upright, turned only once, with its time and place', async () => {
  const file = await readFile(join(import.meta.dirname, 'testing', 'turned.heic'))
  const image = await made(file, 'image/heic')
  expect([image.width, image.height]).toEqual([48, 64])
  expect(await corners(image.view.bytes)).toEqual(['001', '100', '111', '010'])
  expect(image.takenAt).toBe('2026-05-01T10:20:30+02:00')
  expect(image.position?.latitude).toBe(40.44615)
  expect(await refusal(file, 'image/heic', 64 * 48 - 1)).toBe('too-many-pixels')
})

test('transparency becomes white, 16 bits become 8, and grayscale becomes color', async () => {
  const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000000' } })
  expect(await corners((await made(await clear.png().toBuffer(), 'image/png')).view.bytes)).toEqual(
    Array(4).fill('111'),
  )
  const deep = await plain(20, 20, '#808080').toColourspace('rgb16').png().toBuffer()
  const { channels } = await sharp((await made(deep, 'image/png')).view.bytes).stats()
  for (const { mean } of channels) expect(Math.abs(mean - 128)).toBeLessThan(3)
  const grey = await made(await plain(20, 20).greyscale().jpeg().toBuffer(), 'image/jpeg')
  expect((await sharp(grey.view.bytes).metadata()).channels).toBe(3)
})

test('a small picture is not enlarged', async () => {
  const image = await made(await plain(40, 30).png().toBuffer(), 'image/png')
  expect([image.view, image.report, image.thumb].map(({ width }) => width)).toEqual([40, 40, 40])
})

test('too many pixels are rejected before they are decoded', async () => {
  expect(await refusal(await plain(101, 100).png().toBuffer(), 'image/png', 10_000)).toBe('too-many-pixels')
  const bomb = await plain(40, 30).png().toBuffer()
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  expect(['too-many-pixels', 'not-an-image']).toContain(await refusal(bomb, 'image/png'))
})

test('a small HEIC file that claims a huge picture is rejected before it is decoded', async () => {
  const file = await readFile(join(import.meta.dirname, 'testing', 'turned.heic'))
  const size = file.indexOf('ispe') + 8
  file.writeUInt32BE(12_000, size)
  file.writeUInt32BE(9_000, size + 4)
  expect(await refusal(file, 'image/heic')).toBe('too-many-pixels')
})

test('a picture is measured first, and decoded once there is memory for its pixels', async () => {
  const large = await plain(9_000, 8_000).png().toBuffer()
  const asked: number[] = []
  const run = (task: Task, bytes = 0) => {
    asked.push(bytes)
    return pool.run(task, bytes)
  }
  const path = join(folder, 'large')
  await writeFile(path, large)
  const result = await makeRenditions({ ...pool, run }, path, 'image/png')
  expect(result.ok).toBe(true)
  expect(asked[0]).toBe(0)
  expect(asked[1]).toBeGreaterThan(4 * 9_000 * 8_000)
})

test('files that are not pictures are rejected, and the next one works', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')
  const whole = await plain(400, 300).composite([{ input: await (await quarters()).png().toBuffer() }])
  const jpeg = await whole.jpeg().toBuffer()
  const png = await plain(400, 300).png().toBuffer()
  const heic = await readFile(join(import.meta.dirname, 'testing', 'turned.heic'))
  expect(await refusal(Buffer.alloc(0), 'image/jpeg')).toBe('not-an-image')
  expect(['disguised', 'not-an-image']).toContain(await refusal(svg, 'image/jpeg'))
  expect(await refusal(Buffer.from('BM is how this text begins, and then it goes on.'), 'image/bmp')).toBe(
    'not-an-image',
  )
  expect(await refusal(jpeg.subarray(0, jpeg.length * 0.6), 'image/jpeg')).toBe('not-an-image')
  expect(await refusal(png.subarray(0, png.length * 0.6), 'image/png')).toBe('not-an-image')
  expect(await refusal(heic.subarray(0, 700), 'image/heic')).toBe('not-an-image')
  expect(await refusal(await plain(9, 9).webp().toBuffer(), 'image/jpeg')).toBe('not-an-image')
  expect(await refusal(await plain(9, 9).avif().toBuffer(), 'image/heic')).toBe('not-an-image')
  expect(await refusal(png, 'image/jpeg')).toBe('not-an-image')
  expect((await render(png, 'image/png')).ok).toBe(true)
})

test('a picture that is also a page, a PDF or a zip is rejected; data that phones append is accepted', async () => {
  const jpeg = await plain(40, 30).jpeg().toBuffer()
  const comment = (text: string) => {
    const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
    return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)])
  }
  const zipEnd = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
  expect(await refusal(comment('<script>alert(1)</script>'), 'image/jpeg')).toBe('disguised')
  expect(await refusal(comment('%PDF-1.7'), 'image/jpeg')).toBe('disguised')
  expect(await refusal(Buffer.concat([jpeg, zipEnd]), 'image/jpeg')).toBe('disguised')
  expect(await refusal(Buffer.from('GIF89a/*<html>*/=1;alert(1)'), 'image/gif')).toBe('disguised')
  expect((await render(comment('made by a camera'), 'image/jpeg')).ok).toBe(true)
  const motion = Buffer.concat([jpeg, Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1')])
  expect((await render(motion, 'image/jpeg')).ok).toBe(true)
})
