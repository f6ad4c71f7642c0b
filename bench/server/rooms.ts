import { v7 as newId } from 'uuid'
import { uploadMedia } from '#contract/media/media.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { deriveId } from '#survey/ids.ts'
import { emptyAnswer } from '#survey/survey.ts'
import type { TemplateField, TemplateSection } from '#survey/template.ts'
import { inDatabase } from './database.ts'
import { somePhoto } from './photo.ts'
import type { Site } from './site.ts'
import { roomsTemplate } from './template.ts'

export interface RoomsSurvey {
  readonly template: string
  readonly survey: string
  readonly section: string
  readonly rooms: readonly string[]
  /** The answer in each room that takes photos. */
  readonly photoAnswers: readonly string[]
}

const photosInRoom = 10
const choices = ['North', 'East', 'South', 'West']

/**
 * Creates a survey with `count` filled rooms and ten photos in each. One photo is uploaded; the others are
 * rows that reference the same file, as copies do.
 */
export async function addRooms(site: Site, count: number): Promise<RoomsSurvey> {
  const made = await fillRooms(site, count)
  const [first = '', ...others] = made.photoAnswers
  const upload = await uploadOne(site, first)
  const held = others.map((answer) => ({ id: newId(), answer, missing: photosInRoom }))
  const uploads = [{ id: upload, answer: first, missing: photosInRoom - 1 }, ...held]
  const photos = uploads.flatMap((one) =>
    Array.from({ length: one.missing }, () => ({ ...one, photo: newId() })),
  )
  await inDatabase(site.dataDir, async (client) => {
    await client.query(
      `insert into upload (id, survey_id, answer_id, hashes)
       select id, $1, answer, '{}' from unnest($2::uuid[], $3::uuid[]) row (id, answer)`,
      [made.survey, held.map(({ id }) => id), held.map(({ answer }) => answer)],
    )
    await client.query(
      `insert into media (id, upload_id, survey_id, answer_id, file_id, kind, filename)
       select row.id, row.upload, $1, row.answer, (select file_id from media where upload_id = $2), 'photo', 'IMG.jpg'
       from unnest($3::uuid[], $4::uuid[], $5::uuid[]) row (id, upload, answer)`,
      [
        made.survey,
        upload,
        photos.map(({ photo }) => photo),
        photos.map(({ id }) => id),
        photos.map(({ answer }) => answer),
      ],
    )
  })
  return made
}

/** Creates the rooms and their answers, without photos. */
export async function fillRooms(
  { api, dataDir }: Site,
  count: number,
  template = roomsTemplate(),
): Promise<RoomsSurvey> {
  const [, definition] = template.sections
  const survey = newId()
  const made = await api.call(createSurvey, {
    body: { id: survey, survey_template_id: template.id, survey_name: `${count} rooms`, owner_name: 'Bench' },
  })
  const section = made?.body.data.attributes.user_survey_sections[1]
  const first = section?.user_survey_sub_sections[0]?.id
  if (!definition || !section || !first) throw new Error(`No survey: ${JSON.stringify(made?.body)}`)
  const rooms = [first, ...Array.from({ length: count - 1 }, () => newId())]
  await inDatabase(dataDir, async (client) => {
    await client.query(
      'insert into sub_section (id, survey_id, section_id) select id, $2, $3 from unnest($1::uuid[]) id',
      [rooms.slice(1), survey, section.id],
    )
    await client.query(
      `insert into answer (id, survey_id, sub_section_id, template_field_id, value, value_list, revision, edited_at)
       select id, $1, part, field, value, case when list = '' then '{}' else array[list] end, 1, now()
       from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[]) row (id, part, field, value, list)
       on conflict (id) do update set value = excluded.value, value_list = excluded.value_list, revision = 1`,
      [survey, ...answersOf(rooms, definition)],
    )
  })
  const photoAnswers = rooms.map((room) => answerId(room, definition.fields.at(-1)))
  return { template: template.id, survey, section: section.id, rooms, photoAnswers }
}

function answersOf(rooms: readonly string[], { fields }: TemplateSection): string[][] {
  const rows = rooms.flatMap((room, place) =>
    fields.map((field) => ({ room, field, given: givenFor(field, place) })),
  )
  return [
    rows.map(({ room, field }) => answerId(room, field)),
    rows.map(({ room }) => room),
    rows.map(({ field }) => field.id),
    rows.map(({ field, given }) => (field.type === 'checkbox' ? '' : given)),
    rows.map(({ field, given }) => (field.type === 'checkbox' ? given : '')),
  ]
}

function givenFor({ type }: TemplateField, place: number): string {
  if (type === 'text') return `Room ${place + 1}, behind the riser`
  if (type === 'numeric') return String(place + 1)
  return type === 'dynamic_dropdown' ? '' : (choices[place % choices.length] ?? '')
}

function answerId(room: string, field: TemplateField | undefined): string {
  return field ? emptyAnswer(room, field).id : deriveId(room, '')
}

async function uploadOne({ api }: Pick<Site, 'api'>, answer: string): Promise<string> {
  const form = new FormData()
  form.append('user_survey_media[user_survey_sub_section_detail_id]', answer)
  form.append('user_survey_media[photos][]', new Blob([await somePhoto(1)]), 'IMG.jpg')
  const sent = await api.upload(uploadMedia, form, crypto.randomUUID())
  if (sent?.status !== 201) throw new Error(`A photo was refused: ${JSON.stringify(sent?.body)}`)
  return sent.body.data.id
}
