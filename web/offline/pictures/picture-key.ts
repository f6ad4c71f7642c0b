import type { MediaItem } from '#contract/media/media-item.ts'

type Items = ReadonlyMap<string, MediaItem>

/**
 * Returns the id of the picture that a photo or video shows: the original's for a copy, a new one for each
 * drawing. So the bytes of an id never change, and removing a drawing leads back to the undrawn photo.
 */
export function pictureKey(item: MediaItem, items: Items): string {
  return drawnKey(plainKey(item.id, items), item.drawing?.drawn_at ?? null)
}

/** Returns the id of the picture without a drawing. */
export function plainKey(id: string, items: Items): string {
  const seen = new Set<string>()
  let root = id
  while (!seen.has(root)) {
    seen.add(root)
    root = items.get(root)?.copied_from ?? root
  }
  return root
}

export function drawnKey(plain: string, drawnAt: string | null): string {
  return drawnAt === null ? plain : `${plain} ${drawnAt}`
}

/** Returns all ids that these photos and videos show, with and without drawings. */
export function keysInUse(items: Items): ReadonlySet<string> {
  return new Set([...items.values()].flatMap((item) => [plainKey(item.id, items), pictureKey(item, items)]))
}
