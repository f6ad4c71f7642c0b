import type { InputOf } from '#contract/endpoint.ts'
import type { copyMedia, describeMedia } from '#contract/media.ts'
import type { MediaRef } from '#survey/survey.ts'
import { mayHaveLeft } from '../outbox/queue.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/rows.ts'
import { addOnce, newEntry } from './record-answer.ts'
import type { MediaPlaceOnDevice } from './record-media.ts'

type Input = InputOf<typeof copyMedia>

/** Copies of one answer's photos and videos, by reference: no bytes are kept twice, on the device or the server. */
export async function recordCopies(
  account: string,
  place: MediaPlaceOnDevice,
  copies: readonly MediaRef[],
): Promise<void> {
  const entry = copyEntry(account, place, copies)
  await onDevice(() => db.transaction('rw', db.outbox, () => addOnce(entry)))
}

/** What asks the server for these copies. */
export function copyEntry(
  account: string,
  place: MediaPlaceOnDevice,
  copies: readonly MediaRef[],
): OutboxRow {
  const of = (kind: MediaRef['kind']) =>
    copies
      .filter((copy) => copy.kind === kind)
      .map(({ id, copiedFrom, description }) => ({ id: copiedFrom ?? '', copy_id: id, description }))
  const made = newEntry(account, { ...place, endpoint: 'media.copy', input: null })
  const input: Input = {
    body: {
      id: made.id,
      user_survey_sub_section_detail_id: place.answer,
      attached_photos: of('photo'),
      attached_videos: of('video'),
    },
  }
  return { ...made, input }
}

/** What an entry of `recordCopies` will make. */
export function waitingCopies(row: OutboxRow): readonly MediaRef[] {
  const { body } = row.input as Input
  const of = (kind: MediaRef['kind'], items: Input['body']['attached_photos'] = []) =>
    items.map(({ id, copy_id = '', description = '' }) => ({
      id: copy_id,
      kind,
      description,
      copiedFrom: id,
    }))
  return [...of('photo', body.attached_photos), ...of('video', body.attached_videos)]
}

/** The photo or video that an entry describes; undefined = it describes none. */
export function describedIn({ endpoint, input }: OutboxRow): string | undefined {
  if (endpoint !== 'media.describe') return undefined
  const { body } = input as InputOf<typeof describeMedia>
  return body.photo_id || body.video_id
}

/** Inside a transaction over the outbox: whether this photo or video must be on the server until it was copied there. */
export async function waitsToBeCopied(account: string, media: string): Promise<boolean> {
  const rows = await db.outbox.where({ account }).toArray()
  return rows.some(
    (row) =>
      row.endpoint === 'media.copy' &&
      row.state !== 'parked' &&
      waitingCopies(row).some(({ copiedFrom }) => copiedFrom === media),
  )
}

/**
 * Inside a transaction over the outbox: takes one copy out of an entry that was never sent or was refused, and the
 * entry with its last one. false = it may be on the server already, which has to be asked to delete it.
 */
export async function dropWaitingCopy(entry: OutboxRow, id: string): Promise<boolean> {
  if (entry.parcel !== undefined || (entry.state !== 'parked' && mayHaveLeft(entry))) return false
  // What was said of it stands behind it in the outbox, and is of nothing now.
  const said = await db.outbox.where({ account: entry.account, survey: entry.survey }).toArray()
  await db.outbox.bulkDelete(said.flatMap((row) => (describedIn(row) === id ? (row.seq ?? 0) : [])))
  const { body } = entry.input as Input
  const without = (items: Input['body']['attached_photos'] = []) =>
    items.filter(({ copy_id }) => copy_id !== id)
  const attached_photos = without(body.attached_photos)
  const attached_videos = without(body.attached_videos)
  if (attached_photos.length + attached_videos.length === 0) await db.outbox.delete(entry.seq ?? 0)
  else await db.outbox.put({ ...entry, input: { body: { ...body, attached_photos, attached_videos } } })
  return true
}
