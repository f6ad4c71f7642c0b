import { type Compilable, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { DatedValue } from '#survey/answer-state.ts'
import { type Actor, eventOf, publishOnceCommitted } from '../events/data.ts'
import { bytesBefore, type SizeChange, sizeOfEmpty, sizeOfRow } from '../survey-size.ts'
import type { NamedIds, TitlePlace } from './named-answers.ts'

/** One row for each existing section, sub-section and answer that a save names. */
export interface NamedRow {
  readonly sectionId: string
  readonly subSectionId: string | null
  readonly deletedAt: Date | null
  readonly id: string | null
  readonly fieldId: string | null
  /** The original field, if the survey's current version lacks it. */
  readonly earlierFieldId: string | null
  readonly value: string | null
  readonly values: string[] | null
  readonly revision: number | null
  readonly editedAt: Date | null
  readonly sentAt: Date | null
  readonly editedBy: string | null
  readonly editedIn: string | null
  readonly event: number | null
  readonly copiedFrom: string | null
}

/** Reads everything a save names in one query; children only below their own parents. */
export function queryNamed(
  db: Db,
  surveyId: string,
  { sections, subSections, answers }: NamedIds,
): Compilable<NamedRow> & { execute(): Promise<NamedRow[]> } {
  return db
    .selectFrom('survey_section')
    .leftJoin('sub_section', (join) =>
      join
        .onRef('sub_section.section_id', '=', 'survey_section.id')
        .on('sub_section.id', '=', anyOf(subSections)),
    )
    .leftJoin('answer', (join) =>
      join.onRef('answer.sub_section_id', '=', 'sub_section.id').on('answer.id', '=', anyOf(answers)),
    )
    .select([
      'survey_section.id as sectionId',
      'sub_section.id as subSectionId',
      'sub_section.deleted_at as deletedAt',
      'answer.id',
      'answer.template_field_id as fieldId',
      'answer.earlier_field_id as earlierFieldId',
      'answer.value',
      'answer.value_list as values',
      'answer.revision',
      'answer.edited_at as editedAt',
      'answer.sent_at as sentAt',
      'answer.edited_by as editedBy',
      'answer.edited_in as editedIn',
      'answer.event',
      'answer.copied_from as copiedFrom',
    ])
    .where('survey_section.survey_id', '=', surveyId)
    .where('survey_section.id', '=', anyOf(sections))
}

/** Creates rows for titles that had none, only below sub-sections of this survey. Returns their number. */
export async function addTitles(db: Db, surveyId: string, titles: readonly TitlePlace[]): Promise<number> {
  if (titles.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    insert into answer (id, survey_id, sub_section_id, template_field_id)
    select new.id, ${surveyId}, sub_section.id, new.field_id
    from json_to_recordset(${JSON.stringify(titles.map((one) => ({ id: one.id, part: one.subSectionId, section: one.sectionId, field_id: one.fieldId })))}::json)
      as new (id uuid, part uuid, section uuid, field_id uuid)
    join sub_section on sub_section.id = new.part and sub_section.section_id = new.section
      and sub_section.survey_id = ${surveyId}
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** An answer, the device time of an edit, and the revision that the edit changed. */
export interface SentMoment {
  readonly id: string
  readonly sentAt: string | null
  readonly baseRevision: number | null
}

/** An edit that arrived before, as it was sent. */
export interface SeenEdit extends DatedValue {
  /** Its revision; null if it lost and never became one. */
  readonly revision: number | null
  /** When the edit counts as made. */
  readonly givenAt: string | null
}

/**
 * Reads the part of these answers' history that decides over incoming edits: the edits of these times, and the
 * values they changed. A long history does not slow down a short save.
 */
export async function readSeen(
  db: Db,
  moments: readonly SentMoment[],
): Promise<ReadonlyMap<string, SeenEdit[]>> {
  if (moments.length === 0) return new Map()
  const answers = [...new Set(moments.map(({ id }) => id))]
  const sent = [...new Set(moments.flatMap(({ sentAt }) => sentAt ?? []))]
  const bases = [...new Set(moments.flatMap(({ baseRevision }) => baseRevision ?? []))]
  const rows = await db
    .selectFrom('answer_history')
    .select([
      'answer_id',
      'value',
      'value_list',
      'copied_from',
      'sent_at',
      'edited_at',
      'revision',
      'outcome',
    ])
    .where('answer_id', '=', anyOf(answers))
    .where(
      sql<boolean>`(sent_at = any(${sent}::timestamptz[])
        or (outcome = 'replaced' and revision = any(${bases}::integer[])))`,
    )
    .execute()
  const seen = rows.map((row) => ({
    answerId: row.answer_id,
    edit: {
      value: row.value,
      values: row.value_list,
      copiedFrom: row.copied_from,
      editedAt: row.sent_at?.toISOString() ?? null,
      revision: row.outcome === 'replaced' ? row.revision : null,
      givenAt: row.edited_at?.toISOString() ?? null,
    },
  }))
  const byAnswer = Map.groupBy(seen, ({ answerId }) => answerId)
  return new Map([...byAnswer].map(([id, rows]) => [id, rows.map(({ edit }) => edit)]))
}

export interface AnswerChange {
  readonly id: string
  readonly value: string
  readonly value_list: readonly string[]
  readonly revision: number
  readonly edited_at: string | null
  readonly sent_at: string | null
  readonly edited_by: string | null
  /** The session that made the edit. */
  readonly edited_in: string | null
  /** The survey's last event before the edit; null for an edit made now. */
  readonly event: number | null
  readonly copied_from: string | null
}

export interface HistoryEntry extends AnswerChange {
  readonly answer_id: string
  readonly outcome: 'replaced' | 'lost'
}

export interface Recovered {
  readonly id: string
  readonly answer_id: string
  readonly value: string
  readonly value_list: readonly string[]
  readonly edited_at: string | null
  readonly edited_by: string
}

export interface SaveWrite {
  readonly changes: readonly AnswerChange[]
  readonly history: readonly HistoryEntry[]
  readonly late: readonly Recovered[]
  /** Change in the number of filled answers that count for the progress. */
  readonly filled: number
  /** Change in the size of the answers' values. */
  readonly bytes: number
}

interface SavedRow extends SizeChange {
  readonly filled: number
  readonly fillable: number
  readonly updated_at: Date
}

/**
 * Writes a whole save and its event in one statement, so that the survey's lock is short. A recovered answer
 * that already exists stays: its id is derived from answer and value.
 */
export async function writeSave(
  db: Db,
  surveyId: string,
  save: SaveWrite & { readonly titles: number },
  by: Actor,
) {
  const { now } = by
  const answers = save.changes.map(({ id }) => id)
  const { rows } = await sql<SavedRow>`
    with changed as (
      update answer set value = new.value, value_list = new.value_list, revision = new.revision,
        edited_at = new.edited_at, sent_at = new.sent_at, edited_by = new.edited_by, edited_in = new.edited_in,
        copied_from = new.copied_from,
        event = coalesce((select max(id) from survey_event where survey_id = ${surveyId}), 0)
      from json_to_recordset(${JSON.stringify(save.changes)}::json) as new (id uuid, value text,
        value_list text[], revision integer, edited_at timestamptz, sent_at timestamptz, edited_by uuid,
        edited_in uuid, copied_from uuid)
      where answer.id = new.id and answer.survey_id = ${surveyId}
    ), kept as (
      insert into answer_history (id, answer_id, survey_id, value, value_list, revision, edited_at, sent_at,
        edited_by, edited_in, event, copied_from, outcome, received_at)
      select id, answer_id, ${surveyId}::uuid, value, value_list, revision, edited_at, sent_at, edited_by,
        edited_in,
        coalesce(event, (select max(id) from survey_event where survey_id = ${surveyId}), 0),
        copied_from, outcome, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(save.history)}::json) as entry (id uuid, answer_id uuid,
        value text, value_list text[], revision integer, edited_at timestamptz, sent_at timestamptz,
        edited_by uuid, edited_in uuid, event bigint, copied_from uuid, outcome text)
    ), recovered as (
      insert into recovered_answer (id, answer_id, survey_id, value, value_list, edited_at, edited_by, received_at)
      select id, answer_id, ${surveyId}::uuid, value, value_list, edited_at, edited_by, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(save.late)}::json) as late (id uuid, answer_id uuid, value text,
        value_list text[], edited_at timestamptz, edited_by uuid)
      on conflict (id) do nothing
      returning ${sizeOfRow} as bytes
    ), told as (
      ${eventOf(surveyId, by, answers.length > 0 ? { kind: 'answers', answers } : null)}
    )
    update survey set filled = filled + ${save.filled}::integer,
      bytes = survey.bytes + ${save.bytes + sizeOfEmpty(save.titles)}::bigint
        + (select coalesce(sum(recovered.bytes), 0) from recovered),
      updated_at = case when ${save.changes.length > 0}::boolean then ${now}::timestamptz else updated_at end
    where id = ${surveyId} returning filled, fillable, updated_at, bytes, ${bytesBefore} as bytes_before`.execute(
    db,
  )
  if (answers.length > 0) publishOnceCommitted(db, surveyId)
  return rows[0]
}

/** Full names of these accounts. */
export async function readNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select('id')
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Maximum number of entries, newest first. */
const historyShown = 500

/** Returns the answer's history, newest first; null if the answer is not in this survey. */
export async function readHistory(db: Db, surveyId: string, answerId: string) {
  const answer = await db
    .selectFrom('answer')
    .select('id')
    .where('id', '=', answerId)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  if (!answer) return null
  return (
    db
      .selectFrom('answer_history')
      .leftJoin('account', 'account.id', 'answer_history.edited_by')
      .selectAll('answer_history')
      .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('editor'))
      .where('answer_id', '=', answerId)
      .where('survey_id', '=', surveyId)
      // Revision 0 is a computed default without an author.
      .where('revision', '>', 0)
      .orderBy('received_at', 'desc')
      .orderBy('answer_history.id', 'desc')
      .limit(historyShown)
      .execute()
  )
}

function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`
}

export type HistoryRow = NonNullable<Awaited<ReturnType<typeof readHistory>>>[number]
