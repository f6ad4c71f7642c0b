import { describedIn, dropWaitingCopy, isCopy, waitsToBeCopied } from '../operations/copy-entry.ts'
import { addOnce, mayHaveLeft, newEntry } from '../operations/entries.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import { suspendCount } from '../store/page-lifecycle.ts'
import type { Bytes, FileRow, MediaPlaceOnDevice } from '../store/rows.ts'
import { dropWaitingDrawing } from './record-drawing.ts'

export interface PickedFile extends Pick<FileRow, 'id' | 'kind' | 'name' | 'stage' | 'thumbnail' | 'poster'> {
  readonly data: Bytes
  readonly description?: string
}

/** Which photo or video of which upload, as the server knows them. */
export interface MediaTarget {
  readonly kind: 'photo' | 'video'
  readonly id: string
  readonly upload: string
}

/** One upload: its files, their bytes and what will send them, together or not at all. */
export async function recordUpload(
  account: string,
  place: MediaPlaceOnDevice,
  upload: string,
  picked: readonly PickedFile[],
): Promise<void> {
  const { files, blobs, entry } = uploadRows(account, place, upload, picked)
  await onDeviceIfRoom(() =>
    db.transaction('rw', [db.files, db.blobs, db.outbox], async () => {
      // It is there: the store was closed in the moment of the commit.
      if ((await db.outbox.where({ id: upload }).count()) > 0) return
      await db.files.bulkAdd(files)
      await db.blobs.bulkAdd(blobs)
      await db.outbox.add(entry)
    }),
  )
}

/** The rows of an upload: its files, their bytes and what will send them. */
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

/** The small picture of a file that is on the device already, where nobody drew one meanwhile. */
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
 * Takes a photo or video away. What has not begun to leave simply goes; else the server is asked to delete it
 * behind the upload, and gives the id of an upload that need not go on. What a copy still waits for goes to the
 * server, to be deleted there behind the copy.
 */
export async function recordRemoval(
  account: string,
  place: MediaPlaceOnDevice,
  target: MediaTarget,
): Promise<string | null> {
  return onDevice(() =>
    db.transaction('rw', [db.files, db.blobs, db.drawings, db.outbox], async () => {
      const entry = await db.outbox.where({ id: target.upload }).first()
      if (entry?.state !== 'parked' && (await waitsToBeCopied(account, target.id))) {
        await db.outbox.add(removalEntry(account, place, target))
        return null
      }
      await dropWaitingDrawing(account, target.id)
      if (entry && isCopy(entry)) {
        if (!(await dropWaitingCopy(entry, target.id)))
          await db.outbox.add(removalEntry(account, place, target))
        return null
      }
      const sealed = entry !== undefined && entry.input !== null
      const files = await db.files.where({ upload: target.upload }).toArray()
      const alone = files.length <= 1
      // The call that makes the upload may be at the server, or another device may make it: the deletion has to come
      // behind that, so it is uploaded first.
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
 * Words about a photo or video, with each key: into the file while its upload is not made yet, else into the entry that
 * tells the server of them, which is one for as long as it cannot have left.
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
      // The page was left before it was kept, and the next one has described it, too.
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

/** Inside a transaction over the outbox: what waits to say the words about this photo or video, and cannot have left. */
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
