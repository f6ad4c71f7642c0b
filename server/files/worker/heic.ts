import decodeHeic from 'heic-decode'
import { type Box, boxesIn, findBox } from '../iso-box.ts'
import type { Pixels } from './bmp.ts'
import { RejectedFile } from './rejected-file.ts'

/** Decoding this many pixels takes less than a gigabyte. Phones produce at most 50 million in this format. */
const mostPixels = 64_000_000

/**
 * Returns the pixels of the largest picture the file declares; for a tiled one, of the whole. Decodes nothing.
 */
export function heicPixels(file: Buffer, maxPixels: number): number {
  const meta = findBox(file, { body: 0, end: file.length }, 'meta')
  const items = meta && findBox(file, { body: meta.body + 4, end: meta.end }, 'iprp')
  const facts = items && findBox(file, items, 'ipco')
  const sizes = facts ? [...boxesIn(file, facts.body, facts.end)].filter(({ type }) => type === 'ispe') : []
  const pixels = sizes
    .filter(({ body, end }) => end - body >= 12)
    .map(({ body }) => file.readUInt32BE(body + 4) * file.readUInt32BE(body + 8))
  if (pixels.length === 0) throw new RejectedFile('not-an-image', 'A HEIC picture without a size')
  const most = Math.max(...pixels)
  if (most > Math.min(maxPixels, mostPixels)) throw new RejectedFile('too-many-pixels', `${most}`)
  return most
}

/**
 * Decodes the first picture of a HEIC file, upright (the decoder applies rotation and mirroring). The decoder
 * has no limit of its own, so the size is checked first.
 */
export async function readHeic(file: Buffer, maxPixels: number): Promise<Pixels> {
  heicPixels(file, maxPixels)
  const pictures = await decodeHeic.all({ buffer: file }).catch(() => null)
  const [first] = pictures ?? []
  if (!pictures || !first) throw new RejectedFile('not-an-image', 'No picture in the HEIC file')
  try {
    const { width, height } = first
    if (width < 1 || height < 1) throw new RejectedFile('not-an-image', 'A HEIC picture without a size')
    if (width * height > Math.min(maxPixels, mostPixels))
      throw new RejectedFile('too-many-pixels', `${width} × ${height}`)
    const { data } = await first.decode().catch(() => {
      throw new RejectedFile('not-an-image', 'The HEIC picture cannot be decoded')
    })
    return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height, channels: 4 }
  } finally {
    pictures.dispose()
  }
}

/** The EXIF block of a HEIC file, from its TIFF header on; null without one. */
export function heicExif(file: Buffer): Buffer | null {
  try {
    return exifItem(file)
  } catch {
    return null // truncated or invalid tables: a picture without EXIF
  }
}

function exifItem(file: Buffer): Buffer | null {
  const meta = findBox(file, { body: 0, end: file.length }, 'meta')
  if (!meta) return null
  const inside = { body: meta.body + 4, end: meta.end }
  const names = findBox(file, inside, 'iinf')
  const places = findBox(file, inside, 'iloc')
  const id = names && exifId(file, names)
  const place = places && id !== null ? placeOf(file, places, id) : null
  if (!place || place.length < 8 || place.start + place.length > file.length) return null
  const item = file.subarray(place.start, place.start + place.length)
  return item.subarray(4 + item.readUInt32BE(0))
}

function exifId(file: Buffer, names: Box): number | null {
  const firstEntry = names.body + (file[names.body] === 0 ? 6 : 8)
  for (const entry of boxesIn(file, firstEntry, names.end)) {
    const version = file[entry.body] ?? 0
    const wide = version === 3 ? 4 : 2
    const typeAt = entry.body + 4 + wide + 2
    if (version >= 2 && file.toString('latin1', typeAt, typeAt + 4) === 'Exif') {
      return file.readUIntBE(entry.body + 4, wide)
    }
  }
  return null
}

/** Returns an item's location if it is stored in the file itself and in one piece. */
function placeOf(file: Buffer, places: Box, wanted: number): { start: number; length: number } | null {
  const version = file[places.body] ?? 0
  let at = places.body + 4
  const take = (bytes: number): number => {
    const value =
      bytes === 0 ? 0 : bytes === 8 ? Number(file.readBigUInt64BE(at)) : file.readUIntBE(at, bytes)
    at += bytes
    return value
  }
  const sizes = take(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  const wide = version < 2 ? 2 : 4
  for (let left = take(wide); left > 0; left--) {
    const id = take(wide)
    const method = version === 0 ? 0 : take(2) & 15
    take(2)
    const base = take(baseSize)
    const extents = take(2)
    let first: { start: number; length: number } | null = null
    for (let n = 0; n < extents; n++) {
      take(indexSize)
      const start = base + take(offsetSize)
      const length = take(lengthSize)
      first ??= { start, length }
    }
    if (id === wanted) return method === 0 && extents === 1 ? first : null
  }
  return null
}
