import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { initialAnswerValue } from '#survey/default-value.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { isMissing } from '#survey/fields/registry.ts'
import type { TemplateField } from '#survey/template.ts'
import type { NamedAnswer } from './named-answers.ts'

/** An answer as a session knows it. */
export interface SessionValue extends AnswerValue {
  readonly revision: number
  /** When it counts as made. */
  readonly givenAt: string | null
  readonly copiedFrom?: string | null
}

/**
 * Records that a session received a survey, or one of its sections, in its current state. Without the survey's
 * lock, call it before reading the answers, so that concurrent saves count as unseen.
 * If the survey has not changed, nothing is written and no row is locked, so that frequent polling causes no
 * disk writes.
 */
export async function recordSessionRead(
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
 * Records that a session knows the current values of these answers, since it has just sent the same. The caller
 * holds the survey's lock.
 */
export async function recordSessionValues(
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

/** The value before any edit. */
export function unansweredValue(field: TemplateField): SessionValue {
  return { ...initialAnswerValue(field), revision: 0, givenAt: null }
}

interface Row {
  readonly id: string
  /** The last event that the session received; null = none. */
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
 * Returns what this session knows of answers sent without a revision: the value it last received or sent. For a
 * session that received nothing, as after a new login, an earlier value equal to the one it sends.
 */
export async function readSessionValues(
  db: Db,
  sessionId: string,
  named: readonly NamedAnswer[],
): Promise<ReadonlyMap<string, SessionValue>> {
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

function knownOf(row: Row, { stored, given }: NamedAnswer, sessionId: string): SessionValue | null {
  const current: SessionValue = { ...stored, givenAt: stored.editedAt }
  if (stored.editedIn === sessionId) return current
  if (row.event !== null && (stored.event ?? 0) < row.event) return current
  const read = row.event === null ? null : (pastOf(row.given) ?? unansweredValue(stored.field))
  const sent = pastOf(row.sent)
  const last = (read?.revision ?? -1) > (sent?.revision ?? -1) ? read : sent
  if (last) return last
  if (row.older) return pastOf(row.older)
  return given !== null && isMissing({ ...stored, ...given }) ? unansweredValue(stored.field) : null
}

function pastOf(past: PastValue | null): SessionValue | null {
  if (!past) return null
  const { revision, value, value_list: values, edited_at, copied_from: copiedFrom } = past
  return { revision, value, values, copiedFrom, givenAt: edited_at && new Date(edited_at).toISOString() }
}
