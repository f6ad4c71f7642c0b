import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { initialAnswerValue } from '#survey/default-value.ts'
import { everyPlaced, type Placed } from '#survey/move/placed-answers.ts'
import type { UndoRecord } from '#survey/move/undo-record.ts'
import { mandatoryShare } from '#survey/progress.ts'
import { everyAnswer, type Survey } from '#survey/survey.ts'

/**
 * Writes a survey after a move. Rows keep their ids, so history, photos and uploads stay attached. The caller
 * holds the survey's lock and records the edit. Returns false if another account has the derived id of a new
 * part.
 */
export async function writeMoved(
  db: Db,
  before: Survey,
  after: Survey,
  earlierTemplates: readonly string[],
  now: Date,
): Promise<boolean> {
  if (!(await writeSections(db, after, now))) return false
  await writeAnswers(db, before, after)
  const { filled, total } = mandatoryShare(after)
  const templates = new Set([...earlierTemplates, before.template.id])
  templates.delete(after.template.id)
  await db
    .updateTable('survey')
    .set({ template_id: after.template.id, earlier_templates: [...templates], filled, fillable: total })
    .where('id', '=', after.id)
    .execute()
  return true
}

/** Removed sections keep their rows, since an undo may restore them. */
async function writeSections(db: Db, { id: surveyId, sections }: Survey, now: Date): Promise<boolean> {
  const rows = sections.map(({ id, definition }, position) => ({ id, field: definition.id, position }))
  const parts = sections.flatMap(({ id, subSections }) =>
    subSections.map((part) => ({ id: part.id, section: id })),
  )
  await sql`
    insert into survey_section (id, survey_id, template_section_id, position)
    select id, ${surveyId}, field, position
    from json_to_recordset(${JSON.stringify(rows)}::json) as new (id uuid, field uuid, position integer)
    on conflict (id) do update set template_section_id = excluded.template_section_id,
      position = excluded.position`.execute(db)
  await sql`
    insert into sub_section (id, survey_id, section_id, created_at)
    select id, ${surveyId}, section, ${now}
    from json_to_recordset(${JSON.stringify(parts)}::json) as new (id uuid, section uuid)
    on conflict (id) do nothing`.execute(db)
  const taken = await db
    .selectFrom('sub_section')
    .select('id')
    .where('id', '=', sql<string>`any(${parts.map(({ id }) => id)}::uuid[])`)
    .where('survey_id', '!=', surveyId)
    .limit(1)
    .executeTakeFirst()
  return taken === undefined
}

async function writeAnswers(db: Db, before: Survey, after: Survey): Promise<void> {
  const surveyId = after.id
  const places = after.sections.flatMap(({ subSections }) =>
    subSections.flatMap((part) =>
      everyAnswer(part).map(({ id, field }) => {
        const { value, values } = initialAnswerValue(field)
        return { id, part: part.id, field: field.id, value, value_list: values }
      }),
    ),
  )
  const placed = new Set(places.map(({ id }) => id))
  const earlier = new Map((after.earlierAnswers ?? []).map(({ answer }) => [answer.id, answer.field.id]))
  const aside = everyPlaced(before)
    .filter(({ answer }) => !placed.has(answer.id))
    .map(({ answer, subSectionId }) => ({
      ...{ id: answer.id, part: subSectionId, field: earlier.get(answer.id) ?? answer.field.id },
    }))
  // Titles get rows when first entered; devices may now use the ids of several versions.
  const titles = everyPlaced(before).map(({ answer, subSectionId }: Placed) => ({
    ...{ id: answer.id, part: subSectionId },
  }))
  await sql`
    insert into answer (id, survey_id, sub_section_id, template_field_id)
    select id, ${surveyId}, part, id
    from json_to_recordset(${JSON.stringify(titles)}::json) as new (id uuid, part uuid)
    on conflict do nothing`.execute(db)
  // Clears all places first, so that no place is taken twice.
  await sql`
    update answer set template_field_id = answer.id
    from unnest(${[...placed, ...aside.map(({ id }) => id)]}::uuid[]) as moved (id)
    where answer.id = moved.id and answer.survey_id = ${surveyId}`.execute(db)
  await sql`
    update answer set earlier_field_id = new.field
    from json_to_recordset(${JSON.stringify(aside)}::json) as new (id uuid, field uuid)
    where answer.id = new.id and answer.survey_id = ${surveyId}`.execute(db)
  await sql`
    update answer set sub_section_id = new.part, template_field_id = new.field, earlier_field_id = null
    from json_to_recordset(${JSON.stringify(places)}::json) as new (id uuid, part uuid, field uuid)
    where answer.id = new.id and answer.survey_id = ${surveyId}`.execute(db)
  // New fields start with their default.
  await sql`
    insert into answer (id, survey_id, sub_section_id, template_field_id, value, value_list)
    select id, ${surveyId}, part, field, value, value_list
    from json_to_recordset(${JSON.stringify(places)}::json)
      as new (id uuid, part uuid, field uuid, value text, value_list text[])
    on conflict (id) do nothing`.execute(db)
}

