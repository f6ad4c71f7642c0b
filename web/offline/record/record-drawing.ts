import type { Shape, Turn } from '#contract/media/drawing.ts'
import { mayHaveLeft, newEntry } from '../operations/entries.ts'
import { isNeededByCopy } from '../operations/unsent-copies.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { PayloadOf } from '../store/outbox-rows.ts'
import { suspendCount } from '../store/page-lifecycle.ts'
import type { Bytes, MediaPlaceOnDevice } from '../store/rows.ts'

/** A photo to draw on. */
export interface DrawnPhoto {
  readonly id: string
  readonly upload: string
  /** Time of the drawing on the screen; null = none. */
  readonly drawnAt: string | null
}

export interface NewDrawing {
  readonly shapes: readonly Shape[]
  /** Rotation of the photo. */
  readonly turn?: Turn
  /** The marked picture, as it will be sent. */
  readonly picture: Bytes
  readonly thumbnail: Bytes
}

const stores = () => [db.drawings, db.blobs, db.outbox]

/** Stores a drawing, its picture and its entry in one transaction. Replaces an unsent drawing. */
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

/** Removes a drawing. Nothing is sent if the server never had it. */
export async function recordDrawingRemoval(
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

/**
 * Whether the page was left before the commit, and the next page has drawn on the same photo since. Call
 * inside such a transaction.
 */
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
  /** It was sent at least once. */
  readonly mayBeThere: boolean
}

/**
 * Deletes a photo's unsent drawing. An entry that is being sent, or that a copy of the photo needs, keeps its
 * bytes, and the next entry follows it. Call inside a transaction over drawings, blobs and outbox.
 */
export async function dropWaitingDrawing(account: string, photo: string): Promise<Dropped | null> {
  const known = await db.drawings.get([account, photo])
  if (!known) return null
  await db.drawings.delete([account, photo])
  const entry = await db.outbox.where({ id: known.entry }).first()
  if (!entry) return { drawnAt: known.drawnAt, mayBeThere: true }
  const goes = entry.state !== 'parked' && (await isNeededByCopy(account, photo))
  if (!goes && entry.state !== 'sending') {
    await db.outbox.delete(entry.seq ?? 0)
    await db.blobs.delete([account, entry.id])
  }
  return { drawnAt: known.drawnAt, mayBeThere: goes || mayHaveLeft(entry) }
}

function nameOf({ id, upload }: DrawnPhoto) {
  return { user_survey_media_id: upload, photo_id: id }
}

/**
 * Returns a time after all of these, because the server keeps the later drawing and the clock may be slow.
 */
export function laterThan(made: number, ...moments: readonly (string | null | undefined)[]): string {
  const known = moments.flatMap((moment) => (moment ? [Date.parse(moment) + 1] : []))
  return new Date(Math.max(made, ...known)).toISOString()
}
