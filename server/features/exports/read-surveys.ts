import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { isReadableBy, type Reader } from '#server/features/surveys/access.ts'
import { listSurveyIds } from '#server/features/surveys/list/data.ts'
import { loadWithMedia } from '#server/features/surveys/load.ts'
import { reviewStateOf } from '#server/features/surveys/review-state.ts'
import { findVersion, pinnedTemplate } from '#server/features/templates/data.ts'
import type { SessionHolder } from '#server/http/ticket.ts'
import type { ExportedSurvey, ExportTemplate } from '#survey/export/exported-survey.ts'
import { type MediaAddresses, mediaOf } from './exported-media.ts'
import { listFilterOf, type Selection } from './request.ts'

/** The account that asked, with the session that addresses of photos are signed for. */
export interface ExportReader extends MediaAddresses {
  readonly holder: SessionHolder
  /** Of the API key that asked. */
  readonly limits: Reader['limits']
  readonly now: Date
}

/** The requester was disabled or deleted, so nothing may be written. */
export class RequesterGone extends Error {}

/** A survey was moved to another template version while the file was being written. */
export class TemplateChanged extends Error {}

/** Surveys are authorized and loaded in batches, so that a lost right counts within moments. */
const batchSurveys = 20
/** Surveys loaded ahead of the writer, unless they are large. */
const aheadMost = 4
const aheadBytes = 8 * 1024 * 1024

/** Returns the ids of the selected surveys that the account may read now, in the order of the list. */
export async function selectSurveys(
  db: Db,
  reader: Reader,
  selection: Selection,
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<readonly string[]> {
  if ('filter' in selection)
    return listSurveyIds(db, { ...reader, now }, listFilterOf(selection.filter), most)
  const readable = new Set((await readReadable(db, reader, selection.ids)).map(({ id }) => id))
  return [...new Set(selection.ids)].filter((id) => readable.has(id))
}

/** Returns every version that the surveys follow or have followed, in the reader's language. */
export async function templatesOf(db: Db, ids: readonly string[]): Promise<readonly ExportTemplate[]> {
  const rows = await db
    .selectFrom('survey')
    .select(['template_id', 'earlier_templates'])
    .distinct()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const versions = new Set(rows.flatMap((row) => [row.template_id, ...row.earlier_templates]))
  const templates: ExportTemplate[] = []
  for (const id of versions) {
    const version = await findVersion(db, id)
    if (version) templates.push({ series: version.series, template: await pinnedTemplate(db, id) })
  }
  return templates
}

/**
 * Reads the surveys one after the other, with the requester's rights at that moment: surveys that are no longer
 * readable are left out.
 */
export async function* readSurveys(
  db: Db,
  reader: ExportReader,
  ids: readonly string[],
  templates: readonly ExportTemplate[],
): AsyncGenerator<ExportedSurvey> {
  const series = new Map(templates.map((one) => [one.template.id, one.series]))
  for (let at = 0; at < ids.length; at += batchSurveys) {
    if (!(await isThere(db, reader.holder.account))) throw new RequesterGone()
    const batch = ids.slice(at, at + batchSurveys)
    const { holder, limits } = reader
    const rows = await readReadable(db, { id: holder.account, limits }, batch)
    const readable = new Map(rows.map((row) => [row.id, row]))
    yield* loadAhead(
      batch.flatMap((id) => readable.get(id) ?? []),
      (row) => loadOne(db, reader, row, series),
    )
  }
}

type ReadableRow = Awaited<ReturnType<typeof readReadable>>[number]

function readReadable(db: Db, reader: Reader, ids: readonly string[]) {
  return db
    .selectFrom('survey')
    .select(['survey.id', 'survey.account_id', 'survey.review', 'survey.bytes'])
    .where('survey.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('survey.deleted_at', 'is', null)
    .where(isReadableBy(reader))
    .execute()
}

async function isThere(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function loadOne(
  db: Db,
  reader: ExportReader,
  row: ReadableRow,
  known: ReadonlyMap<string, string>,
): Promise<ExportedSurvey> {
  const loaded = await loadWithMedia(db, row.id)
  const series = known.get(loaded.survey.template.id)
  if (series === undefined) throw new TemplateChanged()
  const isOwner = row.account_id === reader.holder.account
  return {
    survey: loaded.survey,
    series,
    review: reviewStateOf(row.review),
    isOwner,
    media: await mediaOf(db, loaded, reader, isOwner),
  }
}

/** Loads the next surveys while the writer works, one at a time if they are large. */
async function* loadAhead<Result>(
  rows: readonly ReadableRow[],
  load: (row: ReadableRow) => Promise<Result>,
): AsyncGenerator<Result> {
  const loading: { readonly bytes: number; readonly result: Promise<Result> }[] = []
  const waiting = [...rows]
  const fill = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const bytes = loading.reduce((sum, one) => sum + one.bytes, next.bytes)
      if (loading.length >= aheadMost || (loading.length > 0 && bytes > aheadBytes)) return
      waiting.shift()
      const result = load(next)
      // Reported when its turn comes.
      result.catch(() => {})
      loading.push({ bytes: next.bytes, result })
    }
  }
  for (;;) {
    fill()
    const next = loading[0]
    if (!next) return
    const result = await next.result
    loading.shift()
    fill()
    yield result
  }
}
