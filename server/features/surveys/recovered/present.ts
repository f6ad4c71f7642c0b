import type { VersionField } from '#server/features/templates/data.ts'
import { type MediaRow, type MediaSigner, presentMediaItem } from '../media-items.ts'
import type { RecoveredAnswerRow, RecoveredMediaRow } from './data.ts'

/** Fields of all versions that the survey has followed, by id. */
type Fields = ReadonlyMap<string, VersionField>

export function presentRecoveredAnswer(row: RecoveredAnswerRow, fields: Fields) {
  return {
    id: row.id,
    type: 'recovered_answer',
    attributes: {
      ...placeOf(row, fields),
      field_value: row.value,
      field_value_multiple: row.values,
      media: null,
      edited_by: row.editor,
      edited_at: row.editedAt?.toISOString() ?? null,
      received_at: row.receivedAt.toISOString(),
      ...(row.subSectionId && {
        user_survey_sub_section_id: row.subSectionId,
        standing: {
          field_value: row.standing,
          field_value_multiple: row.standingList,
          revision: row.revision,
        },
      }),
    },
  }
}

export function presentRecoveredMedia(
  row: RecoveredMediaRow,
  media: MediaRow,
  fields: Fields,
  signer: MediaSigner,
) {
  return {
    id: row.id,
    type: 'recovered_media',
    attributes: {
      ...placeOf(row, fields),
      field_value: '',
      field_value_multiple: [],
      media: presentMediaItem(media, signer),
      edited_by: row.editor,
      edited_at: null,
      received_at: row.receivedAt.toISOString(),
    },
  }
}

/** Its original place by name: the sub-section itself is deleted. */
function placeOf(
  row: { readonly fieldId: string; readonly sectionId: string; readonly title: string },
  fields: Fields,
) {
  const known = fields.get(row.fieldId)
  return {
    section_id: row.sectionId,
    section_name: known?.definition.name ?? '',
    sub_section_title: row.title,
    field_name: known?.field.name ?? '',
    field_type: known?.field.type ?? '',
  }
}
