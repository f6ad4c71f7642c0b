import { sql } from 'kysely'
import type { Shape, Turn } from '#contract/media/drawing.ts'
import type { MediaItem } from '#contract/media/media-item.ts'
import { nameForType } from '#contract/rules/file-kind.ts'
import type { Db } from '#server/context.ts'
import { copyAttempts } from '#server/files/guest-copies.ts'
import { type Holder, type Rendition, signTicket } from '#server/http/ticket.ts'
import type { MediaRef } from '#survey/survey.ts'

/** A photo or video with its file's properties, as visible to the owner. */
export interface MediaRow {
  readonly id: string
  readonly uploadId: string
  readonly surveyId: string
  readonly answerId: string
  readonly kind: 'photo' | 'video'
  readonly filename: string
  readonly description: string
  readonly copiedFrom: string | null
  /** The copy was reviewed since. */
  readonly copyChecked: boolean
  readonly createdAt: Date
  readonly takenAt: Date | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** In seconds. */
  readonly duration: number | null
  /** The drawing. All renditions but the original then show the marked picture. */
  readonly shapes: readonly Shape[] | null
  readonly turned: Turn
  readonly drawnAt: Date | null
  readonly renditions: readonly RenditionFacts[]
  /** For a video: the copy for guests may still be made, if this machine makes any. */
  readonly awaitsCopy: boolean
}

