import { type Box, boxesIn, findBox } from './iso-box.ts'

/**
 * NAL unit types of picture slices, parameter sets and delimiters. Type 6 holds user data of cameras and
 * encoders.
 */
const inSamples = [1, 5, 7, 8, 9]

/** The boxes that each box may contain. A copy contains no others. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  moov: ['mvhd', 'trak', 'udta'],
  trak: ['tkhd', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: ['stsd', 'stts', 'ctts', 'stsc', 'stsz', 'stco', 'co64', 'stss', 'sgpd', 'sbgp'],
  avc1: ['avcC', 'pasp', 'colr', 'btrt'],
  vp09: ['vpcC', 'pasp', 'colr', 'btrt', 'fiel'],
  mp4a: ['esds', 'btrt'],
}
/** Exact sizes in bytes of boxes that could contain more than players read. */
const sizes: Readonly<Record<string, number>> = {
  mvhd: 108,
  tkhd: 92,
  mdhd: 32,
  vmhd: 20,
  smhd: 16,
  dinf: 36,
}
/** Bytes per entry of table boxes, which must contain exactly their entries. */
const entries: Readonly<Record<string, number>> = { stts: 8, ctts: 8, stss: 4, stsc: 12 }
/** Verified together with the samples they refer to. */
const counted = ['stsd', 'stsz', 'stco', 'co64']
/** Maximum size in bytes of any other leaf box: the most that decoders need. */
const most = 128

/** The empty metadata list that ffmpeg writes at the end of each movie. */
const emptyList = Buffer.from(
  '0000003d75647461000000356d657461000000000000002168646c7200000000000000006d6469726170706c00000000000000000000000008696c7374',
  'hex',
)
const trackNames = ['', 'VideoHandler', 'SoundHandler']
const compressors = ['', 'Lavc libx264', 'Lavc libopenh264', 'Lavc libvpx-vp9']

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * Verifies an MP4 made by this server to its last byte: picture and sound, the tables to play them, and nothing
 * else. No unknown box, no byte between samples, no name but ffmpeg's own, no user data beside the pictures.
 * Returns the picture size, or null if that does not hold.
 */
export function verifyBareMp4(bytes: Buffer): PictureSize | null {
  try {
    return walk(bytes)
  } catch {
    return null // a table is truncated
  }
}

function walk(bytes: Buffer): PictureSize | null {
  const outside = wholly(bytes, 0, bytes.length)
  const data = outside?.find(({ type }) => type === 'mdat')
  const movie = outside?.find(({ type }) => type === 'moov')
  if (!outside || !data || !movie) return null
  const rest = outside.filter((box) => box !== data && box !== movie)
  if (rest.filter(({ type }) => type === 'ftyp').length !== 1) return null
  if (!rest.every((box) => (box.type === 'ftyp' && box.end - box.body <= 32) || isEmpty(box))) return null
  if (!isAllowed(bytes, movie)) return null
  const tracks = [...boxesIn(bytes, movie.body, movie.end)].filter(({ type }) => type === 'trak')
  const read = tracks.map((track) => readTrack(bytes, track))
  const pictures = read.filter((track) => track?.size)
  if (read.includes(null) || pictures.length !== 1 || read.length > 2) return null
  return fills(
    data,
    read.flatMap((track) => track?.samples ?? []),
  )
    ? (pictures[0]?.size ?? null)
    : null
}

/** Returns the boxes of a range, or null if they do not fill it exactly. */
function wholly(bytes: Buffer, start: number, end: number): Box[] | null {
  const boxes = [...boxesIn(bytes, start, end)]
  return (boxes.at(-1)?.end ?? start) === end ? boxes : null
}

function isEmpty({ type, body, end }: Box): boolean {
  return type === 'free' && body === end
}

function isAllowed(bytes: Buffer, box: Box): boolean {
  const size = sizes[box.type]
  if (size !== undefined && box.end - box.start !== size) return false
  if (box.type === 'udta') return bytes.subarray(box.start, box.end).equals(emptyList)
  if (box.type === 'hdlr') return trackNames.includes(plain(bytes.subarray(box.body + 24, box.end)))
  const entry = entries[box.type]
  if (entry !== undefined) return box.body + 8 + bytes.readUInt32BE(box.body + 4) * entry === box.end
  const inside = allowed[box.type]
  if (!inside) return counted.includes(box.type) || box.end - box.start <= most
  const boxes = wholly(bytes, box.body, box.end)
  return boxes?.every((one) => inside.includes(one.type) && isAllowed(bytes, one)) ?? false
}

interface Track {
  /** null: sound. */
  readonly size: PictureSize | null
  readonly samples: readonly ByteRange[]
}

