import type { GuestMediaItem } from '#contract/media/media-item.ts'
import { endingOf, nameForType } from '#contract/rules/file-kind.ts'
import type { ShownSection, ShownSubSection } from '#contract/surveys/shown-section.ts'
import type { MediaRow } from '#server/features/surveys/media-items.ts'
import { isMissing } from '#survey/fields/registry.ts'
import { nameOf, ownName } from '#survey/numbering.ts'
import type { ReportPart, ReportRow } from '#survey/report.ts'
import type { Answer, Section } from '#survey/survey.ts'
import { mediaAddress, type Reader } from './addresses.ts'
import type { LoadedReport } from './loaded-report.ts'
import { isGuest, pick, shownRenditions, smallRenditions } from './policy.ts'

/** Presents the report's sections with the field names of the survey calls. */
export function presentSections(loaded: LoadedReport, reader: Reader): ShownSection[] {
  const places = new Map(loaded.shown.sections.map((section) => [section.id, section]))
  const partsOf = presentParts(loaded, reader)
  return loaded.report.sections.flatMap(({ id, name, parts }) => {
    const section = places.get(id)
    if (!section) return []
    return {
      id,
      user_survey_section_name: name,
      is_survey_subsection_present: section.subSections.length > 1,
      user_survey_sub_sections: partsOf(section, parts),
    }
  })
}

/** Presents the report's parts under their names in the section. */
export function presentParts(
  loaded: LoadedReport,
  reader: Reader,
): (section: Section, parts: readonly ReportPart[]) => ShownSubSection[] {
  const detailsOf = presentRows(loaded, reader)
  return (section, parts) => {
    const places = new Map(section.subSections.map((part) => [part.id, part]))
    return parts.flatMap(({ id, rows }) => {
      const part = places.get(id)
      if (!part) return []
      return {
        id,
        user_survey_sub_section_name: nameOf(section, part),
        user_survey_sub_section_title: ownName(section, part),
        user_survey_sub_section_details: detailsOf(rows, part.answers),
      }
    })
  }
}

type Detail = ShownSubSection['user_survey_sub_section_details'][number]

/**
 * Presents the report's rows with the field names of the survey calls. It copies only listed fields of an
 * answer, so fields added for owners never reach guests.
 */
function presentRows(
  { media, numbers }: LoadedReport,
  reader: Reader,
): (rows: readonly ReportRow[], answers: readonly Answer[]) => Detail[] {
  const files = new Map(media.map((row) => [row.id, row]))
  const itemsOf = ({ figures }: ReportRow, kind: MediaRow['kind']): GuestMediaItem[] =>
    figures.flatMap(({ mediaId }) => {
      const file = files.get(mediaId)
      return file?.kind === kind ? [mediaItem(file, numbers.get(mediaId), reader)] : []
    })
  const present = (row: ReportRow, answer: Answer): Detail => ({
    id: row.answerId,
    field_name: row.label,
    field_type: answer.field.type,
    field_value: answer.value,
    // Signers' names are sent only with their signature.
    field_value_multiple: isMissing(answer) ? [] : [...answer.values],
    field_text: row.value,
    ...(row.signature && { field_signature: { ...row.signature } }),
    ...(row.unchecked && { field_unchecked: row.unchecked }),
    photos: itemsOf(row, 'photo'),
    videos: itemsOf(row, 'video'),
  })
  return (rows, answers) => {
    const given = new Map(answers.map((answer) => [answer.id, answer]))
    return rows.flatMap((row) => {
      const answer = given.get(row.answerId)
      return answer ? [present(row, answer)] : []
    })
  }
}

/**
 * Presents a photo or video. Guests get its number in the report instead of its file name, which may name
 * people.
 */
function mediaItem(row: MediaRow, number: number | undefined, reader: Reader): GuestMediaItem {
  const shown = pick(row.renditions, shownRenditions(reader.holder, row.kind))
  const small = pick(row.renditions, smallRenditions)
  const contentType = shown?.contentType ?? small?.contentType ?? 'application/octet-stream'
  const plain = `${row.kind}-${String(number ?? 0).padStart(4, '0')}.${endingOf(contentType)}`
  const isPreparing = isGuest(reader.holder) && reader.makesCopies && row.awaitsCopy
  return {
    id: row.id,
    ...(number !== undefined && { number }),
    ...(isPreparing && { is_preparing: true }),
    filename: isGuest(reader.holder) ? plain : nameForType(row.filename, contentType),
    content_type: contentType,
    description: row.description,
    url: shown && mediaAddress(reader, row, shown.name),
    thumbnail_url: small && mediaAddress(reader, row, small.name),
    width: shown?.width ?? small?.width ?? null,
    height: shown?.height ?? small?.height ?? null,
  }
}
