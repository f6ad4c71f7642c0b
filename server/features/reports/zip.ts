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

/** Lays out a zip of stored (uncompressed) entries: photos and videos are compressed already. */
export function planZip(entries: readonly ZipEntry[]): ZipPlan {
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
    const head: Headed = { ...entry, offset: at }
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
  return { size: at, etag: etagOf(entries), read: (range) => readParts(parts, at, range) }
}

function readParts(parts: readonly Part[], size: number, range?: ByteSpan): Readable {
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (!(start >= 0 && start <= end && end < size))
    throw new RangeError(`No bytes ${start} to ${end} of ${size}`)
  return Readable.from(bytesOf(parts, start, end), { objectMode: false, highWaterMark: 256 * 1024 })
}

async function* bytesOf(parts: readonly Part[], start: number, end: number): AsyncGenerator<Buffer> {
  let small: Buffer[] = []
  let held = 0
  for (let n = partAt(parts, start); ; n++) {
    const part = parts[n]
    if (!part || part.start > end) break
    const from = Math.max(0, start - part.start)
    const to = Math.min(end - part.start, part.size - 1)
    const pieces = 'make' in part ? [part.make().subarray(from, to + 1)] : stored(part.entry, from, to)
    for await (const piece of pieces) {
      small.push(piece)
      held += piece.length
      if (held < gathered) continue
      yield small.length === 1 ? piece : Buffer.concat(small)
      small = []
      held = 0
    }
  }
  if (held > 0) yield Buffer.concat(small)
}

/** A file that is shorter or longer than its row says must not end as a zip that looks whole. */
async function* stored(entry: ZipEntry, start: number, end: number): AsyncGenerator<Buffer> {
  const whole = start === 0 && end === entry.size - 1
  let left = end - start + 1
  for await (const piece of await entry.read(whole ? undefined : { start, end })) {
    left -= piece.length
    if (left < 0) throw new Error(`More bytes than expected in ${entry.name}`)
    yield piece
  }
  if (left > 0) throw new Error(`Fewer bytes than expected in ${entry.name}`)
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

function etagOf(entries: readonly ZipEntry[]): string {
  const hash = createHash('sha256')
  for (const { name, size, crc32, modified } of entries) {
    hash.update(JSON.stringify([name, size, crc32, modified.getTime()]))
  }
  return `"${hash.digest('base64url').slice(0, 27)}"`
}
