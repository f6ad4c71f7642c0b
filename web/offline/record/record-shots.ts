import { limits } from '#contract/limits.ts'
import { openUpload, pauseForShots } from '../operations/open-upload.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { MediaPlaceOnDevice } from '../store/rows.ts'
import { type PickedFile, uploadRows } from './record-media.ts'

/**
 * Photos that were just taken: into the upload of this answer that still waits for more of them, while it has room,
 * else into `upload`, which waits in its turn. Gives the upload that has them. They are on the device at once.
 */
export async function recordShots(
  account: string,
  place: MediaPlaceOnDevice,
  upload: string,
  shots: readonly PickedFile[],
): Promise<string> {
  return onDeviceIfRoom(() =>
    db.transaction('rw', [db.files, db.blobs, db.outbox], async () => {
      const [known] = await db.files.bulkGet(shots.map(({ id }): [string, string] => [account, id]))
      // They are there: the store was closed in the moment of the commit.
      if (known) return known.upload
      const rows = await db.outbox.where({ account, survey: place.survey }).toArray()
      const open = await roomIn(openUpload(rows, place.answer), shots.length)
      const nextAt = Date.now() + pauseForShots
      const { files, blobs, entry } = uploadRows(account, place, open?.id ?? upload, shots)
      await db.files.bulkAdd([...files])
      await db.blobs.bulkAdd([...blobs])
      if (open) await db.outbox.update(open.seq ?? 0, { nextAt })
      else await db.outbox.add({ ...entry, nextAt })
      return open?.id ?? upload
    }),
  )
}

/** No more shots are coming: what waited for them may go. */
export async function releaseShots(account: string, survey: string, answer: string): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      const rows = await db.outbox.where({ account, survey }).toArray()
      const open = openUpload(rows, answer)
      if (open) await db.outbox.update(open.seq ?? 0, { nextAt: 0 })
    }),
  )
}

async function roomIn(open: OutboxRow | undefined, more: number): Promise<OutboxRow | undefined> {
  if (!open) return undefined
  const there = await db.files.where({ upload: open.id }).count()
  return there + more <= limits.filesPerUpload ? open : undefined
}
