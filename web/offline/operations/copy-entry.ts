import { v7 } from 'uuid'
import type { MediaRef } from '#survey/survey.ts'
import { db } from '../store/database.ts'
import type { EntryOf, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { MediaPlaceOnDevice } from '../store/rows.ts'
import { mayHaveLeft, newEntry } from './entries.ts'
import { mediumIn } from './place.ts'

type Copy = EntryOf<'media.copy'>
type Items = PayloadOf<'media.copy'>['body']['attached_photos']

/** What asks the server for these copies. */
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

/** What an entry of copies will make. */
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

/** The photo or video that an entry describes; undefined = it describes none. */
export function describedIn(row: OutboxRow): string | undefined {
  return row.endpoint === 'media.describe' ? mediumIn(row.input.body) : undefined
}

/** Inside a transaction over the outbox: whether this photo or video must be on the server until it was copied there. */
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
 * Inside a transaction over the outbox: takes one copy out of an entry that was never sent or was refused, and the
 * entry with its last one. false = it may be on the server already, which has to be asked to delete it.
 */
export async function dropWaitingCopy(entry: Copy, id: string): Promise<boolean> {
  if (entry.parcel !== undefined || (entry.state !== 'parked' && mayHaveLeft(entry))) return false
  // What was said of it stands behind it in the outbox, and is of nothing now.
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
