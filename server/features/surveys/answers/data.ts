import { type Compilable, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { DatedValue } from '#survey/merge.ts'
import { type Actor, eventOf, publishOnceCommitted } from '../events/record.ts'
import { bytesBefore, type Weighed, weightOfEmpty, weightOfRow } from '../weight.ts'
import type { NamedIds, TitlePlace } from './named.ts'

/** One row for each section, sub-section and answer that a save names and that belongs there. */
export interface NamedRow {
  readonly sectionId: string
  readonly subSectionId: string | null
  readonly deletedAt: Date | null
  readonly id: string | null
  readonly fieldId: string | null
  /** The field that it was given for, where the survey's version of now has no place for it. */
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

/** One read for all that a save names, whatever their number; children only below their own parents. */
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

/** Makes the rows of titles that nobody gave before, only below sub-sections of this survey; how many. */
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

/** An answer, the moment that an edit of it was made by the device's clock, and the revision that it changed. */
export interface SentMoment {
  readonly id: string
  readonly sentAt: string | null
  readonly baseRevision: number | null
}

/** An edit that arrived before, as it was sent. */
export interface SeenEdit extends DatedValue {
  /** The revision that it was; null of one that lost, which never was any. */
  readonly revision: number | null
  /** When it counts as made. */
  readonly givenAt: string | null
}

/**
 * Of the history of these answers what decides over edits that arrive now: the edits from these moments, and the values
 * that they changed. A long history is not read for a short save.
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
  /** The session that gave it. */
  readonly edited_in: string | null
  /** The survey's last event before that; null of what is given now. */
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
  /** Answers that count for the progress: filled now minus emptied now. */
  readonly filled: number
  /** What the answers' values come to now, less what they came to before. */
  readonly bytes: number
}

interface SavedRow extends Weighed {
  readonly filled: number
  readonly fillable: number
  readonly updated_at: Date
}

/**
 * Writes a whole save in one statement, whatever the number of its answers, and tells of it: the lock on the survey is
 * short. A recovered answer that is there already stays: its id follows from answer and value.
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
      returning ${weightOfRow} as bytes
    ), told as (
      ${eventOf(surveyId, by, answers.length > 0 ? { kind: 'answers', answers } : null)}
    )
    update survey set filled = filled + ${save.filled}::integer,
      bytes = survey.bytes + ${save.bytes + weightOfEmpty(save.titles)}::bigint
        + (select coalesce(sum(recovered.bytes), 0) from recovered),
      updated_at = case when ${save.changes.length > 0}::boolean then ${now}::timestamptz else updated_at end
    where id = ${surveyId} returning filled, fillable, updated_at, bytes, ${bytesBefore} as bytes_before`.execute(
    db,
  )
  if (answers.length > 0) publishOnceCommitted(db, surveyId)
  return rows[0]
}

/** The names of these accounts, as people read them. */
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

/** So many of the newest are told. */
const historyShown = 500

/** Newest first; empty for an answer that never had another value, null for one that is not of this survey. */
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
      // What a default came to was given by nobody.
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