/** A stored place of an answer, by ids. */
export interface StoredPlace {
  readonly id: string
  readonly section: string
  readonly part: string
  readonly field: string
  readonly earlier: boolean
}

export function storedPlaces(record: UndoRecord): readonly StoredPlace[] {
  return [...record].map(([id, spot]) => ({
    ...{ id, section: spot.sectionId, part: spot.subSectionId },
    ...{ field: spot.field.id, earlier: spot.isEarlier },
  }))
}

export interface NewMove {
  readonly id: string
  readonly surveyId: string
  readonly from: string
  readonly to: string
  readonly record: UndoRecord
  readonly accountId: string
  readonly now: Date
}

export async function addMove(db: Db, move: NewMove): Promise<void> {
  await db
    .insertInto('survey_move')
    .values({
      id: move.id,
      survey_id: move.surveyId,
      from_template_id: move.from,
      to_template_id: move.to,
      moved_by: move.accountId,
      moved_at: move.now,
      record: JSON.stringify(storedPlaces(move.record)),
    })
    .execute()
}

/** Returns the moves of a survey, latest first, without the large lists of places. */
export async function readMoves(db: Db, surveyId: string) {
  return db
    .selectFrom('survey_move')
    .leftJoin('account', 'account.id', 'survey_move.moved_by')
    .select(['survey_move.id', 'survey_id', 'from_template_id', 'to_template_id', 'moved_at', 'undone_at'])
    .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('mover'))
    .where('survey_id', '=', surveyId)
    .orderBy('moved_at', 'desc')
    .orderBy('survey_move.id', 'desc')
    .execute()
}

/** Returns the places of answers before a move. */
export async function readPlaces(db: Db, id: string): Promise<readonly StoredPlace[]> {
  const row = await db.selectFrom('survey_move').select('record').where('id', '=', id).executeTakeFirst()
  return (row?.record ?? []) as unknown as readonly StoredPlace[]
}

export type MoveRow = Awaited<ReturnType<typeof readMoves>>[number]

/** Returns the survey of a move, before the caller is authorized. */
export async function surveyOfMove(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('survey_move').select('survey_id').where('id', '=', id).executeTakeFirst()
  return row?.survey_id ?? null
}

export async function markUndone(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('survey_move').set({ undone_at: now }).where('id', '=', id).execute()
}

/** Finds any existing survey, for admins, who may move surveys without reading them. */
export async function anySurvey(db: Db, id: string, lock: boolean) {
  const query = db
    .selectFrom('survey')
    .selectAll('survey')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .where('survey.id', '=', id)
    .where('survey.deleted_at', 'is', null)
    .where('account.deleted_at', 'is', null)
  return (lock ? query.forUpdate('survey') : query).executeTakeFirst()
}

/** Returns surveys with an older version of the series: of all existing accounts, or of one owner. */
export async function readOutdated(
  db: Db,
  { series, version }: { readonly series: string; readonly version: number },
  only: { readonly owner: string | null; readonly status: 'Started' | undefined },
): Promise<{ readonly rows: readonly { id: string; version: number }[]; readonly total: number }> {
  const behind = db
    .selectFrom('survey')
    .innerJoin('template', 'template.id', 'survey.template_id')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .where('template.series', '=', series)
    .where('template.version', '<', version)
    .where('survey.deleted_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .$if(only.owner !== null, (query) => query.where('survey.account_id', '=', only.owner ?? ''))
    .$if(only.status !== undefined, (query) => query.where('survey.status', '=', only.status ?? ''))
  const rows = await behind
    .select(['survey.id', 'template.version'])
    .orderBy('survey.created_at')
    .orderBy('survey.id')
    .limit(limits.surveysBehindMax)
    .execute()
  const { total } = await behind
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
