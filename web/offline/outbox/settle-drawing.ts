import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { drawPhoto, undrawPhoto } from '#contract/media.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/rows.ts'
import { changeItems } from './settle-upload.ts'

/** Inside the settling transaction: the server's copy of the photo follows; a newer drawing on this device stays. */
export async function settleDrawing(
  row: OutboxRow,
  reply: ReplyOf<typeof drawPhoto | typeof undrawPhoto> | null,
): Promise<void> {
  const photo = photoOf(row)
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

function photoOf({ endpoint, input }: OutboxRow): string {
  if (endpoint === 'media.draw') return (input as InputOf<typeof drawPhoto>).body.photo_id
  return (input as InputOf<typeof undrawPhoto>).query.photo_id
}
