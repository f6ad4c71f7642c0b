/**
 * Time and place of a photo live in the JPEG's APP1 segment. Drawing a picture anew loses them, so the original's
 * segment is put into the result, with the orientation set to 'upright': the pixels have been turned already.
 */

const soi = 0xffd8
const app1 = 0xffe1
const startOfScan = 0xffda
const orientationTag = 0x0112
const exifMark = [0x45, 0x78, 0x69, 0x66, 0, 0]

/** The whole segment with marker and length; null where the file has none or is no JPEG. */
export function exifSegment(jpeg: Uint8Array): Uint8Array | null {
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
      return jpeg.slice(at, end)
    }
    at = end
  }
  return null
}

/** The same picture with this segment in front of everything else. */
export function withExif(jpeg: Uint8Array, segment: Uint8Array): Uint8Array {
  const joined = new Uint8Array(jpeg.length + segment.length)
  joined.set(jpeg.subarray(0, 2), 0)
  joined.set(segment, 2)
  joined.set(jpeg.subarray(2), 2 + segment.length)
  return joined
}

/** A copy whose orientation says 1. A segment that cannot be read is null: better none than a wrong one. */
export function uprightSegment(segment: Uint8Array): Uint8Array | null {
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
  for (let index = 0; index < count; index += 1) {
    const entry = first + 2 + index * 12
    if (entry + 12 > view.byteLength) return null
    if (view.getUint16(entry, little) === orientationTag) view.setUint16(entry + 8, 1, little)
  }
  return copy
}

/** Carries what the original says about time and place over into the smaller picture. */
export function keepExif(original: Uint8Array, result: Uint8Array): Uint8Array {
  const segment = exifSegment(original)
  const upright = segment && uprightSegment(segment)
  return upright ? withExif(result, upright) : result
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
