import { open } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import type { FileStore } from './store.ts'

/**
 * All of a stream on the disk, then from there: its length is known, and whoever reads it slowly holds nothing but a
 * file. That goes with its reader, and at the latest with the next start.
 */
export async function spool(
  files: FileStore,
  source: Readable,
  { limit, ended }: { readonly limit: number; readonly ended: AbortSignal },
): Promise<{ readonly size: number; readonly stream: Readable }> {
  const temp = await files.receive(addAbortSignal(ended, source), limit)
  const handle = await open(temp.path, 'r').catch(async (failure: unknown) => {
    await files.drop(temp)
    throw failure
  })
  const stream = handle.createReadStream()
  stream.once('close', () => void files.drop(temp).catch(() => undefined))
  // Between the last byte on the disk and the first to the reader, the reader may have gone.
  if (ended.aborted) stream.destroy()
  else ended.addEventListener('abort', () => stream.destroy(), { once: true })
  return { size: temp.size, stream }
}
