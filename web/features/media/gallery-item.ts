import { t } from '#web/lib/language/translate.ts'
import type { MediumSources } from '#web/offline/pictures/medium-sources.ts'

/** Data to display a photo or video, for guests and members. */
export interface GalleryItem {
  readonly id: string
  /** Number within the whole report, as in the PDF and zip. Absent: position within its field. */
  readonly number?: number | undefined
  /** True while the copy of a video for this user is being made. */
  readonly is_preparing?: boolean | undefined
  readonly filename: string
  readonly content_type: string
  readonly description: string
  /** null = there is no copy for this user. */
  readonly url: string | null
  readonly thumbnail_url: string | null
  readonly width: number | null
  readonly height: number | null
}

export interface ShownItem extends GalleryItem {
  /** Where to load its pictures from; absent = from its addresses only. */
  readonly sources?: MediumSources
  readonly kind: 'photo' | 'video'
  /** The description, or 'Photo 2' if there is none. */
  readonly name: string
}

/** Photos first, then videos, each with a display name. */
export function shownItems(
  photos: readonly GalleryItem[],
  videos: readonly GalleryItem[],
): readonly ShownItem[] {
  return [
    ...photos.map((item, index) => shown(item, 'photo', index)),
    ...videos.map((item, index) => shown(item, 'video', index)),
  ]
}

function shown(item: GalleryItem, kind: ShownItem['kind'], index: number): ShownItem {
  const numbered = { ...item, kind, number: item.number ?? index + 1 }
  return { ...numbered, name: item.description.trim() || numberedName(numbered) }
}

/** 'Photo 2', regardless of the description. */
export function numberedName({ kind, number = 0 }: Pick<ShownItem, 'kind' | 'number'>): string {
  return t(kind === 'photo' ? 'media.photoNumber' : 'media.videoNumber', { number })
}
