import { type Box, boxesIn, findBox } from './iso-box.ts'
import { type ByteRange, samplesOf } from './mp4-samples.ts'
import { onlyPictures, pictureSettings } from './nal-units.ts'

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
