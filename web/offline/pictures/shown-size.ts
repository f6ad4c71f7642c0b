import type { MediaItem } from '#contract/media/media-item.ts'
import type { DrawingRow } from '../store/rows.ts'

/** Returns the displayed size of a photo. An unsent rotation may swap the server's width and height. */
export function shownSize(
  item: Pick<MediaItem, 'width' | 'height' | 'drawing'> | undefined,
  waiting: Pick<DrawingRow, 'turn'> | undefined,
): { readonly width: number | null; readonly height: number | null } {
  const { width = null, height = null, drawing } = item ?? {}
  const across = waiting && ((waiting.turn ?? 0) - (drawing?.turn ?? 0)) % 180 !== 0
  return across ? { width: height, height: width } : { width, height }
}
