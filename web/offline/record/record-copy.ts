import type { MediaRef } from '#survey/survey.ts'
import { addOnce } from '../operations/entries.ts'
import { copyEntry } from '../operations/media-reference.ts'
import { db, onDevice } from '../store/database.ts'
import type { MediaPlaceOnDevice } from '../store/rows.ts'

/** Queues copies of one answer's photos and videos by reference; no bytes are stored twice. */
export async function recordCopies(
  account: string,
  place: MediaPlaceOnDevice,
  copies: readonly MediaRef[],
): Promise<void> {
  const entry = copyEntry(account, place, copies)
  await onDevice(() => db.transaction('rw', db.outbox, () => addOnce(entry)))
}
