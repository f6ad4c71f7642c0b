import { limits } from '#contract/limits.ts'
import {
  collectsShots,
  isStaged,
  openUpload,
  pauseForShots,
  stagedUpload,
} from '../operations/open-upload.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { Bytes, FileRow, MediaPlaceOnDevice } from '../store/rows.ts'
import { type PickedFile, uploadRows } from './record-media.ts'

/** `shots`: just taken by the camera, sent after a pause. `staged`: picked, sent after 'Upload'. */
export type CollectKind = 'shots' | 'staged'

/**
 * Stores files in the answer's open upload while it has room, otherwise in the new upload `upload`. Returns
 * the id of the upload that has them.
 */
export async function recordShots(
  account: string,
  place: MediaPlaceOnDevice,
  upload: string,
  shots: readonly PickedFile[],
  kind: CollectKind = 'shots',
): Promise<string> {
  const isOpen = kind === 'shots' ? openUpload : stagedUpload
  return onDeviceIfRoom(() =>
    db.transaction('rw', [db.files, db.blobs, db.outbox], async () => {
      const [known] = await db.files.bulkGet(shots.map(({ id }): [string, string] => [account, id]))
      // Already stored by an attempt that only lost its confirmation.
      if (known) return known.upload
      const rows = await db.outbox.where({ account, survey: place.survey }).toArray()
      const open = await roomIn(isOpen(rows, place.answer), shots.length)
      const waits = kind === 'shots' ? { nextAt: Date.now() + pauseForShots } : { staged: true as const }
      const { files, blobs, entry } = uploadRows(account, place, open?.id ?? upload, shots)
      await db.files.bulkAdd([...files])
      await db.blobs.bulkAdd([...blobs])
      if (open) await db.outbox.update(open.seq ?? 0, waits)
      else await db.outbox.add({ ...entry, ...waits })
      return open?.id ?? upload
    }),
  )
}

/** Releases uploads that wait for more shots, of one answer or of the whole survey. */
export async function releaseShots(account: string, survey: string, answer?: string): Promise<void> {
  const isMeant = (row: OutboxRow) => collectsShots(row) && (answer === undefined || row.answer === answer)
  await onDevice(() => db.outbox.where({ account, survey }).and(isMeant).modify({ nextAt: 0 }))
}

/** Replaces a picture before its upload starts. Its id, and so its position, stays. */
export async function replacePicture(account: string, id: string, data: Bytes): Promise<void> {
  await onDeviceIfRoom(() =>
    db.transaction('rw', [db.files, db.blobs, db.outbox], async () => {
      const file = await db.files.get([account, id])
      const entry = await db.outbox.where({ id: file?.upload ?? '' }).first()
      if (file?.stage !== 'original' || entry?.input !== null) return
      await db.blobs.update([account, id], { ...data })
      await db.files.update([account, id], { size: data.bytes.byteLength, thumbnail: null })
    }),
  )
}

/** Releases picked files after 'Upload' for this answer, or when the survey is submitted. */
export async function releaseStaged(account: string, survey: string, answer?: string): Promise<void> {
  const isMeant = (row: OutboxRow) => isStaged(row) && (answer === undefined || row.answer === answer)
  const rows = db.outbox.where({ account, survey }).and(isMeant)
  await onDevice(() =>
    rows.modify((row: { staged?: true }) => {
      delete row.staged
    }),
  )
}

/**
 * Returns the answer's picked files that aren't uploading yet, also from earlier pages, in the order they
 * were picked.
 */
export async function stagedFiles(
  account: string,
  survey: string,
  answer: string,
): Promise<readonly FileRow[]> {
  return onDevice(() =>
    db.transaction('r', [db.outbox, db.files], async () => {
      const rows = await db.outbox.where({ account, survey }).toArray()
      const uploads = rows.filter((row) => row.answer === answer && isStaged(row)).map(({ id }) => id)
      return db.files.where('upload').anyOf(uploads).sortBy('id')
    }),
  )
}

/** Returns how many shots fit into the answer's open upload; 0 = the next shot starts another. */
export async function roomForShots(account: string, survey: string, answer: string): Promise<number> {
  return onDevice(() =>
    db.transaction('r', [db.outbox, db.files], async () => {
      const open = openUpload(await db.outbox.where({ account, survey }).toArray(), answer)
      return open ? limits.filesPerUpload - (await db.files.where({ upload: open.id }).count()) : 0
    }),
  )
}

async function roomIn(open: OutboxRow | undefined, more: number): Promise<OutboxRow | undefined> {
  if (!open) return undefined
  const there = await db.files.where({ upload: open.id }).count()
  return there + more <= limits.filesPerUpload ? open : undefined
}