function readTrack(bytes: Buffer, track: Box): Track | null {
  const media = findBox(bytes, track, 'mdia')
  const information = media && findBox(bytes, media, 'minf')
  const table = information && findBox(bytes, information, 'stbl')
  const descriptions = table && findBox(bytes, table, 'stsd')
  const samples = table && samplesOf(bytes, table)
  if (!descriptions || !samples) return null
  const described = wholly(bytes, descriptions.body + 8, descriptions.end)
  const [entry] = described ?? []
  if (!entry || described?.length !== 1) return null
  if (entry.type === 'mp4a') return hasOnlyKnown(bytes, entry, 28) ? { size: null, samples } : null
  if (!['avc1', 'vp09'].includes(entry.type) || !hasOnlyKnown(bytes, entry, 78)) return null
  const name = bytes.subarray(entry.body + 42, entry.body + 74)
  if (!compressors.includes(plain(name.subarray(1))) || (name[0] ?? 0) > 31) return null
  if (entry.type === 'avc1') {
    const settings = findBox(bytes, { body: entry.body + 78, end: entry.end }, 'avcC')
    const prefix = settings && pictureSettings(bytes.subarray(settings.body, settings.end))
    if (!prefix) return null
    if (!samples.every(({ start, end }) => onlyPictures(bytes.subarray(start, end), prefix))) return null
  }
  const size = { width: bytes.readUInt16BE(entry.body + 24), height: bytes.readUInt16BE(entry.body + 26) }
  return { size, samples }
}

function hasOnlyKnown(bytes: Buffer, entry: Box, fixed: number): boolean {
  const boxes = wholly(bytes, entry.body + fixed, entry.end)
  return boxes?.every((box) => allowed[entry.type]?.includes(box.type) && isAllowed(bytes, box)) ?? false
}

/** Whether the samples cover every byte of the data. A gap could hide data that players skip. */
function fills(data: Box, samples: readonly ByteRange[]): boolean {
  let at = data.body
  for (const { start, end } of samples.toSorted((a, b) => a.start - b.start)) {
    if (start !== at) return false
    at = end
  }
  return at === data.end
}

function plain(name: Buffer): string {
  return name.toString('latin1').replace(/\0+$/, '')
}

/**
 * Verifies that an avcC box contains only decoder settings. Returns the byte length of the length prefixes in
 * samples, or null.
 */
function pictureSettings(bytes: Buffer): number | null {
  let at = 5
  const take = (type: number, count: number): boolean => {
    for (let left = count; left > 0; left--) {
      const length = bytes.readUInt16BE(at)
      if (length === 0 || at + 2 + length > bytes.length || typeOf(bytes, at + 2) !== type) return false
      at += 2 + length
    }
    return true
  }
  if (!take(7, (bytes[at++] ?? 0) & 31) || !take(8, bytes[at++] ?? 0)) return null
  // Higher profiles add three bytes of color format and a count of further settings, which must be zero.
  const isWhole = at === bytes.length || (at + 4 === bytes.length && bytes[at + 3] === 0)
  return isWhole ? ((bytes[4] ?? 0) & 3) + 1 : null
}

/** Whether a sample consists only of pictures, from its first byte to its last. */
function onlyPictures(sample: Buffer, prefix: number): boolean {
  let at = 0
  while (at < sample.length) {
    if (at + prefix >= sample.length) return false
    const length = sample.readUIntBE(at, prefix)
    if (length === 0 || !inSamples.includes(typeOf(sample, at + prefix))) return false
    at += prefix + length
  }
  return at === sample.length
}

function typeOf(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) & 31
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns where each sample of a track is in the file, or null if its tables are inconsistent. Throws if they
 * are truncated.
 */
function samplesOf(bytes: Buffer, table: Box): ByteRange[] | null {
  const sizes = findBox(bytes, table, 'stsz')
  const runs = findBox(bytes, table, 'stsc')
  const offsets = findBox(bytes, table, 'stco') ?? findBox(bytes, table, 'co64')
  if (!sizes || !runs || !offsets) return null
  const perChunk = samplesInChunk(bytes, runs)
  const same = bytes.readUInt32BE(sizes.body + 4)
  const count = bytes.readUInt32BE(sizes.body + 8)
  const wide = offsets.type === 'co64' ? 8 : 4
  const chunks = bytes.readUInt32BE(offsets.body + 4)
  if (offsets.body + 8 + chunks * wide !== offsets.end) return null
  if (sizes.body + 12 + (same > 0 ? 0 : count * 4) !== sizes.end) return null

  const samples: ByteRange[] = []
  for (let chunk = 0; chunk < chunks; chunk++) {
    const at = offsets.body + 8 + chunk * wide
    let start = wide === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    for (let left = perChunk(chunk); left > 0; left--) {
      if (samples.length === count) return null
      const end = start + (same > 0 ? same : bytes.readUInt32BE(sizes.body + 12 + samples.length * 4))
      if (end > bytes.length) return null
      samples.push({ start, end })
      start = end
    }
  }
  return samples.length === count ? samples : null
}

/** Runs of chunks with the same number of samples, identified by their first chunk (counted from 1). */
function samplesInChunk(bytes: Buffer, box: Box): (chunk: number) => number {
  const count = Math.min(bytes.readUInt32BE(box.body + 4), Math.floor((box.end - box.body - 8) / 12))
  let run = 0
  return (chunk) => {
    const firstOf = (n: number) => bytes.readUInt32BE(box.body + 8 + n * 12)
    while (run + 1 < count && firstOf(run + 1) <= chunk + 1) run++
    return count === 0 ? 0 : bytes.readUInt32BE(box.body + 8 + run * 12 + 4)
  }
}
