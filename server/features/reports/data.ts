import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Rendition } from '#server/http/ticket.ts'

/** A copy of a photo or video as it is in the file store. */
export interface StoredCopy {
  readonly mediaId: string
  readonly name: Rendition
  readonly storeKey: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly crc32: number
  readonly width: number | null
  readonly height: number | null
}

/**
 * Returns stored copies by media id. For a photo with drawings: the marked picture's copies, and the
 * original. The caller must have checked access to the survey.
 */
export async function readStoredCopies(
  db: Db,
  surveyId: string,
  names: readonly Rendition[],
): Promise<ReadonlyMap<string, readonly StoredCopy[]>> {
  const rows = await db
    .selectFrom('media')
    .innerJoin('rendition', (join) =>
      join.on(sql<boolean>`rendition.file_id in (media.file_id, media.drawn_file_id)
        and (media.drawn_file_id is null or rendition.file_id = media.drawn_file_id or rendition.name = 'original')`),
    )
    .select([
      'media.id as mediaId',
      'rendition.name',
      'rendition.store_key as storeKey',
      'rendition.content_type as contentType',
      'rendition.size',
      'rendition.sha256',
      'rendition.crc32',
      'rendition.width',
      'rendition.height',
    ])
    .where('media.survey_id', '=', surveyId)
    .where('rendition.name', 'in', names)
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ ...row, name: row.name as Rendition })),
    (row) => row.mediaId,
  )
}

/**
 * Returns one stored copy of each floor plan, by plan id. The caller must have checked access to the survey.
 */
export async function readStoredPlans(
  db: Db,
  surveyId: string,
  name: Rendition,
): Promise<ReadonlyMap<string, Omit<StoredCopy, 'mediaId'>>> {
  const rows = await db
    .selectFrom('plan')
    .innerJoin('rendition', 'rendition.file_id', 'plan.file_id')
    .select([
      'plan.id',
      'rendition.store_key as storeKey',
      'rendition.content_type as contentType',
      'rendition.size',
      'rendition.sha256',
      'rendition.crc32',
      'rendition.width',
      'rendition.height',
    ])
    .where('plan.survey_id', '=', surveyId)
    .where('plan.deleted_at', 'is', null)
    .where('rendition.name', '=', name)
    .execute()
  return new Map(rows.map(({ id, ...copy }) => [id, { ...copy, name }]))
}
