import type { MediaItem } from '#contract/media-item.ts'
import type { MediaRef } from '#survey/survey.ts'
import type { DrawablePhoto } from '#web/features/photo-drawing/use-drawing.tsx'
import type { MediaTarget } from '#web/offline/record-media.ts'
import type { Bytes, DrawingRow, FileRow } from '#web/offline/rows.ts'
import { withDrawing } from './drawn-file.ts'
import { type ShownItem, shownItems } from './gallery-item.ts'

/** One photo or video of a field, on the server or still on this device. */
export interface FieldFile extends ShownItem {
  readonly target: MediaTarget
  /** Small picture kept on the device; null = `thumbnail_url` is the one. */
  readonly local: Bytes | null
  readonly waits: boolean
  /** Under which id its bytes are on this device, if they are. */
  readonly bytesId: string
  readonly copiedFrom: string | null
  /** What it takes to draw on it; null = it is no photo. */
  readonly drawing: DrawablePhoto | null
}

export function fieldFiles(
  media: readonly MediaRef[],
  items: ReadonlyMap<string, MediaItem>,
  files: ReadonlyMap<string, FileRow>,
  drawings: ReadonlyMap<string, DrawingRow> = new Map(),
): readonly FieldFile[] {
  const known = media.flatMap((ref) => {
    const item = items.get(ref.id)
    const file = files.get(ref.id)
    if (!item && !file) return []
    return [{ ref, item, file }]
  })
  const of = (kind: 'photo' | 'video') => known.filter(({ ref }) => ref.kind === kind)
  const plain = (kind: 'photo' | 'video') => of(kind).map(galleryItem)
  const shown = shownItems(plain('photo'), plain('video'))
  return [...of('photo'), ...of('video')].flatMap(({ ref, item, file }, index) => {
    const each = shown[index]
    if (!each) return []
    const upload = item?.media_id ?? file?.upload ?? ''
    const local = item ? null : ((ref.kind === 'video' ? file?.poster : file?.thumbnail) ?? null)
    const plain = {
      ...each,
      target: { kind: ref.kind, id: ref.id, upload },
      local,
      waits: !item,
      bytesId: file?.id ?? ref.id,
      copiedFrom: ref.copiedFrom,
    }
    return [withDrawing(plain, item, drawings.get(ref.id))]
  })
}

/** Uploads that a field has used up: those on the server and those that wait here. */
export function uploadsUsed(files: readonly FieldFile[]): number {
  return new Set(files.map(({ target }) => target.upload)).size
}

function galleryItem({
  ref,
  item,
  file,
}: {
  ref: MediaRef
  item: MediaItem | undefined
  file: FileRow | undefined
}) {
  const { description } = ref
  if (item) return { ...item, description }
  return {
    id: ref.id,
    filename: file?.name ?? '',
    content_type: '',
    description,
    url: '',
    thumbnail_url: null,
    width: null,
    height: null,
  }
}
