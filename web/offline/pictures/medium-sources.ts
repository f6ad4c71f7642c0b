import type { MediaItem } from '#contract/media/media-item.ts'
import type { DrawingRow, FileRow } from '../store/rows.ts'
import { pictureKey, plainKey } from './picture-key.ts'
import type { DevicePlace, PictureSource } from './read-picture.ts'

/** Sources for the pictures of a photo or video, best first: the device, then the server. */
export interface MediumSources {
  /** For lists: the thumbnail, or a video's still frame. */
  readonly small: readonly PictureSource[]
  /** For full screen and the report: the photo with its drawing, or a video's still frame. */
  readonly large: readonly PictureSource[]
  /** To play or save: the photo, or the video itself. */
  readonly whole: readonly PictureSource[]
  /** The photo without its drawing. */
  readonly plain: readonly PictureSource[]
}

/** Photos, videos and drawings of a survey. `Draft` implements it. */
export interface KnownMedia {
  readonly account: string
  readonly items: ReadonlyMap<string, MediaItem>
  readonly files: ReadonlyMap<string, FileRow>
  readonly drawings: ReadonlyMap<string, DrawingRow>
}

export function mediumSources(known: KnownMedia, kind: 'photo' | 'video', id: string): MediumSources {
  const item = known.items.get(id)
  const own = item ? fromItem(known, kind, item) : fromFile(known, kind, id)
  const drawn = kind === 'photo' ? known.drawings.get(id) : undefined
  if (!drawn) return own
  if (drawn.shapes) {
    const marked = [place(known, 'blobs', drawn.entry)]
    const small = drawn.thumbnail ? [drawn.thumbnail] : marked
    return { small, large: [...marked, ...small], whole: marked, plain: own.plain }
  }
  // An unsent removal: show the undrawn photo already.
  const small = item ? [place(known, 'pictures', plainKey(id, known.items)), ...own.plain] : own.small
  return { small, large: own.plain, whole: own.plain, plain: own.plain }
}

function fromItem(known: KnownMedia, kind: 'photo' | 'video', item: MediaItem): MediumSources {
  const key = pictureKey(item, known.items)
  const thumbnail = addresses(item.thumbnail_url ?? (kind === 'photo' ? item.url : null))
  const small = [place(known, 'pictures', key), ...thumbnail]
  const whole = addresses(item.url)
  if (kind === 'video') return { small, large: small, whole, plain: [] }
  const photo = [place(known, 'shown', key), ...whole]
  const unmarked = addresses(item.drawing?.unmarked_url ?? item.url)
  return {
    small,
    // Fall back to the thumbnail.
    large: [...photo, place(known, 'pictures', key)],
    whole: photo,
    plain: [place(known, 'shown', plainKey(item.id, known.items)), ...unmarked],
  }
}

/** Sources of an unsent file. An unsent copy has the row of its original. */
function fromFile(known: KnownMedia, kind: 'photo' | 'video', id: string): MediumSources {
  const file = known.files.get(id)
  if (!file) return { small: [], large: [], whole: [], plain: [] }
  const whole = [place(known, 'blobs', file.id)]
  const still = kind === 'video' ? file.poster : file.thumbnail
  const small = still ? [still] : []
  return { small, large: kind === 'video' ? small : [...whole, ...small], whole, plain: whole }
}

function place({ account }: KnownMedia, store: DevicePlace['store'], id: string): DevicePlace {
  return { account, store, id }
}

function addresses(address: string | null): readonly string[] {
  return address ? [address] : []
}
