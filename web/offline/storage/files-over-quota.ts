import { storageEstimate } from '#web/lib/files/storage-facts.ts'
import { freeOldest } from '../pictures/free-pictures.ts'

/** Bytes to leave free for everything other than pictures. */
const left = 8 * 1024 * 1024

/**
 * Returns the files that don't fit, by the browser's own estimate. If the estimate is too high, the write
 * fails instead.
 */
export async function filesOverQuota<Item extends { readonly file: File }>(
  items: readonly Item[],
): Promise<ReadonlySet<Item>> {
  const { usage, quota } = await storageEstimate()
  const refused = new Set<Item>()
  if (usage === null || quota === null) return refused
  let free = quota - usage - left
  const short = items.reduce((sum, { file }) => sum + file.size, 0) - free
  // Free confirmed pictures to make room for unsent ones.
  if (short > 0) free += await freeOldest(short).catch(() => 0)
  for (const item of items) {
    if (item.file.size > free) refused.add(item)
    else free -= item.file.size
  }
  return refused
}
