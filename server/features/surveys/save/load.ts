import { type Compilable, sql } from 'kysely'
import type { SavedAnswer, SavedSections } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import {
  fieldsOf,
  pinnedTemplate,
  sameFieldIn,
  type VersionField,
  versionsOf,
} from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { DatedValue } from '#survey/answer-state.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { clean, isAnswerable, valueShape } from '#survey/fields/registry.ts'
import { type Answer, emptyAnswer, sectionId, titleField } from '#survey/survey.ts'
import type { Template, TemplateField } from '#survey/template.ts'
import { openSurveyWith, type Reader } from '../access.ts'
import type { SurveyRow } from '../data.ts'

/** The result of reading a save's answers. */
export interface LoadedSave {
  readonly rows: readonly NamedRow[]
  readonly named: readonly NamedAnswer[]
  /** Number of titles whose rows were created. */
  readonly titles: number
}

/** Opens a survey for a save: one round trip authorizes the caller, locks the survey and reads the named answers. */
export function openToSave(db: Db, reader: Reader, surveyId: string, sections: SavedSections) {
  return openSurveyWith(db, reader, surveyId, 'add', queryNamed(db, surveyId, sections))
}

/** Reads the named answers of a survey whose lock the caller holds already. */
export async function readNamed(
  db: Db,
  surveyId: string,
  sections: SavedSections,
): Promise<readonly NamedRow[]> {
  return sections.length === 0 ? [] : queryNamed(db, surveyId, sections).execute()
}

/** Verifies the named answers against the rows that were read, and creates the rows of titles named first. */
export async function loadNamed(
  db: Db,
  survey: SurveyRow,
  sections: SavedSections,
  read: readonly NamedRow[],
): Promise<LoadedSave | Failure<'survey.partNotFound' | 'survey.badAnswer'>> {
  const template = await pinnedTemplate(db, survey.template_id)
  const titles = await addTitles(db, survey.id, newTitles({ id: survey.id, template }, sections, read))
  const rows = [...read, ...titles]
  const named = verifyNamed(await versionsOf(db, survey), sections, rows)
  return named instanceof Failure ? named : { rows, named, titles: titles.length }
}

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

/** The columns of a `NamedRow`. */
export const namedColumns = [
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
] as const

/** Reads everything a save names in one query; children only below their own parents. */
function queryNamed(
  db: Db,
  surveyId: string,
  sections: SavedSections,
): Compilable<NamedRow> & { execute(): Promise<NamedRow[]> } {
  const subSections = sections.flatMap((section) => section.user_survey_sub_sections_attributes)
  const answers = subSections.flatMap((one) => one.user_survey_sub_section_details_attributes)
  return db
    .selectFrom('survey_section')
    .leftJoin('sub_section', (join) =>
      join
        .onRef('sub_section.section_id', '=', 'survey_section.id')
        .on('sub_section.id', '=', anyOf(subSections.map(idOf))),
    )
    .leftJoin('answer', (join) =>
      join
        .onRef('answer.sub_section_id', '=', 'sub_section.id')
        .on('answer.id', '=', anyOf(answers.map(idOf))),
    )
    .select(namedColumns)
    .where('survey_section.survey_id', '=', surveyId)
    .where('survey_section.id', '=', anyOf(sections.map(idOf)))
}

/** Returns the rows of named titles that have none yet: a title's row is created when it is first given. */
function newTitles(
  survey: { readonly id: string; readonly template: Template },
  sections: SavedSections,
  read: readonly NamedRow[],
): readonly NamedRow[] {
  const definitions = new Map(survey.template.sections.map((one) => [sectionId(survey.id, one), one]))
  const existing = new Set(read.map(({ id }) => id))
  const parts = new Map(read.map((row) => [`${row.sectionId}/${row.subSectionId}`, row]))
  return sections.flatMap((section) => {
    const definition = definitions.get(section.id)
    if (!definition) return []
    const field = titleField(definition)
    return section.user_survey_sub_sections_attributes.flatMap((part) => {
      const { id } = emptyAnswer(part.id, field)
      const named = part.user_survey_sub_section_details_attributes.some((detail) => detail.id === id)
      const place = parts.get(`${section.id}/${part.id}`)
      return named && place && !existing.has(id) ? { ...place, ...unanswered, id, fieldId: field.id } : []
    })
  })
}

