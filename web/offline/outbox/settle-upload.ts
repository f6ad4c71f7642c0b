import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { deleteMedia, describeMedia, uploadMedia } from '#contract/media.ts'
import type { SectionDetail } from '../incoming/from-wire.ts'
import { db } from '../store/database.ts'
import type { OutboxRow, SectionRow } from '../store/rows.ts'

type Detail = SectionDetail['user_survey_sub_sections'][0]['user_survey_sub_section_details'][0]

/**
 * Inside the settling transaction: the server has the files, so the device lets its own go. Gives whether the part that
 * they are of is still there, as far as this device knows.
 */
export async function putUploaded(row: OutboxRow, reply: ReplyOf<typeof uploadMedia>): Promise<boolean> {
  const { photo_details, media_details } = reply.data.attributes
  const there = await changeDetail(row, (detail) => ({
    ...detail,
    photos: joined(detail.photos, photo_details),
    videos: joined(detail.videos, media_details),
  }))
  const files = await db.files.where({ upload: row.id }).primaryKeys()
  await db.files.bulkDelete(files)
  await db.blobs.bulkDelete(files)
  return there
}

/** A description was taken or a file deleted: the server's copy on this device follows. */
export async function forgetFiles(row: OutboxRow): Promise<void> {
  if (row.endpoint === 'media.describe') {
    const { body } = row.input as InputOf<typeof describeMedia>
    const id = body.photo_id ?? body.video_id
    await changeItems(row, (items) =>
      items.map((item) => (item.id === id ? { ...item, description: body.description } : item)),
    )
  }
  if (row.endpoint === 'media.delete') {
    const { query } = row.input as InputOf<typeof deleteMedia>
    const id = query.photo_id ?? query.video_id
    await changeItems(row, (items) => items.filter((item) => item.id !== id))
  }
}

/** Inside the settling transaction: the photos and videos of the answer that an entry is of. */
export function changeItems(
  row: OutboxRow,
  change: (items: Detail['photos']) => Detail['photos'],
): Promise<boolean> {
  return changeDetail(row, (detail) => ({
    ...detail,
    photos: change(detail.photos),
    videos: change(detail.videos),
  }))
}

/** false = the part of the entry's answer is not there. */
async function changeDetail(row: OutboxRow, change: (detail: Detail) => Detail): Promise<boolean> {
  const sections = await db.sections.where({ account: row.account, survey: row.survey }).toArray()
  const home = sections.find(({ detail }) =>
    detail.user_survey_sub_sections.some((part) =>
      part.user_survey_sub_section_details.some(({ id }) => id === row.answer),
    ),
  )
  if (home) await db.sections.put(withDetail(home, row.answer ?? '', change))
  return home !== undefined
}

function withDetail(row: SectionRow, answer: string, change: (detail: Detail) => Detail): SectionRow {
  const parts = row.detail.user_survey_sub_sections.map((part) => ({
    ...part,
    user_survey_sub_section_details: part.user_survey_sub_section_details.map((detail) =>
      detail.id === answer ? change(detail) : detail,
    ),
  }))
  return { ...row, detail: { ...row.detail, user_survey_sub_sections: parts } }
}

function joined(known: Detail['photos'], added: Detail['photos']): Detail['photos'] {
  return [...known.filter(({ id }) => !added.some((item) => item.id === id)), ...added]
}
