import { db } from '../store/database.ts'
import { mayHaveLeft } from './entries.ts'
import { type CopiedItems, type Copy, isCopy, unsentCopies } from './media-reference.ts'
import { describedIn } from './registry.ts'

/**
 * Whether this photo or video must stay on the server until an unsent copy is made. Call inside a transaction
 * over the outbox.
 */
export async function isNeededByCopy(account: string, media: string): Promise<boolean> {
  const rows = await db.outbox.where({ account }).toArray()
  return rows.some(
    (row) =>
      isCopy(row) &&
      row.state !== 'parked' &&
      unsentCopies(row).some(({ copiedFrom }) => copiedFrom === media),
  )
}

/**
 * Removes one copy from an entry that was never sent or was rejected, and deletes an empty entry. Returns
 * false if the server may have the copy already, so it has to be asked. Call inside a transaction over the
 * outbox.
 */
export async function removeUnsentCopy(entry: Copy, id: string): Promise<boolean> {
  if (entry.parcel !== undefined || (entry.state !== 'parked' && mayHaveLeft(entry))) return false
  // Descriptions of the copy come later in the outbox and are obsolete.
  const described = await db.outbox.where({ account: entry.account, survey: entry.survey }).toArray()
  await db.outbox.bulkDelete(described.flatMap((row) => (describedIn(row) === id ? (row.seq ?? 0) : [])))
  const { body } = entry.input
  const without = (items: CopiedItems = []) => items.filter(({ copy_id }) => copy_id !== id)
  const attached_photos = without(body.attached_photos)
  const attached_videos = without(body.attached_videos)
  if (attached_photos.length + attached_videos.length === 0) await db.outbox.delete(entry.seq ?? 0)
  else await db.outbox.put({ ...entry, input: { body: { ...body, attached_photos, attached_videos } } })
  return true
}
