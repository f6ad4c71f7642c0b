import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { PictureUse, RenditionResult } from './rendition.ts'
import type { Pool } from './worker/pool.ts'
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
  const outcome = await pool.run({ ask: 'renditions', path, type, maxPixels, use })
  if (outcome.state !== 'done') {
    return { ok: false, reason: outcome.state, detail: 'The decoder did not come to an end' }
  }
  return outcome.value as RenditionResult
}
