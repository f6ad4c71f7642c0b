import { db } from '../../store/database.ts'
import type { EntryOf, OperationReply } from '../../store/outbox-rows.ts'
import { changeItems } from './media-copy.ts'

/**
 * Updates the server's copy of the photo. A newer drawing on this device stays. Call inside the acknowledging
 * transaction.
 */
export async function acknowledgeDrawing(
  row: EntryOf<'media.draw' | 'media.undraw'>,
  photo: string,
  reply: OperationReply<'media.draw' | 'media.undraw'> | null,
): Promise<void> {
  const known = await db.drawings.get([row.account, photo])
  if (known?.entry === row.id) await db.drawings.delete([row.account, photo])
  await db.blobs.delete([row.account, row.id])
  // The photo was deleted, so there is no reply.
  if (!reply) return
  const { data } = reply
  await changeItems(row, (items) =>
    items.map((item) => (item.id === photo ? { ...data, description: item.description } : item)),
  )
}
