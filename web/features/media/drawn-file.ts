import type { MediaItem } from '#contract/media-item.ts'
import type { DrawablePhoto } from '#web/features/photo-drawing/use-drawing.tsx'
import type { DrawingRow } from '#web/offline/rows.ts'
import type { FieldFile } from './shown-media.ts'

export type PlainFile = Omit<FieldFile, 'drawing'>

/** A photo with what was drawn on it, as this device shows it: what waits here stands over what the server has. */
export function withDrawing(
  file: PlainFile,
  item: MediaItem | undefined,
  drawn: DrawingRow | undefined,
): FieldFile {
  if (file.kind !== 'photo') return { ...file, drawing: null }
  const unmarked = item?.drawing?.unmarked_url ?? item?.url
  const drawing: DrawablePhoto = {
    id: file.id,
    upload: file.target.upload,
    name: file.name,
    source: unmarked ? { address: unmarked } : { stored: file.bytesId },
    shapes: drawn ? (drawn.shapes ?? []) : (item?.drawing?.shapes ?? []),
    drawnAt: drawn?.drawnAt ?? item?.drawing?.drawn_at ?? null,
    onServer: Boolean(item?.drawing),
  }
  if (!drawn) return { ...file, drawing }
  if (drawn.shapes) return { ...file, drawing, local: drawn.thumbnail, waits: true, bytesId: drawn.entry }
  // Taken off: the photo as it was is shown in its place.
  return { ...file, drawing, waits: true, ...(unmarked && { url: unmarked, thumbnail_url: unmarked }) }
}
