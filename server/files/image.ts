import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { PictureUse, RenditionResult, SizeResult } from './rendition.ts'
import type { Outcome, Pool } from './worker/pool.ts'
import type { Task } from './worker/tasks.ts'

/**
 * Proves by decoding that a file is the picture its content claims, and makes the copies that are shown.
 * Whatever the file does to the child that decodes it, the answer is a named refusal and the next file works.
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

/** What a child takes before it decodes anything. */
const standing = 100_000_000

/** HEIC is decoded as a whole, in several forms at once; the others mostly line by line. */
function memoryFor(type: PhotoType, pixels: number): number {
  return standing + pixels * (type === 'image/heic' ? 12 : 4)
}
