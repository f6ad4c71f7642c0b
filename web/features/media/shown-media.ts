import type { MediaItem } from '#contract/media/media-item.ts'
import type { MediaRef } from '#survey/survey.ts'
import type { DrawablePhoto } from '#web/features/photo-drawing/use-drawing.tsx'
import { type KnownMedia, type MediumSources, mediumSources } from '#web/offline/pictures/medium-sources.ts'
import { shownSize } from '#web/offline/pictures/shown-size.ts'
import type { MediaTarget } from '#web/offline/record/record-media.ts'
import type { FileRow } from '#web/offline/store/rows.ts'
import { drawablePhoto } from './drawable-photo.ts'
import { type ShownItem, shownItems } from './gallery-item.ts'

/** A photo or video of a field, on the server or still on this device. */
export interface FieldFile extends ShownItem {
  readonly target: MediaTarget
  readonly sources: MediumSources
  /** Whether the file or its drawing is unsent. */
  readonly waits: boolean
  /** Data for drawing on it; null for videos. */
  readonly drawing: DrawablePhoto | null
}

/**
 * Combines an answer's media from server and device. `numbers`: position of each in the whole report, in the order of
 * `media`.
 */
export function fieldFiles(
  media: readonly MediaRef[],
  known: KnownMedia,
  numbers: readonly number[] = [],
): readonly FieldFile[] {
  const { items, files, drawings } = known
  const there = media.flatMap((ref, place) => {
    const item = items.get(ref.id)
    const file = files.get(ref.id)
    return item || file ? [{ ref, item, file, number: numbers[place] }] : []
  })
  const of = (kind: 'photo' | 'video') => there.filter(({ ref }) => ref.kind === kind)
  const plain = (kind: 'photo' | 'video') => of(kind).map(galleryItem)
  const shown = shownItems(plain('photo'), plain('video'))
  return [...of('photo'), ...of('video')].flatMap(({ ref, item, file }, index) => {
    const each = shown[index]
    if (!each) return []
    const { id, kind } = ref
    const drawn = drawings.get(id)
    const target = { kind, id, upload: item?.media_id ?? file?.upload ?? '' }
    const sources = mediumSources(known, kind, id)
    const drawing = kind === 'photo' ? drawablePhoto({ target, name: each.name, sources }, item, drawn) : null
    return [
      {
        ...each,
        ...(kind === 'photo' && shownSize(item, drawn)),
        target,
        sources,
        waits: !item || drawn !== undefined,
        drawing,
      },
    ]
  })
}

/** The number of uploads a field has used, including unsent ones. */
export function uploadsUsed(files: readonly { readonly target: MediaTarget }[]): number {
  return new Set(files.map(({ target }) => target.upload)).size
}

/** The same for an answer's files in the draft. */
export function uploadsOf(
  { items, files }: Pick<KnownMedia, 'items' | 'files'>,
  media: readonly MediaRef[],
): number {
  return new Set(media.map(({ id }) => items.get(id)?.media_id ?? files.get(id)?.upload ?? '')).size
}

function galleryItem({
  ref,
  item,
  file,
  number,
}: {
  ref: MediaRef
  item: MediaItem | undefined
  file: FileRow | undefined
  number: number | undefined
}) {
  const { description } = ref
  if (item) return { ...item, number, description }
  return {
    id: ref.id,
    number,
    filename: file?.name ?? '',
    content_type: '',
    description,
    url: '',
    thumbnail_url: null,
    width: null,
    height: null,
  }
}