/** The defaults of the table. */
const unanswered = {
  earlierFieldId: null,
  value: '',
  values: [],
  revision: 0,
  ...{ editedAt: null, sentAt: null, editedBy: null, editedIn: null, event: null, copiedFrom: null },
}

/** Creates these rows and returns them, without those whose id or field is taken elsewhere. */
async function addTitles(
  db: Db,
  surveyId: string,
  titles: readonly NamedRow[],
): Promise<readonly NamedRow[]> {
  if (titles.length === 0) return []
  const places = titles.map(({ id, subSectionId, fieldId }) => ({ id, part: subSectionId, field: fieldId }))
  const { rows } = await sql<{ readonly id: string }>`
    insert into answer (id, survey_id, sub_section_id, template_field_id)
    select id, ${surveyId}, part, field
    from json_to_recordset(${JSON.stringify(places)}::json) as new (id uuid, part uuid, field uuid)
    on conflict do nothing returning id`.execute(db)
  const added = new Map(titles.map((one) => [one.id, one]))
  return rows.flatMap(({ id }) => added.get(id) ?? [])
}

/** A stored answer with its field and server-only properties. */
export interface StoredAnswer extends Answer {
  readonly sentAt: string | null
  readonly editedBy: string | null
  /** The session that made the edit. */
  readonly editedIn: string | null
  /** The survey's last event before the edit; null for an edit made now. */
  readonly event: number | null
  readonly subSectionDeleted: boolean
  /** The survey's current version has no place for it (`survey/move/`). */
  readonly isEarlier: boolean
}

/** One answer that a save names, verified to be where the save says. */
export interface NamedAnswer {
  readonly stored: StoredAnswer
  /** The sent value as the field accepts it; null if none was sent. */
  readonly given: AnswerValue | null
  readonly editedAt: string | null
  readonly baseRevision: number | null
  readonly copiedFrom: string | null
  /** The sender states that a person entered this value, so it is not an echo. */
  readonly edited: boolean
}

/** For values from before events were recorded. */
const beforeEvents = -1

const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Verifies that everything named exists at its place and that every value fits its field; otherwise rejects
 * all.
 */
function verifyNamed(
  versions: readonly Template[],
  sections: SavedSections,
  rows: readonly NamedRow[],
): readonly NamedAnswer[] | Failure<'survey.partNotFound' | 'survey.badAnswer'> {
  const fields = fieldsOf(versions)
  const places = placesOf(fields, rows)
  const named: NamedAnswer[] = []
  const unfit: { readonly id: string; readonly why: Unfit }[] = []
  for (const section of sections) {
    if (!places.has(section.id)) return fail('survey.partNotFound')
    for (const subSection of section.user_survey_sub_sections_attributes) {
      if (!places.has(`${section.id}/${subSection.id}`)) return fail('survey.partNotFound')
      for (const sent of subSection.user_survey_sub_section_details_attributes) {
        const stored = places.get(`${section.id}/${subSection.id}/${sent.id}`)
        if (!stored) return fail('survey.partNotFound')
        const given = givenIn(fields, stored.field, sent)
        if (isUnfit(given)) unfit.push({ id: sent.id, why: given })
        else
          named.push({
            ...{ stored, given, ...datesOf(sent) },
            ...{ copiedFrom: sent.copied_from ?? null, edited: sent.edited === true },
          })
      }
    }
  }
  return unfit.length === 0 ? named : refuse(unfit)
}

