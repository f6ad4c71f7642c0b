import { sql } from 'kysely'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import type { SavedSections } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate, wasMoved } from '#server/features/templates/data.ts'
import { Failure } from '#server/http/failure.ts'
import { countedFields, type Share } from '#survey/progress.ts'
import type { Template, TemplateField } from '#survey/template.ts'
import type { OpenedSurvey } from '../access.ts'
import {
  bytesBefore,
  type ChangedAnswer,
  changedSince,
  noteContentChange,
  recountProgress,
  rejectTooLarge,
  type SizeChange,
  type SurveyRow,
  sizeOfEmpty,
  sizeOfRow,
} from '../data.ts'
import { type Actor, eventOf, publishOnceCommitted, recordChange } from '../events/data.ts'
import { inPlace, translateOutcome, translateSave } from '../moved/translate-save.ts'
import { anyOf, type LoadedSave, loadNamed, type NamedRow, readNamed, readSeen } from './load.ts'
import { editsNeedingHistory, type MergeResult, readSessionValues, resolveMerge } from './merge.ts'

export interface SaveOutcome extends MergeResult {
  readonly lastEdited: Date
  readonly share: Share
  readonly changedSince: ChangedSinceSubmission | null
  /** Names of the accounts whose values conflict, by account id. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Saves the named answers: loads them, merges, writes, and reports the change to open devices. The caller holds
 * the survey's lock. Writes nothing if any answer does not belong or fit. `read`: the rows of `openToSave`;
 * absent = read them now.
 */
export async function saveAnswers(
  db: Db,
  survey: SavedInto,
  sections: SavedSections,
  by: Actor,
  read?: readonly NamedRow[],
): Promise<SaveOutcome | Failure<'survey.partNotFound' | 'survey.badAnswer'>> {
  const rows = read ?? (await readNamed(db, survey.id, sections))
  const placed = wasMoved(survey) ? await translateSave(db, survey.id, sections) : inPlace(sections)
  const loaded = await loadNamed(db, survey, placed.sections, [...rows, ...placed.rows])
  if (loaded instanceof Failure) return loaded
  const merged = await merge(db, survey, loaded, by)
  const written = await write(db, survey, loaded, merged, by)
  return translateOutcome({ ...merged, ...written }, placed)
}

type SavedInto = SurveyRow & Partial<Pick<OpenedSurvey, 'contributes'>>

async function merge(db: Db, survey: SavedInto, { named }: LoadedSave, by: Actor): Promise<MergeResult> {
  const { id: accountId, sessionId } = by.account
  return resolveMerge(named, {
    ...{ accountId, sessionId, now: by.now.toISOString() },
    seen: await readSeen(db, editsNeedingHistory(named)),
    known: await readSessionValues(db, sessionId, named),
    counts: countedIn(await pinnedTemplate(db, survey.template_id)),
    contributes: survey.contributes ?? false,
  })
}

async function write(
  db: Db,
  survey: SavedInto,
  { rows, named, titles }: LoadedSave,
  merged: MergeResult,
  by: Actor,
): Promise<Omit<SaveOutcome, keyof MergeResult>> {
  const { changes, history, late, confirmed } = merged
  await recordSessionValues(db, by.account.sessionId, survey.id, confirmed)
  const row =
    changes.length + history.length + late.length + titles > 0
      ? await writeSave(db, survey.id, { ...merged, titles }, by)
      : null
  if (row) rejectTooLarge(row, by.context.config)
  if (changes.length > 0) await noteContentChange(db, survey, by)
  // Only a reload of the whole survey shows an earlier answer.
  const earlier = new Set(named.flatMap(({ stored }) => (stored.isEarlier ? stored.id : [])))
  if (late.length > 0 || changes.some(({ id }) => earlier.has(id)))
    await recordChange(db, survey.id, by, { kind: 'survey' })
  // In a moved survey, fields may count other than those that the save names.
  const changed = wasMoved(survey) ? undefined : changedIn(rows, named, new Set(changes.map(({ id }) => id)))
  const { filled, fillable } = row
    ? await recountProgress(db, { id: survey.id, templateId: survey.template_id }, row, changed)
    : survey
  const changed_since_submission = survey.changed_since_submission || changes.length > 0
  return {
    lastEdited: (row ?? survey).updated_at,
    share: { filled, total: fillable },
    changedSince: await changedSince(db, { ...survey, changed_since_submission, filled, fillable }),
    names: await readNames(
      db,
      merged.conflicts.flatMap(({ editorId }) => editorId ?? []),
    ),
  }
}

function changedIn(
  rows: LoadedSave['rows'],
  named: LoadedSave['named'],
  changed: ReadonlySet<string>,
): readonly ChangedAnswer[] {
  const partOf = new Map(rows.map(({ id, subSectionId }) => [id, subSectionId]))
  const stored = new Map(named.map((one) => [one.stored.id, one.stored]))
  return [...changed].flatMap((id) => {
    const [before, partId] = [stored.get(id), partOf.get(id)]
    if (!before || !partId) return []
    return { id, partId, fieldId: before.field.id, value: before.value, values: before.values }
  })
}

/** Fields of other versions never count. */
function countedIn(template: Template): (field: TemplateField) => boolean {
  const counts = countedFields(template)
  const own = new Set(template.sections.flatMap(({ fields }) => fields.map(({ id }) => id)))
  return (field) => own.has(field.id) && counts(field)
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
async function writeSave(db: Db, surveyId: string, save: SaveWrite & { readonly titles: number }, by: Actor) {
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
async function readNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select('id')
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
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
async function recordSessionValues(
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
