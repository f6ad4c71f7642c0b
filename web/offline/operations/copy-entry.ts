import { v7 } from 'uuid'
import type { MediaRef } from '#survey/survey.ts'
import { db } from '../store/database.ts'
import type { EntryOf, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { MediaPlaceOnDevice } from '../store/rows.ts'
import { mayHaveLeft, newEntry } from './entries.ts'
import { mediumIn } from './place.ts'

type Copy = EntryOf<'media.copy'>
type Items = PayloadOf<'media.copy'>['body']['attached_photos']

/** Returns the entry that asks the server for these copies. */
export function copyEntry(account: string, place: MediaPlaceOnDevice, copies: readonly MediaRef[]): Copy {
  const of = (kind: MediaRef['kind']) =>
    copies
      .filter((copy) => copy.kind === kind)
      .map(({ id, copiedFrom, description }) => ({ id: copiedFrom ?? '', copy_id: id, description }))
  const id = v7()
  const input: Copy['input'] = {
    body: {
      id,
      user_survey_sub_section_detail_id: place.answer,
      attached_photos: of('photo'),
      attached_videos: of('video'),
    },
  }
  return newEntry(account, { ...place, endpoint: 'media.copy', input, id })
}

export function isCopy(row: OutboxRow): row is Copy {
  return row.endpoint === 'media.copy'
}

/** Returns the files that an unsent copy entry will create. */
export function waitingCopies({ input: { body } }: Copy): readonly MediaRef[] {
  const of = (kind: MediaRef['kind'], items: Items = []) =>
    items.map(({ id, copy_id = '', description = '' }) => ({
      id: copy_id,
      kind,
      description,
      copiedFrom: id,
    }))
  return [...of('photo', body.attached_photos), ...of('video', body.attached_videos)]
}

/** Returns the photo or video that an entry describes, if any. */
export function describedIn(row: OutboxRow): string | undefined {
  return row.endpoint === 'media.describe' ? mediumIn(row.input.body) : undefined
}

/**
 * Whether this photo or video must stay on the server until an unsent copy is made. Call inside a transaction
 * over the outbox.
 */
export async function waitsToBeCopied(account: string, media: string): Promise<boolean> {
  const rows = await db.outbox.where({ account }).toArray()
  return rows.some(
    (row) =>
      isCopy(row) &&
      row.state !== 'parked' &&
      waitingCopies(row).some(({ copiedFrom }) => copiedFrom === media),
  )
}

/**
 * Removes one copy from an entry that was never sent or was rejected, and deletes an empty entry. Returns
 * false if the server may have the copy already, so it has to be asked. Call inside a transaction over the
 * outbox.
 */
export async function dropWaitingCopy(entry: Copy, id: string): Promise<boolean> {
  if (entry.parcel !== undefined || (entry.state !== 'parked' && mayHaveLeft(entry))) return false
  // Descriptions of the copy come later in the outbox and are obsolete.
  const described = await db.outbox.where({ account: entry.account, survey: entry.survey }).toArray()
  await db.outbox.bulkDelete(described.flatMap((row) => (describedIn(row) === id ? (row.seq ?? 0) : [])))
  const { body } = entry.input
  const without = (items: Items = []) => items.filter(({ copy_id }) => copy_id !== id)
  const attached_photos = without(body.attached_photos)
  const attached_videos = without(body.attached_videos)
  if (attached_photos.length + attached_videos.length === 0) await db.outbox.delete(entry.seq ?? 0)
  else await db.outbox.put({ ...entry, input: { body: { ...body, attached_photos, attached_videos } } })
  return true
}
