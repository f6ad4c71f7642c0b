import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { TextReader, ZipWriter } from '@zip.js/zip.js'
import type { DeflatedEntry } from './deflated-part.ts'

/** The number of the compression method in a zip. */
const deflated = 8

/** Writes a zip of short texts, followed by parts that are already compressed. */
export async function writeZip(
  out: Writable,
  texts: Readonly<Record<string, string>>,
  entries: readonly DeflatedEntry[],
): Promise<void> {
  const done = finished(out, { readable: false })
  // The calls of the zip writer throw the same failure.
  done.catch(() => {})
  const zip = new ZipWriter(Writable.toWeb(out), { useWebWorkers: false })
  for (const [name, text] of Object.entries(texts)) await zip.add(name, new TextReader(text))
  for (const { name, uncompressedSize, crc32, read } of entries)
    await zip.add(name, await read(), {
      passThrough: true,
      compressionMethod: deflated,
      uncompressedSize,
      crc32,
    })
  await zip.close()
  await done
}
