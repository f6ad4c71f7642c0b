import { addOnce, mayHaveLeft, newEntry } from '../operations/entries.ts'
import { isCopy } from '../operations/media-reference.ts'
import { describedIn } from '../operations/registry.ts'
import { isNeededByCopy, removeUnsentCopy } from '../operations/unsent-copies.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import { suspendCount } from '../store/page-lifecycle.ts'
import type { Bytes, FileRow, MediaPlaceOnDevice } from '../store/rows.ts'
import { dropWaitingDrawing } from './record-drawing.ts'

export interface PickedFile extends Pick<FileRow, 'id' | 'kind' | 'name' | 'stage' | 'thumbnail' | 'poster'> {
  readonly data: Bytes
  readonly description?: string
}

/** A photo or video and its upload, by their server ids. */
export interface MediaTarget {
  readonly kind: 'photo' | 'video'
  readonly id: string
  readonly upload: string
}

/** Stores an upload, its files, their bytes and its entry in one transaction. */
export async function recordUpload(
  account: string,
  place: MediaPlaceOnDevice,
  upload: string,
  picked: readonly PickedFile[],
): Promise<void> {
  const { files, blobs, entry } = uploadRows(account, place, upload, picked)
  await onDeviceIfRoom(() =>
    db.transaction('rw', [db.files, db.blobs, db.outbox], async () => {
      // Already stored by an attempt that only lost its confirmation.
      if ((await db.outbox.where({ id: upload }).count()) > 0) return
      await db.files.bulkAdd(files)
      await db.blobs.bulkAdd(blobs)
      await db.outbox.add(entry)
    }),
  )
}

/** Returns the rows of an upload: files, bytes and entry. */
export function uploadRows(
  account: string,
  place: MediaPlaceOnDevice,
  upload: string,
  picked: readonly PickedFile[],
) {
  const at = new Date().toISOString()
  const own = { account, ...place }
  const files = picked.map(
    ({ data, ...file }): FileRow => ({
      ...own,
      description: '',
      ...file,
      upload,
      size: data.bytes.byteLength,
      addedAt: at,
    }),
  )
  const blobs = picked.map(({ id, data }) => ({ account, survey: place.survey, id, ...data }))
  const entry = newEntry(account, { ...place, endpoint: 'media.upload', input: null, id: upload })
  return { files, blobs, entry }
}

/** Adds thumbnail and poster to a stored file that lacks them. */
export async function recordPictures(
  account: string,
  id: string,
  pictures: Pick<FileRow, 'thumbnail' | 'poster'>,
): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', [db.files], async () => {
      const known = await db.files.get([account, id])
      if (!known) return
      const { thumbnail, poster } = known
      const kept = { thumbnail: thumbnail ?? pictures.thumbnail, poster: poster ?? pictures.poster }
      await db.files.update([account, id], kept)
    }),
  )
}

/**
 * Removes a photo or video. An unsent one is deleted; otherwise the server is asked to delete it after the
 * upload. Returns the id of an upload to cancel, or null. A file that an unsent copy needs is sent first and
 * deleted after the copy.
 */
export async function recordRemoval(
  account: string,
  place: MediaPlaceOnDevice,
  target: MediaTarget,
): Promise<string | null> {
  return onDevice(() =>
    db.transaction('rw', [db.files, db.blobs, db.drawings, db.outbox], async () => {
      const entry = await db.outbox.where({ id: target.upload }).first()
      if (entry?.state !== 'parked' && (await isNeededByCopy(account, target.id))) {
        await db.outbox.add(removalEntry(account, place, target))
        return null
      }
      await dropWaitingDrawing(account, target.id)
      if (entry && isCopy(entry)) {
        if (!(await removeUnsentCopy(entry, target.id)))
          await db.outbox.add(removalEntry(account, place, target))
        return null
      }
      const sealed = entry !== undefined && entry.input !== null
      const files = await db.files.where({ upload: target.upload }).toArray()
      const alone = files.length <= 1
      // The server or another device may be completing the upload, so the deletion must follow it: upload
      // first.
      const called = files.some(({ id, arrived }) => id === target.id && arrived !== undefined)
      const stays = sealed && (called || entry.parcel !== undefined)
      if (entry && !stays && (alone || !sealed)) {
        await db.files.delete([account, target.id])
        await db.blobs.delete([account, target.id])
        if (alone) await db.outbox.delete(entry.seq ?? 0)
      }
      if (!entry || sealed || entry.parcel !== undefined)
        await db.outbox.add(removalEntry(account, place, target))
      return entry && sealed && alone && !stays ? entry.id : null
    }),
  )
}

/**
 * Stores a description on every input event: in the file until its upload is frozen, then in one entry that
 * is updated until it may have been sent.
 */
export async function recordDescription(
  account: string,
  place: MediaPlaceOnDevice,
  target: MediaTarget,
  description: string,
): Promise<void> {
  const input: PayloadOf<'media.describe'> = {
    body: { user_survey_media_id: target.upload, ...idOf(target), description },
  }
  const made = newEntry(account, { ...place, endpoint: 'media.describe', input })
  const before = suspendCount()
  await onDevice(() =>
    db.transaction('rw', [db.files, db.outbox], async () => {
      // The page was left before the commit, and the next page has stored a newer description.
      const same = (row: OutboxRow) => describedIn(row) === target.id
      const rows = suspendCount() === before ? [] : await db.outbox.where({ account }).and(same).toArray()
      if (rows.some(({ madeAt }) => madeAt > made.madeAt)) return
      const entry = await db.outbox.where({ id: target.upload }).first()
      await db.files.update([account, target.id], { description })
      if (entry && entry.input === null) return
      const waiting = await waitingDescription(account, target.id)
      if (waiting) await db.outbox.update(waiting.seq ?? 0, { input, madeAt: made.madeAt })
      else await addOnce(made)
    }),
  )
}

/**
 * Returns the unsent description entry of this photo or video, if any. Call inside a transaction over the
 * outbox.
 */
async function waitingDescription(account: string, media: string): Promise<OutboxRow | undefined> {
  const rows = await db.outbox.where({ account }).toArray()
  return rows.findLast((row) => describedIn(row) === media && !mayHaveLeft(row))
}

function removalEntry(account: string, place: MediaPlaceOnDevice, target: MediaTarget) {
  const input: PayloadOf<'media.delete'> = {
    query: { user_survey_media_id: target.upload, ...idOf(target) },
  }
  return newEntry(account, { ...place, endpoint: 'media.delete', input })
}

function idOf({ kind, id }: MediaTarget): { photo_id: string } | { video_id: string } {
  return kind === 'photo' ? { photo_id: id } : { video_id: id }
}
