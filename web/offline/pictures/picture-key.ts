import type { MediaItem } from '#contract/media/media-item.ts'

type Items = ReadonlyMap<string, MediaItem>

/**
 * The id of the picture that a photo or video shows. A copy shows what it was copied from; a photo that was drawn on
 * shows another picture with each drawing. So the bytes of an id never change, and undrawing leads back to the plain.
 */
export function pictureKey(item: MediaItem, items: Items): string {
  return drawnKey(plainKey(item.id, items), item.drawing?.drawn_at ?? null)
}

/** The id of the picture without any drawing. */
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

/** Every id that these photos and videos show, or would show without their drawings. */
export function keysInUse(items: Items): ReadonlySet<string> {
  return new Set([...items.values()].flatMap((item) => [plainKey(item.id, items), pictureKey(item, items)]))
}
