import type { RemoteAnswer } from '#survey/apply-remote-answers.ts'
import { deriveId } from '#survey/ids.ts'
import type { SectionDetail } from '../../../survey/from-wire.ts'

type Part = SectionDetail['user_survey_sub_sections'][0]
type Detail = Part['user_survey_sub_section_details'][0]

/** Every answer of a section as the server told it, titles among them. */
export function answersIn(
  section: SectionDetail,
): readonly { readonly id: string; readonly revision: number }[] {
  return section.user_survey_sub_sections.flatMap((part) => [
    ...part.user_survey_sub_section_details,
    part.user_survey_sub_section_title_detail ?? { id: titleId(section, part), revision: -1 },
  ])
}

/** The section with these answers where they are newer; itself where none is. */
export function withAnswers(section: SectionDetail, newer: ReadonlyMap<string, RemoteAnswer>): SectionDetail {
  return changeParts(section, (part) => {
    const details = changeAll(part.user_survey_sub_section_details, (detail) => {
      const live = newer.get(detail.id)
      return live && live.revision > detail.revision ? withValue(detail, live) : detail
    })
    const live = newer.get(titleId(section, part))
    const known = part.user_survey_sub_section_title_detail?.revision ?? -1
    if (details === part.user_survey_sub_section_details && !(live && live.revision > known)) return part
    const changed = { ...part, user_survey_sub_section_details: details as Detail[] }
    return live && live.revision > known ? withTitle(changed, live) : changed
  })
}

/**
 * A section that was read from the server, with the answers that the device knows in a later state: they came while
 * it was being read. Revisions only grow.
 */
export function keepNewer(read: SectionDetail, known: SectionDetail | undefined): SectionDetail {
  if (!known) return read
  const revisions = new Map(answersIn(read).map(({ id, revision }) => [id, revision]))
  const newer = known.user_survey_sub_sections.flatMap((part): RemoteAnswer[] => {
    const title = part.user_survey_sub_section_title_detail
    const titled = { field_value: part.user_survey_sub_section_title ?? '', field_value_multiple: [] }
    return [...part.user_survey_sub_section_details, ...(title ? [{ ...title, ...titled }] : [])]
      .filter(({ id, revision }) => revision > (revisions.get(id) ?? Number.POSITIVE_INFINITY))
      .map((detail) => ({
        id: detail.id,
        value: detail.field_value,
        values: detail.field_value_multiple,
        revision: detail.revision,
        editedAt: detail.edited_at,
        copiedFrom: ('copied_from' in detail ? detail.copied_from : null) ?? null,
        by: '',
      }))
  })
  return newer.length === 0 ? read : withAnswers(read, new Map(newer.map((one) => [one.id, one])))
}

function withValue(detail: Detail, { value, values, revision, editedAt, copiedFrom }: RemoteAnswer): Detail {
  const given = { field_value: value, field_value_multiple: [...values] }
  return { ...detail, ...given, revision, edited_at: editedAt, copied_from: copiedFrom }
}

function withTitle(part: Part, { id, value, revision, editedAt }: RemoteAnswer): Part {
  return {
    ...part,
    user_survey_sub_section_title: value,
    user_survey_sub_section_title_detail: { id, revision, edited_at: editedAt },
  }
}

/** The server names a title's id once it was given; before, it follows from its place like every other. */
function titleId({ template_section_id }: SectionDetail, part: Part): string {
  return (
    part.user_survey_sub_section_title_detail?.id ?? deriveId(part.id, deriveId(template_section_id, 'title'))
  )
}

function changeParts(section: SectionDetail, change: (part: Part) => Part): SectionDetail {
  const parts = changeAll(section.user_survey_sub_sections, change)
  return parts === section.user_survey_sub_sections
    ? section
    : { ...section, user_survey_sub_sections: parts as Part[] }
}

function changeAll<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}
