import { type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { sheetLimits } from './limits.ts'

/** The file has more content than any form. */
export class ContentTooLarge extends Error {}

/** Unpacks a part of a zip in pieces; rejects with the error that `take` throws. */
export type ReadPart = (take: (piece: Uint8Array) => void) => Promise<void>

/**
 * Returns the parts of a zip by lower-case name. Checks the whole directory before unpacking, and stops a
 * part that exceeds its declared size.
 */
export async function zipParts(bytes: Uint8Array): Promise<ReadonlyMap<string, ReadPart>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), {
    useWebWorkers: false,
    checkOverlappingEntry: true,
  })
  const parts = new Map<string, ReadPart>()
  let [entries, unpacked] = [0, 0]
  for await (const entry of reader.getEntriesGenerator()) {
    entries += 1
    unpacked += entry.uncompressedSize
    if (entries > sheetLimits.parts || unpacked > sheetLimits.unpackedBytes || isBomb(entry))
      throw new ContentTooLarge()
    if (entry.directory || entry.encrypted) continue
    parts.set(entry.filename.replaceAll('\\', '/').toLowerCase(), (take) => unpack(entry, take))
  }
  return parts
}

/** Office XML compresses to a tenth or a thirtieth. Small parts may compress further. */
function isBomb({
  compressedSize,
  uncompressedSize,
}: Pick<FileEntry, 'compressedSize' | 'uncompressedSize'>) {
  return (
    uncompressedSize > sheetLimits.smallPart && uncompressedSize > compressedSize * sheetLimits.compression
  )
}

async function unpack(entry: FileEntry, take: (piece: Uint8Array) => void): Promise<void> {
  let left = entry.uncompressedSize
  let failure: unknown = null
  const sink = new WritableStream<Uint8Array>({
    write(piece) {
      try {
        left -= piece.byteLength
        if (left < 0) throw new ContentTooLarge()
        take(piece)
      } catch (error) {
        failure = error
        throw error
      }
    },
  })
  // If the sink fails on the last piece, zip.js reports only a closed sink.
  await entry.getData(sink).catch((error: unknown) => {
    throw failure ?? error
  })
}
