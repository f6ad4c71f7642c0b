import type { MediaItem } from '#contract/media/media-item.ts'
import { mediaItemsOf } from '../../../survey/from-wire.ts'
import { db } from '../store/database.ts'
import type { EntryOf, OperationReply } from '../store/outbox-rows.ts'
import type { Bytes, PictureRow } from '../store/rows.ts'
import { drawnKey, keysInUse, plainKey } from './picture-key.ts'

/** A photo that this browser could not make smaller is brought from the server, which can. */
const largest = 2 * 1024 * 1024

/** What every browser shows. */
const showable = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/*
 * Inside the acknowledging transaction, before the bytes that were sent go: the pictures of what the server has
 * confirmed stay for looking at.
 */

export async function keepUploaded(upload: string, { data }: OperationReply<'media.upload'>): Promise<void> {
  const { photo_details, media_details } = data.attributes
  const there = new Set([...photo_details, ...media_details].map(({ id }) => id))
  for (const { account, survey, id, kind, size, thumbnail, poster } of await db.files
    .where({ upload })
    .toArray()) {
    if (!there.has(id)) continue
    await keep('pictures', { account, survey, id }, kind === 'video' ? poster : thumbnail)
    if (kind === 'photo' && size <= largest)
      await keep('shown', { account, survey, id }, await db.blobs.get([account, id]))
  }
}

/** Unless a later drawing, another device's, stands on the server: that one's picture is not here. */
export async function keepDrawn(
  row: EntryOf<'media.draw'>,
  { data }: OperationReply<'media.draw'>,
): Promise<void> {
  const { account, survey } = row
  const { photo_id, drawn_at } = row.input.body
  // A clock that is ahead is set back by the server; a later drawing could only be later.
  const stands = data.drawing?.drawn_at
  if (!stands || Date.parse(stands) > Date.parse(drawn_at)) return
  const id = drawnKey(plainKey(photo_id, await itemsOf(account, survey)), stands)
  const waiting = await db.drawings.get([account, photo_id])
  if (waiting?.entry === row.id) await keep('pictures', { account, survey, id }, waiting.thumbnail)
  await keep('shown', { account, survey, id }, await db.blobs.get([account, row.id]))
}

/** Inside a transaction over copies, sub-sections, pictures and shown: what no photo or video of the survey shows any more goes. */
export async function dropUnusedPictures(account: string, survey: string): Promise<void> {
  const used = keysInUse(await itemsOf(account, survey))
  for (const store of [db.pictures, db.shown]) {
    const kept = await store.where({ account, survey }).primaryKeys()
    await store.bulkDelete(kept.filter(([, id]) => !used.has(id)))
  }
}

export async function keep(
  store: 'pictures' | 'shown',
  owned: Pick<PictureRow, 'account' | 'survey' | 'id'>,
  picture: Bytes | null | undefined,
): Promise<void> {
  if (!picture || !showable.includes(picture.type) || picture.bytes.byteLength > largest) return
  const { bytes, type } = picture
  await db[store].put({ ...owned, bytes, type, size: bytes.byteLength, keptAt: new Date().toISOString() })
}

/** All photos and videos of a survey as the server last told them. */
export async function itemsOf(account: string, survey: string): Promise<ReadonlyMap<string, MediaItem>> {
  const [subSections, known] = await Promise.all([
    db.subSections.where({ account, survey }).toArray(),
    db.copies.get([account, survey]),
  ])
  return mediaItemsOf({ sections: [], subSections }, known?.head.earlier_answers)
}
