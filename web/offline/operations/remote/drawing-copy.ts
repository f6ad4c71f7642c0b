import { db } from '../../store/database.ts'
import type { EntryOf, OperationReply } from '../../store/outbox-rows.ts'
import { changeItems } from './media-copy.ts'

/** Inside the acknowledging transaction: the server's copy of the photo follows; a newer drawing on this device stays. */
export async function acknowledgeDrawing(
  row: EntryOf<'media.draw' | 'media.undraw'>,
  photo: string,
  reply: OperationReply<'media.draw' | 'media.undraw'> | null,
): Promise<void> {
  const known = await db.drawings.get([row.account, photo])
  if (known?.entry === row.id) await db.drawings.delete([row.account, photo])
  await db.blobs.delete([row.account, row.id])
  // Taken off a photo that is gone: there is nothing to tell.
  if (!reply) return
  const { data } = reply
  await changeItems(row, (items) =>
    items.map((item) => (item.id === photo ? { ...data, description: item.description } : item)),
  )
}
