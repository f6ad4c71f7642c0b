import type { MediaItem } from '#contract/media/media-item.ts'
import type { DrawablePhoto } from '#web/features/photo-drawing/use-drawing.tsx'
import type { DrawingRow } from '#web/offline/store/rows.ts'
import type { FieldFile } from './shown-media.ts'

/** The data for drawing on a photo. An unsent drawing on this device takes precedence over the server's. */
export function drawablePhoto(
  { target, name, sources }: Pick<FieldFile, 'target' | 'name' | 'sources'>,
  item: MediaItem | undefined,
  drawn: DrawingRow | undefined,
): DrawablePhoto {
  return {
    id: target.id,
    upload: target.upload,
    name,
    sources: sources.plain,
    shapes: drawn ? (drawn.shapes ?? []) : (item?.drawing?.shapes ?? []),
    turn: (drawn ? drawn.turn : item?.drawing?.turn) ?? 0,
    drawnAt: drawn?.drawnAt ?? item?.drawing?.drawn_at ?? null,
    onServer: Boolean(item?.drawing),
  }
}
