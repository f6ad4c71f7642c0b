import type { MediaItem } from '#contract/media/media-item.ts'
import type { DrawingRow, FileRow } from '../store/rows.ts'
import { pictureKey, plainKey } from './picture-key.ts'
import type { DevicePlace, PictureSource } from './read-picture.ts'

/** Where the pictures of a photo or video come from, the best first: this device, then the server. */
export interface MediumSources {
  /** For a list: the thumbnail, a video's still. */
  readonly small: readonly PictureSource[]
  /** For a whole screen and the report: the photo with what is drawn on it, a video's still. */
  readonly large: readonly PictureSource[]
  /** What is played or saved: the photo, or the video itself. */
  readonly whole: readonly PictureSource[]
  /** The photo without what is drawn on it. */
  readonly plain: readonly PictureSource[]
}

/** What is known of a survey's photos and videos; a draft is one. */
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
  // To be taken off: the photo as it was is shown already.
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
    // Better a small one than none.
    large: [...photo, place(known, 'pictures', key)],
    whole: photo,
    plain: [place(known, 'shown', plainKey(item.id, known.items)), ...unmarked],
  }
}

/** It waits to be sent. A copy that waits has the row of what it was copied from. */
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
