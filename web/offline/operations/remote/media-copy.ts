import type { SectionDetail } from '../../../../survey/from-wire.ts'
import { db } from '../../store/database.ts'
import type { OperationReply, OutboxRow } from '../../store/outbox-rows.ts'
import type { SectionRow } from '../../store/rows.ts'

type Detail = SectionDetail['user_survey_sub_sections'][0]['user_survey_sub_section_details'][0]

/**
 * Inside the acknowledging transaction: the server has the files, so the device lets its own go. Gives whether the part that
 * they are of is still there, as far as this device knows.
 */
export async function putUploaded(row: OutboxRow, reply: OperationReply<'media.upload'>): Promise<boolean> {
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

/** Inside the acknowledging transaction: the photos and videos of the answer that an entry is of. */
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
