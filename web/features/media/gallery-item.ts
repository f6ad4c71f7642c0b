import { t } from '#web/lib/language/translate.ts'
import type { MediumSources } from '#web/offline/pictures/medium-sources.ts'

/** What a photo or video needs to be shown; a guest's and an owner's both have it. */
export interface GalleryItem {
  readonly id: string
  /** In the whole report, as the PDF and the zip count. Absent: by its place in its field. */
  readonly number?: number | undefined
  /** The copy of a video that this reader may play is still being made. */
  readonly is_preparing?: boolean | undefined
  readonly filename: string
  readonly content_type: string
  readonly description: string
  /** Null = there is no copy that may be shown. */
  readonly url: string | null
  readonly thumbnail_url: string | null
  readonly width: number | null
  readonly height: number | null
}

export interface ShownItem extends GalleryItem {
  /** Where its pictures come from; absent = only from its addresses. */
  readonly sources?: MediumSources
  readonly kind: 'photo' | 'video'
  /** The description, or 'Photo 2' where there is none. */
  readonly name: string
}

/** Photos first, then videos, each with a name to call it by. */
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

/** 'Photo 2', whatever its description. */
export function numberedName({ kind, number = 0 }: Pick<ShownItem, 'kind' | 'number'>): string {
  return t(kind === 'photo' ? 'media.photoNumber' : 'media.videoNumber', { number })
}