/** Keys are paths of ids; sections and sub-sections have no value. */
function placesOf(
  fields: ReadonlyMap<string, VersionField>,
  rows: readonly NamedRow[],
): ReadonlyMap<string, StoredAnswer | null> {
  const places = new Map<string, StoredAnswer | null>()
  for (const row of rows) {
    places.set(row.sectionId, null)
    if (row.subSectionId === null) continue
    places.set(`${row.sectionId}/${row.subSectionId}`, null)
    const known = fields.get(row.earlierFieldId ?? row.fieldId ?? '')
    if (row.id !== null && known)
      places.set(`${row.sectionId}/${row.subSectionId}/${row.id}`, storedOf(row, row.id, known.field))
  }
  return places
}

function storedOf(row: NamedRow, id: string, field: TemplateField): StoredAnswer {
  return {
    id,
    field,
    value: row.value ?? '',
    values: row.values ?? [],
    revision: row.revision ?? 0,
    editedAt: row.editedAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    editedBy: row.editedBy,
    editedIn: row.editedIn,
    event: row.event ?? beforeEvents,
    copiedFrom: row.copiedFrom,
    subSectionDeleted: row.deletedAt !== null,
    isEarlier: row.earlierFieldId !== null,
    media: [],
  }
}

/** Returns the accepted value. Values accepted by another version of the template stay valid. */
function givenIn(
  fields: ReadonlyMap<string, VersionField>,
  field: TemplateField,
  sent: SavedAnswer,
): AnswerValue | null | Unfit {
  const given = givenOf(field, sent)
  if (!isUnfit(given)) return given
  const others = sameFieldIn(fields, field.id).map((one) => givenOf(one, sent))
  const fitting = others.find((one): one is AnswerValue | null => !isUnfit(one))
  return fitting === undefined ? given : fitting
}

/** Why a field rejects a value. */
type Unfit = 'unfit' | 'not-a-number'

function isUnfit(given: AnswerValue | null | Unfit): given is Unfit {
  return given === 'unfit' || given === 'not-a-number'
}

/**
 * A checkbox uses the list, most other fields the text; a value only in the other one does not fit. Notes have
 * no value, and calculated values are never accepted from a device.
 */
function givenOf(field: TemplateField, sent: SavedAnswer): AnswerValue | null | Unfit {
  if (!isAnswerable(field)) return null
  const by = valueShape(field)
  const own = by === 'values' ? sent.field_value_multiple : sent.field_value
  const other = by === 'values' ? sent.field_value : sent.field_value_multiple
  if (own === undefined) return (other ?? '').length > 0 ? 'unfit' : null
  const raw = { value: sent.field_value ?? '', values: sent.field_value_multiple ?? [] }
  const { given, refusal } = clean(field, raw)
  if (refusal === null && given) return given
  return refusal === 'not-a-number' ? refusal : 'unfit'
}

/**
 * Clamps edit times to the range of PostgreSQL: from 1970 on, since it has no year 0, to the end of 9999. A
 * detail echoed as it was read still has the time of the previous value, so its own time is now.
 */
function datesOf(sent: SavedAnswer): Pick<NamedAnswer, 'editedAt' | 'baseRevision'> {
  const asRead = sent.base_revision == null && sent.revision != null
  const at = asRead ? null : (sent.edited_at ?? null)
  const editedAt =
    at === null ? null : new Date(Math.min(Math.max(0, Date.parse(at)), lastMoment)).toISOString()
  return { editedAt, baseRevision: sent.base_revision ?? sent.revision ?? null }
}

/** Uses the message of spec §5 if a number was expected. */
function refuse(unfit: readonly { readonly id: string; readonly why: Unfit }[]): Failure<'survey.badAnswer'> {
  const [first, ...others] = unfit.map(({ id, why }) =>
    fail('survey.badAnswer', {
      field: id,
      ...(why === 'not-a-number' ? { message: 'surveys.enterNumber' } : {}),
    }),
  )
  return new Failure(
    'survey.badAnswer',
    [first, ...others].flatMap((one) => one?.errors ?? []),
  )
}

function idOf({ id }: { readonly id: string }): string {
  return id
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

export function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`
}
