import { BlobReader, BlobWriter, Uint8ArrayReader, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { sheetLimits } from './limits.ts'

/** It unpacks to more than any form does, or has more parts. */
export class TooMuchInside extends Error {}

/**
 * The same zip with nothing packed in it, so that whoever reads it next cannot be made to unpack without end: what a
 * zip says of its own size is not believed, the bytes are counted as they come.
 */
export async function unpackZip(bytes: Uint8Array): Promise<Uint8Array> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false })
  const writer = new ZipWriter(new BlobWriter(), {
    level: 0,
    useWebWorkers: false,
    // The plainest of zips: not every reader knows sizes that come behind the bytes.
    dataDescriptor: false,
    extendedTimestamp: false,
  })
  let [parts, left] = [0, sheetLimits.unpackedBytes]
  for await (const entry of reader.getEntriesGenerator()) {
    parts += 1
    if (parts > sheetLimits.parts) throw new TooMuchInside()
    if (entry.directory || entry.encrypted) continue
    const pieces: Uint8Array<ArrayBuffer>[] = []
    await entry.getData(
      new WritableStream<Uint8Array>({
        write(piece) {
          left -= piece.byteLength
          if (left < 0) throw new TooMuchInside()
          pieces.push(Uint8Array.from(piece))
        },
      }),
    )
    await writer.add(entry.filename, new BlobReader(new Blob(pieces)))
  }
  const plain = await writer.close()
  return new Uint8Array(await plain.arrayBuffer())
}
