import { type FileHandle, open } from 'node:fs/promises'
import { type Box, boxesIn, findBox } from './iso-box.ts'
import { sampleRanges } from './mp4-samples.ts'

/** A change of the file that keeps every offset: a type rewritten to `free`, or content set to zero. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string | null
}

/** What a playing file needs; all else may tell of places, people or devices. */
const keptOutside = ['ftyp', 'moov', 'mdat']
const keptInMovie = ['mvhd', 'trak', 'iods']
const keptInTrack = ['tkhd', 'edts', 'mdia', 'tapt']
const containers = ['mdia', 'minf', 'stbl', 'dinf', 'edts']
const telling = ['udta', 'meta', 'uuid']
const maxMovieBox = 4 * 1024 * 1024
const pieceSize = 256 * 1024

/**
 * The bytes of an MP4 or MOV without its metadata: boxes that tell of more than picture and sound become
 * empty `free` boxes of the same size, tracks of other kinds (position, motion, time code) vanish with
 * their samples. Nothing moves, so nothing has to be rewritten. Null when the file is not built plainly
 * (fragments, damaged tables, no picture): then no promise could be kept.
 */
export async function scrubMp4(path: string): Promise<AsyncGenerator<Buffer> | null> {
  const file = await open(path, 'r')
  try {
    const edits = await planEdits(file)
    if (edits)
      return copyWithEdits(
        file,
        edits.sort((a, b) => a.start - b.start),
      )
  } catch {
    // a table that ends too early
  }
  await file.close()
  return null
}

async function planEdits(file: FileHandle): Promise<Edit[] | null> {
  const { size } = await file.stat()
  const outside = await outerBoxes(file, size)
  const movies = outside?.filter(({ type }) => type === 'moov') ?? []
  const [movie] = movies
  if (!outside || !movie || movies.length > 1 || movie.end - movie.start > maxMovieBox) return null
  if (outside.some(({ type }) => type === 'moof')) return null
  const inside = await moovEdits(file, movie, size)
  const others = outside.filter(({ type }) => !keptOutside.includes(type))
  return inside && [...others.flatMap((box) => freed(box, 0)), ...inside]
}

/** Reads only the headers, so that gigabytes of picture cost nothing. */
async function outerBoxes(file: FileHandle, size: number): Promise<Box[] | null> {
  const found: Box[] = []
  const head = Buffer.alloc(16)
  for (let at = 0; at < size; at = found.at(-1)?.end ?? size) {
    const { bytesRead } = await file.read(head, 0, 16, at)
    if (bytesRead < 8) return null
    const short = head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    const body = short === 1 ? 16 : 8
    if (length < body || at + length > size) return null
    found.push({ type: head.toString('latin1', 4, 8), start: at, body: at + body, end: at + length })
  }
  return found
}

async function moovEdits(file: FileHandle, at: Box, size: number): Promise<Edit[] | null> {
  const bytes = Buffer.alloc(at.end - at.start)
  await file.read(bytes, 0, bytes.length, at.start)
  const movie = { body: at.body - at.start, end: bytes.length }
  const edits: Edit[] = []
  let pictures = 0
  for (const box of boxesIn(bytes, movie.body, movie.end)) {
    const kind = box.type === 'trak' ? handlerOf(bytes, box) : null
    if (kind === 'vide') pictures++
    if (kind === 'vide' || kind === 'soun') edits.push(...trackEdits(bytes, box, at.start))
    else if (box.type === 'trak') {
      const samples = sampleRanges(bytes, box, size)
      if (!samples) return null
      edits.push(...samples.map((range) => ({ ...range, text: null })), ...freed(box, at.start))
    } else if (!keptInMovie.includes(box.type)) edits.push(...freed(box, at.start))
  }
  return pictures > 0 ? edits : null
}

/** 'vide', 'soun', or another kind of track. */
function handlerOf(bytes: Buffer, track: Box): string {
  const media = findBox(bytes, track, 'mdia')
  const handler = media && findBox(bytes, media, 'hdlr')
  return handler ? bytes.toString('latin1', handler.body + 8, handler.body + 12) : 'none'
}

function trackEdits(bytes: Buffer, track: Box, shift: number): Edit[] {
  return [...boxesIn(bytes, track.body, track.end)].flatMap((box) =>
    keptInTrack.includes(box.type) ? tellingEdits(bytes, box, shift) : freed(box, shift),
  )
}

function tellingEdits(bytes: Buffer, box: Box, shift: number): Edit[] {
  if (telling.includes(box.type)) return freed(box, shift)
  if (!containers.includes(box.type)) return []
  return [...boxesIn(bytes, box.body, box.end)].flatMap((inner) => tellingEdits(bytes, inner, shift))
}

function freed(box: Box, shift: number): Edit[] {
  const [start, body, end] = [box.start + shift, box.body + shift, box.end + shift]
  return [
    { start: start + 4, end: start + 8, text: 'free' },
    { start: body, end, text: null },
  ]
}

/** Edits come sorted by their start; one that reaches into the next piece stays for it. */
async function* copyWithEdits(file: FileHandle, edits: readonly Edit[]): AsyncGenerator<Buffer> {
  try {
    let next = 0
    let open: Edit[] = []
    let at = 0
    for await (const piece of file.createReadStream({ highWaterMark: pieceSize, autoClose: false })) {
      const end = at + piece.length
      for (let edit = edits[next]; edit && edit.start < end; edit = edits[++next]) open.push(edit)
      for (const edit of open) apply(edit, piece, at)
      open = open.filter((edit) => edit.end > end)
      yield piece
      at = end
    }
  } finally {
    await file.close()
  }
}

function apply({ start, end, text }: Edit, piece: Buffer, at: number): void {
  for (let n = Math.max(start, at); text !== null && n < Math.min(end, at + piece.length); n++) {
    piece[n - at] = text.charCodeAt(n - start)
  }
  if (text === null) piece.fill(0, Math.max(0, start - at), Math.max(0, Math.min(end - at, piece.length)))
}
