import type { MediaItem } from '#contract/media/media-item.ts'
import { db } from '../../store/database.ts'
import type { OperationReply, OutboxRow } from '../../store/outbox-rows.ts'
import type { SubSectionRow } from '../../store/rows.ts'

interface Media {
  readonly photos: readonly MediaItem[]
  readonly videos: readonly MediaItem[]
}

/**
 * Adds uploaded files to the server's copy and deletes the device's bytes. Returns whether their sub-section
 * still exists on this device. Call inside the acknowledging transaction.
 */
export async function putUploaded(row: OutboxRow, reply: OperationReply<'media.upload'>): Promise<boolean> {
  const { photo_details, media_details } = reply.data.attributes
  const there = await changeMedia(row, ({ photos, videos }) => ({
    photos: joined(photos, photo_details),
    videos: joined(videos, media_details),
  }))
  const files = await db.files.where({ upload: row.id }).primaryKeys()
  await db.files.bulkDelete(files)
  await db.blobs.bulkDelete(files)
  return there
}

/**
 * Changes the photos and videos of the entry's answer in the server's copy. Call inside the acknowledging
 * transaction.
 */
export function changeItems(
  row: OutboxRow,
  change: (items: readonly MediaItem[]) => readonly MediaItem[],
): Promise<boolean> {
  return changeMedia(row, ({ photos, videos }) => ({ photos: change(photos), videos: change(videos) }))
}

/** Returns false if the sub-section of the entry's answer is missing. */
async function changeMedia(row: OutboxRow, change: (media: Media) => Media): Promise<boolean> {
  const home = await homeOf(row)
  if (!home) return false
  const answers = home.answers.map((answer) => {
    const { photos = [], videos = [] } = answer
    return answer.id === row.answer ? { ...answer, ...change({ photos, videos }) } : answer
  })
  await db.subSections.put({ ...home, answers })
  return true
}

/**
 * Finds the answer's sub-section, which may have changed if the survey was moved to another template version.
 */
async function homeOf({ account, survey, subSection, answer }: OutboxRow): Promise<SubSectionRow | null> {
  const has = (row: SubSectionRow | undefined) => row?.answers.some(({ id }) => id === answer) === true
  const named = subSection === null ? undefined : await db.subSections.get([account, subSection])
  if (named && has(named)) return named
  return (await db.subSections.where({ account, survey }).toArray()).find(has) ?? null
}

function joined(known: readonly MediaItem[], added: readonly MediaItem[]): readonly MediaItem[] {
  return [...known.filter(({ id }) => !added.some((item) => item.id === id)), ...added]
}
