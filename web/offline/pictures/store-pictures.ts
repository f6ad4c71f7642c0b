import type { MediaItem } from '#contract/media/media-item.ts'
import { mediaItemsOf } from '../../../survey/from-wire.ts'
import { db } from '../store/database.ts'
import type { EntryOf, OperationReply } from '../store/outbox-rows.ts'
import type { Bytes, PictureRow } from '../store/rows.ts'
import { drawnKey, keysInUse, plainKey } from './picture-key.ts'

/**
 * Bytes. Larger photos, which this browser couldn't shrink, are fetched from the server in a smaller size.
 */
const largest = 2 * 1024 * 1024

/** Types that every browser shows. */
const showable = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/**
 * These run inside the acknowledging transaction, before the sent bytes are deleted, so that confirmed
 * pictures can still be viewed.
 */

export async function storeUploadedPictures(
  upload: string,
  { data }: OperationReply<'media.upload'>,
): Promise<void> {
  const { photo_details, media_details } = data.attributes
  const there = new Set([...photo_details, ...media_details].map(({ id }) => id))
  for (const { account, survey, id, kind, size, thumbnail, poster } of await db.files
    .where({ upload })
    .toArray()) {
    if (!there.has(id)) continue
    await storePicture('pictures', { account, survey, id }, kind === 'video' ? poster : thumbnail)
    if (kind === 'photo' && size <= largest)
      await storePicture('shown', { account, survey, id }, await db.blobs.get([account, id]))
  }
}

/** Saves the picture of a confirmed drawing, unless the server has a later drawing from another device. */
export async function storeDrawnPicture(
  row: EntryOf<'media.draw'>,
  { data }: OperationReply<'media.draw'>,
): Promise<void> {
  const { account, survey } = row
  const { photo_id, drawn_at } = row.input.body
  // The server limits a clock that is ahead, so a later time means a later drawing.
  const stands = data.drawing?.drawn_at
  if (!stands || Date.parse(stands) > Date.parse(drawn_at)) return
  const id = drawnKey(plainKey(photo_id, await mediaItemsIn(account, survey)), stands)
  const waiting = await db.drawings.get([account, photo_id])
  if (waiting?.entry === row.id) await storePicture('pictures', { account, survey, id }, waiting.thumbnail)
  await storePicture('shown', { account, survey, id }, await db.blobs.get([account, row.id]))
}

/**
 * Deletes pictures that no photo or video of the survey shows. Call inside a transaction over copies,
 * subSections, pictures and shown.
 */
export async function dropUnusedPictures(account: string, survey: string): Promise<void> {
  const used = keysInUse(await mediaItemsIn(account, survey))
  for (const store of [db.pictures, db.shown]) {
    const kept = await store.where({ account, survey }).primaryKeys()
    await store.bulkDelete(kept.filter(([, id]) => !used.has(id)))
  }
}

export async function storePicture(
  store: 'pictures' | 'shown',
  owned: Pick<PictureRow, 'account' | 'survey' | 'id'>,
  picture: Bytes | null | undefined,
): Promise<void> {
  if (!picture || !showable.includes(picture.type) || picture.bytes.byteLength > largest) return
  const { bytes, type } = picture
  await db[store].put({ ...owned, bytes, type, size: bytes.byteLength, keptAt: new Date().toISOString() })
}

/** Returns all photos and videos in the server's copy of the survey. */
export async function mediaItemsIn(account: string, survey: string): Promise<ReadonlyMap<string, MediaItem>> {
  const [subSections, known] = await Promise.all([
    db.subSections.where({ account, survey }).toArray(),
    db.copies.get([account, survey]),
  ])
  return mediaItemsOf({ sections: [], subSections }, known?.head.earlier_answers)
}
