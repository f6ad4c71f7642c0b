import type { SavedAnswer, SavedSections } from '#contract/surveys/surveys.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { clean, isAnswerable, valueShape } from '#survey/fields/registry.ts'
import { type Answer, emptyAnswer, sectionId, titleField } from '#survey/survey.ts'
import type { Template, TemplateField } from '#survey/template.ts'
import { fieldsOf, sameFieldIn, type VersionField } from '../versions.ts'
import type { NamedRow } from './data.ts'

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

export interface NamedIds {
  readonly sections: readonly string[]
  readonly subSections: readonly string[]
  readonly answers: readonly string[]
}

export function namedIds(sections: SavedSections): NamedIds {
  const subSections = sections.flatMap((section) => section.user_survey_sub_sections_attributes)
  const answers = subSections.flatMap((one) => one.user_survey_sub_section_details_attributes)
  return { sections: sections.map(idOf), subSections: subSections.map(idOf), answers: answers.map(idOf) }
}

/** Returns the named titles with their places. Their rows are created when they are first given. */
export function namedTitles(
  survey: { readonly id: string; readonly template: Template },
  sections: SavedSections,
): readonly TitlePlace[] {
  const definitions = new Map(survey.template.sections.map((one) => [sectionId(survey.id, one), one]))
  return sections.flatMap((section) => {
    const definition = definitions.get(section.id)
    if (!definition) return []
    const field = titleField(definition)
    return section.user_survey_sub_sections_attributes.flatMap((part) => {
      const id = emptyAnswer(part.id, field).id
      const named = part.user_survey_sub_section_details_attributes.some((detail) => detail.id === id)
      return named ? { id, sectionId: section.id, subSectionId: part.id, fieldId: field.id } : []
    })
  })
}

export interface TitlePlace {
  readonly id: string
  readonly sectionId: string
  readonly subSectionId: string
  readonly fieldId: string
}

/** For values from before events were recorded. */
const beforeEvents = -1

const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Verifies that everything named exists at its place and that every value fits its field; otherwise rejects
 * all.
 */
export function verifyNamed(
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
