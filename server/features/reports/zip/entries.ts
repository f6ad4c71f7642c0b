import { crc32 } from 'node:zlib'
import type { OpenFile } from '#server/files/store.ts'
import type { ZipEntry } from '../zip.ts'
import { manifestName, zipManifest } from './manifest.ts'
import { type ZipFigure, zipPaths } from './paths.ts'

/** A stored photo or video and its place in the zip. */
export interface ZipFile extends ZipFigure {
  readonly size: number
  readonly crc32: number
  readonly sha256: string
  /** Capture time according to the camera. */
  readonly takenAt: Date | null
  /** Upload time. */
  readonly storedAt: Date
  open(): Promise<OpenFile>
}

/** Returns the zip's entries: the list of files, then the files in the report's order. */
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
    open: async () => ({
      size: bytes.length,
      read: async (into, at) => bytes.copy(into, 0, at),
      close: async () => {},
    }),
  }
}
