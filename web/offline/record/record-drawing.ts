import type { Shape, Turn } from '#contract/media/drawing.ts'
import { waitsToBeCopied } from '../operations/copy-entry.ts'
import { mayHaveLeft, newEntry } from '../operations/entries.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { PayloadOf } from '../store/outbox-rows.ts'
import { suspendCount } from '../store/page-lifecycle.ts'
import type { Bytes, MediaPlaceOnDevice } from '../store/rows.ts'

/** A photo as far as drawing on it goes. */
export interface DrawnPhoto {
  readonly id: string
  readonly upload: string
  /** When what the person saw was drawn; null = nothing was. */
  readonly drawnAt: string | null
}

export interface NewDrawing {
  readonly shapes: readonly Shape[]
  /** How far the photo is turned. */
  readonly turn?: Turn
  /** The marked picture as it will be sent. */
  readonly picture: Bytes
  readonly thumbnail: Bytes
}

const stores = () => [db.drawings, db.blobs, db.outbox]

/** The drawing, its picture and what will send it, together or not at all. One that waits is replaced. */
export async function recordDrawing(
  account: string,
  place: MediaPlaceOnDevice,
  photo: DrawnPhoto,
  { shapes, turn = 0, picture, thumbnail }: NewDrawing,
): Promise<void> {
  const { survey } = place
  const made = { at: Date.now(), times: suspendCount() }
  await onDeviceIfRoom(() =>
    db.transaction('rw', stores(), async () => {
      if (await wasDrawnSince(account, photo, made)) return
      const waiting = await dropWaitingDrawing(account, photo.id)
      const drawnAt = laterThan(made.at, photo.drawnAt, waiting?.drawnAt)
      const input: PayloadOf<'media.draw'> = {
        body: {
          ...nameOf(photo),
          shapes: JSON.stringify(shapes),
          ...(turn !== 0 && { turn: `${turn}` }),
          drawn_at: drawnAt,
        },
      }
      const entry = newEntry(account, { ...place, endpoint: 'media.draw', input })
      await db.outbox.add(entry)
      await db.blobs.add({ account, survey, id: entry.id, ...picture })
      const row = { shapes, ...(turn !== 0 && { turn }), drawnAt, thumbnail }
      await db.drawings.put({ account, survey, id: photo.id, entry: entry.id, ...row })
    }),
  )
}

/** Takes a drawing off. Where the server never had it, it simply goes. */
export async function recordUndrawing(
  account: string,
  place: MediaPlaceOnDevice,
  photo: DrawnPhoto & { readonly onServer: boolean },
): Promise<void> {
  const { survey } = place
  const made = { at: Date.now(), times: suspendCount() }
  await onDevice(() =>
    db.transaction('rw', stores(), async () => {
      if (await wasDrawnSince(account, photo, made)) return
      const waiting = await dropWaitingDrawing(account, photo.id)
      if (!photo.onServer && !waiting?.mayBeThere) return
      const drawnAt = laterThan(made.at, photo.drawnAt, waiting?.drawnAt)
      const input: PayloadOf<'media.undraw'> = { query: { ...nameOf(photo), drawn_at: drawnAt } }
      const entry = newEntry(account, { ...place, endpoint: 'media.undraw', input })
      await db.outbox.add(entry)
      const taken = { shapes: null, thumbnail: null, drawnAt }
      await db.drawings.put({ account, survey, id: photo.id, entry: entry.id, ...taken })
    }),
  )
}

/** Inside such a transaction: the page was left before it was kept, and the next one drew on the same photo. */
async function wasDrawnSince(
  account: string,
  photo: DrawnPhoto,
  made: { readonly at: number; readonly times: number },
): Promise<boolean> {
  if (suspendCount() === made.times) return false
  const known = await db.drawings.get([account, photo.id])
  return known !== undefined && known.drawnAt !== photo.drawnAt && Date.parse(known.drawnAt) > made.at
}

interface Dropped {
  readonly drawnAt: string
  /** It was on its way at least once. */
  readonly mayBeThere: boolean
}

/**
 * Inside a transaction over drawings, blobs and outbox: what waits of a photo's drawing goes. What is being sent at
 * this moment, or what a copy of the photo is to bear, keeps its bytes and is followed by whatever comes next.
 */
export async function dropWaitingDrawing(account: string, photo: string): Promise<Dropped | null> {
  const known = await db.drawings.get([account, photo])
  if (!known) return null
  await db.drawings.delete([account, photo])
  const entry = await db.outbox.where({ id: known.entry }).first()
  if (!entry) return { drawnAt: known.drawnAt, mayBeThere: true }
  const goes = entry.state !== 'parked' && (await waitsToBeCopied(account, photo))
  if (!goes && entry.state !== 'sending') {
    await db.outbox.delete(entry.seq ?? 0)
    await db.blobs.delete([account, entry.id])
  }
  return { drawnAt: known.drawnAt, mayBeThere: goes || mayHaveLeft(entry) }
}

function nameOf({ id, upload }: DrawnPhoto) {
  return { user_survey_media_id: upload, photo_id: id }
}

/** The later drawing stands on the server; a clock that is behind must not make this one the earlier. */
export function laterThan(made: number, ...moments: readonly (string | null | undefined)[]): string {
  const known = moments.flatMap((moment) => (moment ? [Date.parse(moment) + 1] : []))
  return new Date(Math.max(made, ...known)).toISOString()
}
