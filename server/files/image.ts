import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { PictureUse, RenditionResult, SizeResult } from './rendition.ts'
import type { Outcome, Pool } from './worker/pool.ts'
import type { Task } from './worker/tasks.ts'

/**
 * Decodes a file to verify that it is the picture its content claims, and makes the copies for display. If
 * the file crashes the child process, the result is a named rejection, and the next file works.
 */
export async function makeRenditions(
  pool: Pool<Task>,
  path: string,
  type: PhotoType,
  { use = 'photo', maxPixels = 120_000_000 }: { use?: PictureUse; maxPixels?: number } = {},
): Promise<RenditionResult> {
  const looked = await pool.run({ ask: 'picture-size', path, type, maxPixels })
  const size = looked.state === 'done' ? (looked.value as SizeResult) : broken(looked.state)
  if (!size.ok) return size
  const outcome = await pool.run(
    { ask: 'renditions', path, type, maxPixels, use },
    memoryFor(type, size.pixels),
  )
  return outcome.state === 'done' ? (outcome.value as RenditionResult) : broken(outcome.state)
}

function broken(reason: Exclude<Outcome['state'], 'done'>) {
  return { ok: false, reason, detail: 'The decoder did not come to an end' } as const
}

/** Memory of a child before it decodes anything, in bytes. */
const baseMemory = 100_000_000

/**
 * Estimated memory in bytes. HEIC is decoded as a whole, in several forms at once; the others mostly line by
 * line.
 */
function memoryFor(type: PhotoType, pixels: number): number {
  return baseMemory + pixels * (type === 'image/heic' ? 12 : 4)
}
