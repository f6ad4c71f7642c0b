import { sameGiven } from '#survey/fields/registry.ts'
import { deriveId } from '#survey/ids.ts'
import type { SectionDetail } from '../../../survey/from-wire.ts'
import type { AnswerRow } from '../store/rows.ts'

/** A given answer or title, where it is and how it was last known. */
export interface KnownAnswer {
  readonly id: string
  readonly section: string
  readonly subSection: string
  readonly name: string
  readonly value: string
  readonly values: readonly string[]
  readonly copiedFrom: string | null
  readonly editedAt: string
  readonly revision: number
}

type Words = ReadonlyMap<string, KnownAnswer>

/** Everything that was given in these sections, by the ids of the answers. */
export function knownAnswersIn(sections: readonly SectionDetail[]): Words {
  const words = sections.flatMap((section) =>
    section.user_survey_sub_sections.flatMap((part) => {
      const place = { section: section.id, subSection: part.id }
      const title = part.user_survey_sub_section_title_detail
      const id = title?.id ?? deriveId(part.id, deriveId(section.template_section_id, 'title'))
      const details = part.user_survey_sub_section_details.map((detail) => ({
        ...place,
        id: detail.id,
        name: detail.field_name,
        value: detail.field_value,
        values: detail.field_value_multiple,
        copiedFrom: detail.copied_from ?? null,
        editedAt: detail.edited_at,
        revision: detail.revision,
      }))
      const value = part.user_survey_sub_section_title ?? ''
      const { edited_at: editedAt = null, revision = 0 } = title ?? {}
      const named = { ...place, id, name: 'Title', value, values: [], copiedFrom: null, editedAt, revision }
      return [...details, named]
    }),
  )
  return new Map(
    words.flatMap((word) =>
      word.editedAt === null ? [] : [[word.id, { ...word, editedAt: word.editedAt }] as const],
    ),
  )
}

/** The same with what the server took after its copy was read. */
export function withSaved(words: Words, rows: readonly AnswerRow[]): Words {
  const later = rows.filter(
    ({ id, entry, baseRevision }) => entry === '' && baseRevision > (words.get(id)?.revision ?? 0),
  )
  return new Map([
    ...words,
    ...later.map(({ baseRevision: revision, copiedFrom = null, ...row }) => {
      const { id, section, subSection, name, value, values, editedAt } = row
      return [id, { id, section, subSection, name, value, values, copiedFrom, editedAt, revision }] as const
    }),
  ])
}

/**
 * The revision that an answer of this device is an edit of, where the server does not have it any more; null = it has,
 * or has something that came after it. 0 = whoever gave what the server has cannot have seen this one: then the server
 * decides by time and the person is asked, as of any two who did not see each other.
 */
export function lostBase(known: KnownAnswer, there: KnownAnswer | undefined): number | null {
  if (!there) return 0
  const same = sameGiven(known, there) && known.copiedFrom === there.copiedFrom
  if (same) return null
  const ahead = Date.parse(known.editedAt) - Date.parse(there.editedAt)
  if (ahead > 0) return there.revision
  // A clock that is slow gives two edits the same moment: of those the revision tells the later.
  if (known.revision <= there.revision) return null
  return ahead === 0 ? there.revision : 0
}

/** The same for an answer that was given on top of `known` and waits; `base` is what it says of that so far. */
export function waitingBase(
  base: number,
  known: KnownAnswer | undefined,
  there: KnownAnswer | undefined,
): number {
  if (!there) return 0
  if (!known) return base
  const lost = lostBase(known, there)
  if (lost !== null) return lost
  const same = sameGiven(known, there) && known.copiedFrom === there.copiedFrom
  return same ? there.revision : base
}
