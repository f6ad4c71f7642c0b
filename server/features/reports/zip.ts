import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  centralHeader,
  centralHeaderSize,
  endRecords,
  type Headed,
  localHeader,
  localHeaderSize,
  safeName,
} from './zip/format.ts'

export interface ByteSpan {
  readonly start: number
  /** Included. */
  readonly end: number
}

/** A file of the zip. Size and CRC-32 are known since its upload, so nothing is read to plan. */
export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string
  readonly size: number
  readonly crc32: number
  readonly modified: Date
  read(range?: ByteSpan): Promise<Readable>
}

export interface ZipPlan {
  /** Exact, before a byte is read. */
  readonly size: number
  /** Strong, ready for the header: equal for equal content. */
  readonly etag: string
  /** The whole, or a range of it, reading no more of the entries than the range touches. */
  read(range?: ByteSpan): Readable
}

/** A part of the zip whose place is known before its bytes are made: our own bytes, or a stored file's. */
type Part = { readonly start: number; readonly size: number } & (
  | { readonly make: () => Buffer }
  | { readonly entry: ZipEntry }
)

/** Headers are made this many at a time, so that 70,000 entries do not lie in memory as one piece. */
const centralBatch = 500
/** Small pieces are gathered to this size: a write for each header would cost more than the copy. */
const gathered = 64 * 1024
/** So much is read before the reader asks for it. */
const sentAhead = 1024 * 1024

/**
 * Lays out a zip of stored (uncompressed) entries: photos and videos are compressed already. Their times are written by
 * the clock of `timeZone`; null is UTC.
 */
export function planZip(entries: readonly ZipEntry[], timeZone: string | null = null): ZipPlan {
  const names = new Set<string>()
  const headed: Headed[] = []
  const parts: Part[] = []
  let at = 0
  const place = (part: Part) => {
    if (part.size > 0) parts.push(part)
    at += part.size
  }
  for (const entry of entries) {
    if (names.has(entry.name) || !safeName(entry.name)) throw new Error(`Not a name for a zip: ${entry.name}`)
    names.add(entry.name)
    const head: Headed = { ...entry, offset: at, timeZone }
    headed.push(head)
    place({ start: at, size: localHeaderSize(head), make: () => localHeader(head) })
    place({ start: at, size: entry.size, entry })
  }
  const centralAt = at
  for (let n = 0; n < headed.length; n += centralBatch) {
    const batch = headed.slice(n, n + centralBatch)
    const size = batch.reduce((sum, head) => sum + centralHeaderSize(head), 0)
    place({ start: at, size, make: () => Buffer.concat(batch.map(centralHeader)) })
  }
  const end = endRecords(headed.length, centralAt, at - centralAt)
  place({ start: at, size: end.length, make: () => end })
  return { size: at, etag: etagOf(entries, timeZone), read: (range) => readParts(parts, at, range) }
}

function readParts(parts: readonly Part[], size: number, range?: ByteSpan): Readable {
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (!(start >= 0 && start <= end && end < size))
    throw new RangeError(`No bytes ${start} to ${end} of ${size}`)
  return Readable.from(bytesOf(parts, start, end), { objectMode: false, highWaterMark: sentAhead })
}

async function* bytesOf(parts: readonly Part[], start: number, end: number): AsyncGenerator<Buffer> {
  let small: Buffer[] = []
  let held = 0
  const ahead = openAhead(parts, start, end)
  try {
    for (let n = partAt(parts, start); ; n++) {
      const part = parts[n]
      if (!part || part.start > end) break
      const { from, to } = within(part, start, end)
      const pieces =
        'make' in part
          ? [part.make().subarray(from, to + 1)]
          : stored(part.entry, to - from + 1, await ahead.take(n))
      for await (const piece of pieces) {
        const isSmall = piece.length < gathered
        if (held > 0 && (!isSmall || held + piece.length > gathered)) {
          yield Buffer.concat(small)
          small = []
          held = 0
        }
        if (isSmall) {
          small.push(piece)
          held += piece.length
        } else yield piece
      }
    }
    if (held > 0) yield Buffer.concat(small)
  } finally {
    ahead.close()
  }
}

/** While a file is on its way the next one is opened and its beginning read: the disk need not be waited for. */
function openAhead(parts: readonly Part[], start: number, end: number) {
  const opened = new Map<number, Promise<Readable>>()

  function open(n: number): Promise<Readable> | null {
    const part = parts[n]
    if (!part || !('entry' in part) || part.start > end) return null
    const known = opened.get(n) ?? begin(part.entry, within(part, start, end))
    opened.set(n, known)
    return known
  }

  return {
    async take(n: number): Promise<Readable> {
      const stream = open(n)
      // Between two files there is a header, two where a file is empty.
      void (open(n + 2) ?? open(n + 3))?.catch(() => {})
      opened.delete(n)
      if (!stream) throw new Error('There is no file here')
      return stream
    },
    close(): void {
      for (const stream of opened.values()) void stream.then((one) => one.destroy()).catch(() => {})
    },
  }
}

async function begin(entry: ZipEntry, { from, to }: { from: number; to: number }): Promise<Readable> {
  const whole = from === 0 && to === entry.size - 1
  const stream = await entry.read(whole ? undefined : { start: from, end: to })
  // Until its turn comes nobody listens; whoever reads it then is told.
  stream.on('error', () => {})
  stream.read(0)
  return stream
}

/** The bytes of a part that a range asks for, counted from the part's first. */
function within(part: Part, start: number, end: number): { from: number; to: number } {
  return { from: Math.max(0, start - part.start), to: Math.min(end - part.start, part.size - 1) }
}

/** A file that is shorter or longer than its row says must not end as a zip that looks whole. */
async function* stored({ name }: ZipEntry, size: number, stream: Readable): AsyncGenerator<Buffer> {
  let left = size
  for await (const piece of stream as AsyncIterable<Buffer>) {
    left -= piece.length
    if (left < 0) throw new Error(`More bytes than expected in ${name}`)
    yield piece
  }
  if (left > 0) throw new Error(`Fewer bytes than expected in ${name}`)
}

/** The part that holds a byte: the last that starts at or before it. */
function partAt(parts: readonly Part[], byte: number): number {
  let [low, high] = [0, parts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((parts[middle]?.start ?? 0) <= byte) low = middle
    else high = middle - 1
  }
  return low
}

function etagOf(entries: readonly ZipEntry[], timeZone: string | null): string {
  const hash = createHash('sha256').update(timeZone ?? '')
  for (const { name, size, crc32, modified } of entries) {
    hash.update(JSON.stringify([name, size, crc32, modified.getTime()]))
  }
  return `"${hash.digest('base64url').slice(0, 27)}"`
}
