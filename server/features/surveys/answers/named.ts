import type { SavedAnswer, SavedSections } from '#contract/surveys/surveys.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { clean, isAnswerable, speaksBy } from '#survey/fields/registry.ts'
import { type Answer, emptyAnswer, sectionId, titleField } from '#survey/survey.ts'
import type { Template, TemplateField } from '#survey/template.ts'
import { fieldsOf, type KnownField, kinOf } from '../versions.ts'
import type { NamedRow } from './data.ts'

/** An answer as it is stored, with its field and what only the server keeps. */
export interface StoredAnswer extends Answer {
  readonly sentAt: string | null
  readonly editedBy: string | null
  /** The session that gave it. */
  readonly editedIn: string | null
  /** The survey's last event before that; null of what is given now. */
  readonly event: number | null
  readonly subSectionDeleted: boolean
  /** The survey's version of now has no place for it (`survey/move/`). */
  readonly isEarlier: boolean
}

/** One answer that a save names, proven to stand where the save says. */
export interface NamedAnswer {
  readonly stored: StoredAnswer
  /** What the field takes of what was sent; null where nothing was said about the value. */
  readonly given: AnswerValue | null
  readonly editedAt: string | null
  readonly baseRevision: number | null
  readonly copiedFrom: string | null
  /** The sender says that a person gave this value: it does not come along as it was read. */
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

/** The titles among what is named, each with its place: their rows are made when they are first given. */
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

/** Of values from before it was noted. */
const beforeEvents = -1

const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** Proves that everything named stands where it is said to, and that every value fits its field; refuses all otherwise. */
export function proveNamed(
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

/** Keys are the paths of ids; sections and sub-sections have no value. */
function placesOf(
  fields: ReadonlyMap<string, KnownField>,
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

/** What the field takes; what it took in another version of the survey's template is taken too, and not lost. */
function givenIn(
  fields: ReadonlyMap<string, KnownField>,
  field: TemplateField,
  sent: SavedAnswer,
): AnswerValue | null | Unfit {
  const given = givenOf(field, sent)
  if (!isUnfit(given)) return given
  const others = kinOf(fields, field.id).map((one) => givenOf(one, sent))
  const fitting = others.find((one): one is AnswerValue | null => !isUnfit(one))
  return fitting === undefined ? given : fitting
}

/** Why a field does not take a value. */
type Unfit = 'unfit' | 'not-a-number'

function isUnfit(given: AnswerValue | null | Unfit): given is Unfit {
  return given === 'unfit' || given === 'not-a-number'
}

/**
 * A checkbox speaks by its list, most others by their text. What speaks only by the other one does not fit. A note
 * says nothing, and what a calculated field comes to is never taken from a device.
 */
function givenOf(field: TemplateField, sent: SavedAnswer): AnswerValue | null | Unfit {
  if (!isAnswerable(field)) return null
  const by = speaksBy(field)
  const own = by === 'values' ? sent.field_value_multiple : sent.field_value
  const other = by === 'values' ? sent.field_value : sent.field_value_multiple
  if (own === undefined) return (other ?? '').length > 0 ? 'unfit' : null
  const raw = { value: sent.field_value ?? '', values: sent.field_value_multiple ?? [] }
  const { given, refusal } = clean(field, raw)
  if (refusal === null && given) return given
  return refusal === 'not-a-number' ? refusal : 'unfit'
}

/**
 * No device was in use before its time began; PostgreSQL knows no year 0, nor what an offset makes of the last day
 * of 9999. A detail that comes back as it was read
 * still bears the moment of the value before: its own is now.
 */
function datesOf(sent: SavedAnswer): Pick<NamedAnswer, 'editedAt' | 'baseRevision'> {
  const asRead = sent.base_revision == null && sent.revision != null
  const at = asRead ? null : (sent.edited_at ?? null)
  const editedAt =
    at === null ? null : new Date(Math.min(Math.max(0, Date.parse(at)), lastMoment)).toISOString()
  return { editedAt, baseRevision: sent.base_revision ?? sent.revision ?? null }
}

/** In the words of spec §5 where a number was asked for. */
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
