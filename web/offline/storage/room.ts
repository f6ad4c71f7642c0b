import { room } from '#web/lib/files/storage-facts.ts'
import { freeOldest } from '../pictures/free-pictures.ts'

/** What must be left for everything that is not a picture. */
const left = 8 * 1024 * 1024

/**
 * Of these files, in their order, those that the browser has no room for by its own account. Some say more than there
 * is; what then does not fit is refused by the write.
 */
export async function withoutRoom<Item extends { readonly file: File }>(
  items: readonly Item[],
): Promise<ReadonlySet<Item>> {
  const { usage, quota } = await room()
  const refused = new Set<Item>()
  if (usage === null || quota === null) return refused
  let free = quota - usage - left
  const short = items.reduce((sum, { file }) => sum + file.size, 0) - free
  // Pictures that the server has make room for those that it has not.
  if (short > 0) free += await freeOldest(short).catch(() => 0)
  for (const item of items) {
    if (item.file.size > free) refused.add(item)
    else free -= item.file.size
  }
  return refused
}
