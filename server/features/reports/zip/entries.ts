import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { ByteSpan, ZipEntry } from '../zip.ts'
import { manifestName, zipManifest } from './manifest.ts'
import { type ZipFigure, zipPaths } from './paths.ts'

/** A stored photo or video and where it belongs; `read` comes from the file store. */
export interface ZipFile extends ZipFigure {
  readonly size: number
  readonly crc32: number
  readonly sha256: string
  /** When the camera took it, as the camera says it. */
  readonly takenAt: Date | null
  /** When it was uploaded. */
  readonly storedAt: Date
  read(range?: ByteSpan): Promise<Readable>
}

/** The entries of a report's zip: the files in the order of the report, and the list of them at the front. */
export function zipEntries(
  files: readonly ZipFile[],
  { listed, timeZone }: { readonly listed: Date; readonly timeZone: string | null },
): ZipEntry[] {
  const paths = zipPaths(files)
  const rows = files.map((file, n) => ({ ...file, path: paths[n] ?? '' }))
  const list = bytesEntry(manifestName(), zipManifest(rows, timeZone), listed)
  return [list, ...rows.map(({ path, storedAt, ...file }) => ({ ...file, name: path, modified: storedAt }))]
}

export function bytesEntry(name: string, bytes: Buffer, modified: Date): ZipEntry {
  return {
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    modified,
    read: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}
