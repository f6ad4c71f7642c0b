import { expect, test } from 'vitest'
import { copyExif, exifSegment, turnedByExif, uprightSegment } from './exif.ts'

const little = {
  order: [0x49, 0x49],
  u16: (n: number) => [n & 255, n >> 8],
  u32: (n: number) => [n, 0, 0, 0],
}
const big = { order: [0x4d, 0x4d], u16: (n: number) => [n >> 8, n & 255], u32: (n: number) => [0, 0, 0, n] }

/** A JPEG with JFIF, then EXIF with orientation 6 and one more tag, then the scan. */
function photo({ order, u16, u32 } = little): Uint8Array {
  const tiff = [
    ...order,
    ...u16(42),
    ...u32(8),
    ...u16(2),
    ...[...u16(0x0112), ...u16(3), ...u32(1), ...u16(6), 0, 0],
    ...[...u16(0x0128), ...u16(3), ...u32(1), ...u16(2), 0, 0],
    ...u32(0),
  ]
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff]
  const app0 = [0xff, 0xe0, 0, 4, 1, 2]
  const app1 = [0xff, 0xe1, 0, exif.length + 2, ...exif]
  return new Uint8Array([0xff, 0xd8, ...app0, ...app1, 0xff, 0xda, 0, 2, 9, 9, 0xff, 0xd9])
}
const plain = new Uint8Array([0xff, 0xd8, 0xff, 0xdb, 0, 2, 0xff, 0xd9])

test.each([little, big])('the segment goes over, turned upright, everything else untouched', (bytes) => {
  const original = photo(bytes)
  const result = copyExif(original, plain)
  const segment = exifSegment(result)
  const before = exifSegment(original)
  expect(segment).toHaveLength(before?.length ?? 0)
  const different = [...(segment ?? [])].flatMap((byte, index) => (byte === before?.[index] ? [] : [byte]))
  expect(different).toEqual([1])
  expect([...result.slice(-6)]).toEqual([...plain.slice(2)])
})

test('a picture without EXIF stays unchanged', () => {
  expect(copyExif(plain, plain)).toBe(plain)
  expect(exifSegment(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]))).toBeNull()
})

test('omits a broken segment', () => {
  const segment = exifSegment(photo()) ?? new Uint8Array()
  expect(uprightSegment(segment.slice(0, 20))).toBeNull()
  const cut = photo().slice(0, 30)
  expect(copyExif(cut, plain)).toBe(plain)
})

test.each([little, big])(
  'a picture is turned by its orientation alone, and back to where it was in four turns',
  (bytes) => {
    const original = photo(bytes)
    const once = turnedByExif(original) ?? new Uint8Array()
    const changed = [...once].flatMap((byte, index) => (byte === original[index] ? [] : [byte]))
    expect(changed).toEqual([3])
    let now = original
    for (let turn = 0; turn < 4; turn += 1) now = turnedByExif(now) ?? new Uint8Array()
    expect(now).toEqual(original)
  },
)

test('adds an orientation if missing, and leaves other file types alone', () => {
  const once = turnedByExif(plain) ?? new Uint8Array()
  expect(exifSegment(once)).not.toBeNull()
  expect(uprightSegment(exifSegment(once) ?? new Uint8Array())).toHaveLength(36)
  expect(turnedByExif(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toBeNull()
})
