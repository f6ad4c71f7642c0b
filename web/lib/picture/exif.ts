/**
 * A JPEG's APP1 segment holds time and place of the photo. Re-encoding loses it, so the original's segment is
 * copied into the result with the orientation 'upright': the pixels are already rotated.
 */

const soi = 0xffd8
const app1 = 0xffe1
const startOfScan = 0xffda
const orientationTag = 0x0112
const exifMark = [0x45, 0x78, 0x69, 0x66, 0, 0]

/** Returns the whole segment with marker and length; null if the file has none or is not a JPEG. */
export function exifSegment(jpeg: Uint8Array): Uint8Array | null {
  const place = exifPlace(jpeg)
  return place && jpeg.slice(place.at, place.end)
}

function exifPlace(jpeg: Uint8Array): { readonly at: number; readonly end: number } | null {
  const view = viewOf(jpeg)
  if (jpeg.length < 4 || view.getUint16(0) !== soi) return null
  let at = 2
  while (at + 4 <= jpeg.length) {
    const marker = view.getUint16(at)
    if (marker < 0xff00 || marker === startOfScan) return null
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > jpeg.length) return null
    if (marker === app1 && exifMark.every((byte, index) => jpeg[at + 4 + index] === byte)) {
      return { at, end }
    }
    at = end
  }
  return null
}

/** Returns the picture with this segment placed first. */
export function withExif(jpeg: Uint8Array, segment: Uint8Array): Uint8Array {
  const joined = new Uint8Array(jpeg.length + segment.length)
  joined.set(jpeg.subarray(0, 2), 0)
  joined.set(segment, 2)
  joined.set(jpeg.subarray(2), 2 + segment.length)
  return joined
}

/**
 * Returns a copy with orientation 1; null if the segment is unreadable, because none is better than a wrong
 * one.
 */
export function uprightSegment(segment: Uint8Array): Uint8Array | null {
  return withOrientation(segment, () => 1)?.segment ?? null
}

/** Each orientation after a clockwise quarter turn. */
const quarterOn: Readonly<Record<number, number>> = { 1: 6, 6: 3, 3: 8, 8: 1, 2: 7, 7: 4, 4: 5, 5: 2 }

/** Returns a segment that holds only this orientation. */
function orientedSegment(orientation: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  return new Uint8Array([0xff, 0xe1, 0, 2 + exifMark.length + tiff.length, ...exifMark, ...tiff])
}

/**
 * Returns the JPEG rotated a quarter turn clockwise by its orientation tag: pixels, time and place stay
 * unchanged. null if the file cannot express it.
 */
export function turnedByExif(jpeg: Uint8Array): Uint8Array | null {
  const view = viewOf(jpeg)
  if (jpeg.length < 4 || view.getUint16(0) !== soi) return null
  const place = exifPlace(jpeg)
  if (!place) return withExif(jpeg, orientedSegment(6))
  const turned = withOrientation(jpeg.slice(place.at, place.end), (now) => quarterOn[now] ?? 6)
  if (!turned?.found) return null
  const copy = jpeg.slice()
  copy.set(turned.segment, place.at)
  return copy
}

function withOrientation(
  segment: Uint8Array,
  next: (now: number) => number,
): { readonly segment: Uint8Array; readonly found: boolean } | null {
  const copy = segment.slice()
  const tiff = 10
  if (copy.length < tiff + 8) return null
  const view = new DataView(copy.buffer, copy.byteOffset + tiff, copy.length - tiff)
  const order = view.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return null
  const little = order === 0x4949
  const first = view.getUint32(4, little)
  if (first + 2 > view.byteLength) return null
  const count = view.getUint16(first, little)
  let found = false
  for (let index = 0; index < count; index += 1) {
    const entry = first + 2 + index * 12
    if (entry + 12 > view.byteLength) return null
    if (view.getUint16(entry, little) !== orientationTag) continue
    view.setUint16(entry + 8, next(view.getUint16(entry + 8, little)), little)
    found = true
  }
  return { segment: copy, found }
}

/** Copies the original's time and place into the smaller picture. */
export function copyExif(original: Uint8Array, result: Uint8Array): Uint8Array {
  const segment = exifSegment(original)
  const upright = segment && uprightSegment(segment)
  return upright ? withExif(result, upright) : result
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
