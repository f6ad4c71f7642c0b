import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { FilledStream, type Filling } from '#server/files/filled.ts'
import type { OpenFile } from '#server/files/store.ts'
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
  open(): Promise<OpenFile>
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
  return new FilledStream(fillFrom(parts, start, end))
}

/** Headers and files one behind the other into the same buffer: a write for each header would cost more than the copy. */
function fillFrom(parts: readonly Part[], start: number, end: number): Filling {
  const files = openAhead(parts, end)
  let n = partAt(parts, start)
  let at = start
  /** Our own bytes, of the part that is being sent. */
  let made: Buffer | null = null

  async function piece(part: Part, into: Buffer): Promise<number> {
    const from = at - part.start
    if ('make' in part) {
      made ??= part.make()
      return made.copy(into, 0, from)
    }
    const bytes = await (await files.current(n)).read(into, from)
    if (bytes === 0) throw new Error(`Fewer bytes than expected in ${part.entry.name}`)
    return bytes
  }

  return {
    async fill(into) {
      let filled = 0
      while (filled < into.length && at <= end) {
        const part = parts[n]
        if (!part) break
        const partEnd = part.start + part.size
        const room = Math.min(into.length - filled, partEnd - at, end + 1 - at)
        const bytes = await piece(part, into.subarray(filled, filled + room))
        filled += bytes
        at += bytes
        if (at < partEnd) continue
        n += 1
        made = null
      }
      return filled
    },
    close: files.close,
  }
}

/** While a file is on its way the next one is opened: the disk need not be waited for. */
function openAhead(parts: readonly Part[], end: number) {
  const opened = new Map<number, Promise<OpenFile>>()
  let over = false

  function open(n: number): Promise<OpenFile> | null {
    const part = parts[n]
    if (over || !part || !('entry' in part) || part.start > end) return null
    const known = opened.get(n) ?? openWhole(part.entry)
    opened.set(n, known)
    return known
  }

  function close(n: number, file: Promise<OpenFile>): void {
    opened.delete(n)
    file.then((one) => one.close()).catch(() => {})
  }

  return {
    async current(n: number): Promise<OpenFile> {
      const known = opened.get(n)
      for (const [earlier, file] of opened) if (earlier < n) close(earlier, file)
      const file = known ?? open(n)
      if (!file) throw new Error('There is no file here')
      // Between two files there is a header, two where a file is empty.
      void (open(n + 2) ?? open(n + 3))?.catch(() => {})
      return file
    },
    close(): void {
      over = true
      for (const [n, file] of opened) close(n, file)
    },
  }
}

/** A file that is shorter or longer than its row says must not end as a zip that looks whole. */
async function openWhole({ name, size, open }: ZipEntry): Promise<OpenFile> {
  const file = await open()
  if (file.size === size) return file
  await file.close()
  throw new Error(`${file.size > size ? 'More' : 'Fewer'} bytes than expected in ${name}`)
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
