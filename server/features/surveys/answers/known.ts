import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { initialAnswerValue } from '#survey/default-value.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { isMissing } from '#survey/fields/registry.ts'
import type { TemplateField } from '#survey/template.ts'
import type { NamedAnswer } from './named.ts'

/** An answer as a session knows it. `event`s are those of its survey. */
export interface KnownValue extends AnswerValue {
  readonly revision: number
  /** When it counts as given. */
  readonly givenAt: string | null
  readonly copiedFrom?: string | null
}

/**
 * Notes that a session is given a survey, or one section of it, as it is now. Before the answers are read where nobody
 * holds the survey's lock: what is saved meanwhile then counts as not seen. Of a survey that has not changed nothing
 * is written and no row is locked, so that the read that comes every few seconds waits for no disk.
 */
export async function recordReading(
  db: Db,
  sessionId: string,
  partId: string,
  surveyId = partId,
): Promise<void> {
  await sql`
    insert into survey_reading (session_id, part_id, event)
    select session.id, ${partId}::uuid, latest.event
    from session,
      (select coalesce(max(id), 0) as event from survey_event where survey_id = ${surveyId}) latest
    where session.id = ${sessionId} and not exists (
      select from survey_reading known
      where known.session_id = session.id and known.part_id = ${partId} and known.event >= latest.event)
    for key share of session
    on conflict (session_id, part_id) do update set event = excluded.event
      where survey_reading.event < excluded.event`.execute(db)
}

/**
 * Notes that a session has these answers in sight as they stand, since it has just sent the same. The caller holds the
 * survey's lock.
 */
export async function noteSeen(
  db: Db,
  sessionId: string,
  surveyId: string,
  answers: readonly string[],
): Promise<void> {
  if (answers.length === 0) return
  await sql`
    insert into survey_reading (session_id, part_id, event)
    select session.id, answer.id, latest.event
    from session,
      json_to_recordset(${JSON.stringify(answers.map((id) => ({ id })))}::json) as answer (id uuid),
      (select coalesce(max(id), 0) as event from survey_event where survey_id = ${surveyId}) latest
    where session.id = ${sessionId}
    on conflict (session_id, part_id) do update set event = excluded.event
      where survey_reading.event < excluded.event`.execute(db)
}

/** As it is before anybody gives it. */
export function neverGiven(field: TemplateField): KnownValue {
  return { ...initialAnswerValue(field), revision: 0, givenAt: null }
}

interface Row {
  readonly id: string
  /** Up to where the session was given it; null = it never was. */
  readonly event: number | null
  readonly given: PastValue | null
  readonly sent: PastValue | null
  readonly older: PastValue | null
}

interface PastValue {
  readonly revision: number
  readonly value: string
  readonly value_list: string[]
  readonly edited_at: string | null
  readonly copied_from: string | null
}

/**
 * What this session knows of answers whose revision it does not name: what it was last given, or gave last itself. Of
 * one that was given nothing, as after logging in anew, the value that it sends where that stood at any time before.
 */
export async function readKnown(
  db: Db,
  sessionId: string,
  named: readonly NamedAnswer[],
): Promise<ReadonlyMap<string, KnownValue>> {
  const asked = new Map(
    named
      .filter(({ stored, baseRevision }) => baseRevision === null && stored.editedAt !== null)
      .map((one) => [one.stored.id, one] as const),
  )
  if (asked.size === 0) return new Map()
  const values = [...asked].map(([id, { given }]) => ({ id, value: given?.value, value_list: given?.values }))
  const past = sql`json_build_object('revision', revision, 'value', value, 'value_list', value_list,
    'edited_at', edited_at, 'copied_from', copied_from)`
  const { rows } = await sql<Row>`
    select answer.id, reading.event, given.past as given, sent.past as sent, older.past as older
    from json_to_recordset(${JSON.stringify(values)}::json) as named (id uuid, value text, value_list text[])
    join answer on answer.id = named.id
    join sub_section on sub_section.id = answer.sub_section_id
    left join lateral (
      select max(event) as event from survey_reading
      where session_id = ${sessionId} and part_id in (answer.survey_id, sub_section.section_id, answer.id)) reading on true
    left join lateral (
      select ${past} as past from answer_history
      where answer_id = answer.id and outcome = 'replaced'
        and coalesce(answer_history.event, -1) < reading.event
      order by revision desc limit 1) given on true
    left join lateral (
      select ${past} as past from answer_history
      where answer_id = answer.id and outcome = 'replaced' and edited_in = ${sessionId}
      order by revision desc limit 1) sent on true
    left join lateral (
      select ${past} as past from answer_history
      where answer_id = answer.id and outcome = 'replaced'
        and value = named.value and value_list = named.value_list
      order by revision desc limit 1) older on reading.event is null`.execute(db)
  return new Map(
    rows.flatMap((row) => {
      const one = asked.get(row.id)
      const known = one && knownOf(row, one, sessionId)
      return known ? [[row.id, known] as const] : []
    }),
  )
}

function knownOf(row: Row, { stored, given }: NamedAnswer, sessionId: string): KnownValue | null {
  const current: KnownValue = { ...stored, givenAt: stored.editedAt }
  if (stored.editedIn === sessionId) return current
  if (row.event !== null && (stored.event ?? 0) < row.event) return current
  const read = row.event === null ? null : (pastOf(row.given) ?? neverGiven(stored.field))
  const sent = pastOf(row.sent)
  const last = (read?.revision ?? -1) > (sent?.revision ?? -1) ? read : sent
  if (last) return last
  if (row.older) return pastOf(row.older)
  return given !== null && isMissing({ ...stored, ...given }) ? neverGiven(stored.field) : null
}

function pastOf(past: PastValue | null): KnownValue | null {
  if (!past) return null
  const { revision, value, value_list: values, edited_at, copied_from: copiedFrom } = past
  return { revision, value, values, copiedFrom, givenAt: edited_at && new Date(edited_at).toISOString() }
}
