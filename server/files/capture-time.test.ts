import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { captureTime } from './capture-time.ts'
import { videoTime } from './video-facts.ts'
import { takenFrom } from './worker/exif.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const real = '2026-05-01T10:20:30'

test.each(['', 'Z', '+02:00', '-05:00', '+05:30', '+14:00', '-12:00'])(
  'a real moment with offset %j',
  (offset) => {
    expect(captureTime(real, offset)).toBe(real + offset)
  },
)

test('February 29 exists only in leap years', () => {
  expect(captureTime('2024-02-29T08:00:00', '')).toBe('2024-02-29T08:00:00')
  expect(captureTime('2025-02-29T08:00:00', '')).toBeNull()
})

test.each([
  '2026-02-31T10:20:30',
  '2026-04-31T10:20:30',
  '2026-13-01T10:20:30',
  '2026-00-10T10:20:30',
  '2026-05-00T10:20:30',
  '2026-05-01T24:00:00',
  '2026-05-01T25:20:30',
  '2026-05-01T10:60:30',
  '2026-05-01T10:20:61',
  '0000-00-00T00:00:00',
  'yesterday',
])('%s is not a valid time', (clock) => {
  expect(captureTime(clock, 'Z')).toBeNull()
})

test.each(['+99:00', '-99:00', '+14:01', '-12:30', '+02:75', '+2:00', 'EST'])(
  'no zone has the offset %s',
  (offset) => {
    expect(captureTime(real, offset)).toBeNull()
  },
)

test.each([
  '1904-01-01T00:00:00',
  '1970-01-01T00:00:00',
  '1970-01-01T05:00:00',
  '1980-01-01T00:00:00',
  '1980-01-06T00:00:00',
  '2000-01-01T00:00:00',
  '2000-01-01T07:12:44',
  '2016-01-01T00:00:00',
])('%s comes from a clock that was never set', (clock) => {
  expect(captureTime(clock, '')).toBeNull()
})

test('a clock may be a day ahead, because its zone may be unknown', () => {
  expect(captureTime('2026-11-29T02:00:00', '')).toBe('2026-11-29T02:00:00')
  expect(captureTime('2026-11-29T12:00:01', '')).toBeNull()
  expect(captureTime('2026-11-29T12:00:01', '+01:00')).toBe('2026-11-29T12:00:01+01:00')
  expect(captureTime('2026-11-29T11:30:00', '-01:00')).toBeNull()
})

describe('capture time of a photo', () => {
  async function blockWith(clock: string, offset?: string): Promise<Buffer | undefined> {
    const exif = {
      IFD2: { DateTimeOriginal: clock, ...(offset !== undefined && { OffsetTimeOriginal: offset }) },
    }
    const blank = sharp({ create: { width: 4, height: 4, channels: 3, background: 'white' } })
    return (await sharp(await blank.withExif(exif).jpeg().toBuffer()).metadata()).exif
  }

  test.each([
    ['2026:05:01 10:20:30', '+02:00', '2026-05-01T10:20:30+02:00'],
    ['2026:05:01 10:20:30', undefined, '2026-05-01T10:20:30'],
    ['2026:05:01 10:20:30', '   :  ', '2026-05-01T10:20:30'],
    ['2026:05:01 10:20:30', '+99:00', null],
    ['2026:02:31 10:20:30', undefined, null],
    ['2026:13:01 10:20:30', undefined, null],
    ['2026:05:01 25:20:30', undefined, null],
    ['2000:01:01 00:00:00', undefined, null],
    ['2031:05:01 10:20:30', undefined, null],
  ])('%s %s: %s', async (clock, offset, taken) => {
    expect(takenFrom(await blockWith(clock, offset)).takenAt).toBe(taken)
  })

  test('a file from a camera that wrote February 31', async () => {
    const file = await readFile(join(import.meta.dirname, 'testing', 'date-feb31.jpg'))
    const { exif } = await sharp(file).metadata()
    expect(exif?.toString('latin1')).toMatch(/\d{4}:02:31 /)
    expect(takenFrom(exif).takenAt).toBeNull()
  })
})

test.each([
  ['2026-05-01T10:20:30.000000Z', '2026-05-01T10:20:30Z'],
  ['2026-05-01T10:20:30+0200', '2026-05-01T10:20:30+02:00'],
  ['2026-05-01T10:20:30', '2026-05-01T10:20:30Z'],
  ['2026-02-31T10:20:30Z', null],
  ['2026-05-01T10:20:30+9900', null],
  ['1904-01-01T00:00:00.000000Z', null],
  ['2000-01-01T00:00:00Z', null],
  [undefined, null],
])('capture time of a video: %s is %s', (text, taken) => {
  expect(videoTime(text)).toBe(taken)
})
