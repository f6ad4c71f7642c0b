import type { MediaItem } from '#contract/media/media-item.ts'
import type { DrawingRow } from '../store/rows.ts'

/** The size of what is shown of a photo: the server tells that of what it has, and what waits here may lie across it. */
export function shownSize(
  item: Pick<MediaItem, 'width' | 'height' | 'drawing'> | undefined,
  waiting: Pick<DrawingRow, 'turn'> | undefined,
): { readonly width: number | null; readonly height: number | null } {
  const { width = null, height = null, drawing } = item ?? {}
  const across = waiting && ((waiting.turn ?? 0) - (drawing?.turn ?? 0)) % 180 !== 0
  return across ? { width: height, height: width } : { width, height }
}
