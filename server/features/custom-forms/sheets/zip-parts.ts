import { type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { sheetLimits } from './limits.ts'

/** The file holds more than any form does. */
export class ContentTooLarge extends Error {}

/** Unpacks a part of a zip, piece by piece; rejects with whatever `take` throws. */
export type ReadPart = (take: (piece: Uint8Array) => void) => Promise<void>

/**
 * The parts of a zip by name, in lower case. Judges the whole directory before anything is unpacked, and stops a part
 * that turns out larger than the directory declared.
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

/** XML of an office shrinks to a tenth or a thirtieth. Small parts may be as regular as they like. */
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
  // Where the sink fails on a part's last piece, zip.js reports that the sink is closed, and not why.
  await entry.getData(sink).catch((error: unknown) => {
    throw failure ?? error
  })
}