export interface RenditionFacts {
  readonly name: Rendition
  readonly contentType: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** Signs addresses for one signed-in reader. */
export interface MediaSigner {
  readonly key: Buffer
  readonly holder: Holder
  readonly now: Date
}

/**
 * Selects media: all in existing sub-sections of a survey, those of one section, upload or some answers, or some
 * by id; or instead those that arrived for deleted sub-sections.
 */
export interface MediaFilter {
  readonly surveyId?: string
  readonly sectionId?: string
  readonly answers?: readonly string[]
  readonly uploadId?: string
  readonly ids?: readonly string[]
  /** The first photo of each of these surveys. */
  readonly firstOf?: readonly string[]
  readonly recovered?: true
}

/** Reads media in upload order. The caller has authorized the survey. */
export async function readMedia(
  db: Db,
  { surveyId, sectionId, answers, uploadId, ids, firstOf, recovered }: MediaFilter,
): Promise<readonly MediaRow[]> {
  let query = db
    .selectFrom('media')
    .innerJoin('answer', 'answer.id', 'media.answer_id')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .innerJoin('stored_file', 'stored_file.id', 'media.file_id')
  query = recovered
    ? query.where('media.late', '=', true).where('media.dismissed_at', 'is', null)
    : query.where('sub_section.deleted_at', 'is', null)
  if (surveyId !== undefined) query = query.where('media.survey_id', '=', surveyId)
  if (sectionId !== undefined) query = query.where('sub_section.section_id', '=', sectionId)
  if (answers !== undefined) query = query.where('media.answer_id', '=', sql<string>`any(${answers}::uuid[])`)
  if (uploadId !== undefined) query = query.where('media.upload_id', '=', uploadId)
  if (ids !== undefined) query = query.where('media.id', '=', sql<string>`any(${ids}::uuid[])`)
  if (firstOf !== undefined) query = query.where('media.id', '=', firstPhotoOfEach(firstOf))
  const rows = await query
    .select([
      'media.id',
      'media.upload_id as uploadId',
      'media.survey_id as surveyId',
      'media.answer_id as answerId',
      'media.kind',
      'media.filename',
      'media.description',
      'media.copied_from as copiedFrom',
      'media.copy_checked as copyChecked',
      'media.created_at as createdAt',
      'stored_file.taken_at as takenAt',
      'stored_file.latitude',
      'stored_file.longitude',
      'stored_file.duration',
      'media.drawn_at as drawnAt',
    ])
    .select(sql<Shape[] | null>`media.shapes`.as('shapes'))
    .select(sql<Turn>`media.turned`.as('turned'))
    .select(renditionsOfFile().as('renditions'))
    .select(
      sql<boolean>`stored_file.kind = 'video' and stored_file.copy_attempts < ${copyAttempts}`.as(
        'mayBeCopied',
      ),
    )
    .orderBy('media.created_at')
    .orderBy('media.id')
    .execute()
  return rows.map(({ mayBeCopied, ...row }) => ({
    ...row,
    kind: row.kind === 'video' ? 'video' : 'photo',
    awaitsCopy: mayBeCopied && !row.renditions.some(({ name }) => name === 'guest'),
  }))
}

/**
 * Reads what the engine counts of the files of a survey or of these answers: no descriptions, no copy marks.
 */
export async function readMediaRefs(
  db: Db,
  surveyId: string,
  answers?: readonly string[],
): Promise<readonly (MediaRef & { readonly answerId: string })[]> {
  let query = db
    .selectFrom('media')
    .select(['id', 'answer_id as answerId', 'kind'])
    .where('survey_id', '=', surveyId)
  if (answers) query = query.where('answer_id', '=', sql<string>`any(${answers}::uuid[])`)
  const rows = await query.orderBy('created_at').orderBy('id').execute()
  return rows.map(({ id, answerId, kind }) => ({ id, answerId, ...counted(kind) }))
}

function counted(kind: string): Omit<MediaRef, 'id'> {
  return { kind: kind === 'video' ? 'video' : 'photo', description: '', copiedFrom: null }
}

/** Uses the index on ordered photos, so that a survey's other photos are not read. */
function firstPhotoOfEach(surveys: readonly string[]) {
  return sql<string>`any(array(
    select first.id from unnest(${surveys}::uuid[]) as listed (id)
    cross join lateral (
      select photo.id from media photo
      join answer on answer.id = photo.answer_id
      join sub_section on sub_section.id = answer.sub_section_id and sub_section.deleted_at is null
      where photo.survey_id = listed.id and photo.kind = 'photo'
      order by photo.created_at, photo.id limit 1
    ) first))`
}

function renditionsOfFile() {
  return sql<RenditionFacts[]>`(
    select coalesce(json_agg(json_build_object(
      'name', rendition.name, 'contentType', rendition.content_type, 'size', rendition.size,
      'width', rendition.width, 'height', rendition.height)), '[]')
    from rendition where rendition.file_id in (media.file_id, media.drawn_file_id)
      and (media.drawn_file_id is null or rendition.file_id = media.drawn_file_id or rendition.name = 'original')
  )`
}

/** The media item of spec §3 for the survey's owner, with signed addresses. */
export function presentMediaItem(media: MediaRow, signer: MediaSigner): MediaItem {
  const original = renditionOf(media, 'original')
  const shown = renditionOf(media, 'view') ?? original
  const type = shown?.contentType ?? 'application/octet-stream'
  const small = renditionOf(media, 'thumb') ?? renditionOf(media, 'poster')
  return {
    id: media.id,
    media_id: media.uploadId,
    filename: nameForType(media.filename, type),
    content_type: type,
    created_at: media.createdAt.toISOString(),
    byte_size: original?.size ?? 0,
    description: media.description,
    url: addressOf(media, shown?.name ?? 'original', signer),
    thumbnail_url: small ? addressOf(media, small.name, signer) : null,
    original_url: addressOf(media, 'original', signer),
    width: shown?.width ?? small?.width ?? null,
    height: shown?.height ?? small?.height ?? null,
    duration: media.duration,
    taken_at: media.takenAt?.toISOString() ?? null,
    position: positionOf(media),
    drawing: drawingOf(media, signer),
    copied_from: media.copiedFrom,
    ...(media.copyChecked && { copy_checked: true }),
  }
}

/** The medium as the survey engine knows it. */
export function mediaRefOf({ id, kind, description, copiedFrom, copyChecked }: MediaRow): MediaRef {
  return { id, kind, description, copiedFrom: copyChecked ? null : copiedFrom }
}

function renditionOf(media: MediaRow, name: Rendition): RenditionFacts | undefined {
  return media.renditions.find((one) => one.name === name)
}

function drawingOf(media: MediaRow, signer: MediaSigner): MediaItem['drawing'] {
  const { shapes, turned, drawnAt } = media
  if (!shapes || !drawnAt) return null
  return {
    shapes: [...shapes],
    ...(turned !== 0 && { turn: turned }),
    drawn_at: drawnAt.toISOString(),
    unmarked_url: addressOf(media, 'unmarked', signer),
  }
}

/** A path without a host, so that it works under every name of the server. */
function addressOf(media: MediaRow, rendition: Rendition, { key, holder, now }: MediaSigner): string {
  const ticket = signTicket(key, { what: 'media', subject: media.id, rendition, holder }, now)
  return `/api/files/media/${ticket}${rendition === 'unmarked' ? '' : versionOf(media)}`
}

/** A query parameter for a photo with a drawing, so that browsers do not display a cached earlier version. */
export function versionOf({ shapes, drawnAt }: Pick<MediaRow, 'shapes' | 'drawnAt'>): string {
  return shapes && drawnAt ? `?drawn=${drawnAt.getTime().toString(36)}` : ''
}

function positionOf({ latitude, longitude }: MediaRow): MediaItem['position'] {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
