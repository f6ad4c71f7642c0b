import { titleField } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { type MediaRow, type MediaSigner, presentMediaItem } from '../media-items.ts'
import type { RecoveredAnswerRow, RecoveredMediaRow } from './data.ts'

export function presentRecoveredAnswer(row: RecoveredAnswerRow, template: Template) {
  return {
    id: row.id,
    type: 'recovered_answer',
    attributes: {
      ...placeOf(row, template),
      field_value: row.value,
      field_value_multiple: row.values,
      media: null,
      edited_by: row.editor,
      edited_at: row.editedAt?.toISOString() ?? null,
      received_at: row.receivedAt.toISOString(),
    },
  }
}

export function presentRecoveredMedia(
  row: RecoveredMediaRow,
  media: MediaRow,
  template: Template,
  signer: MediaSigner,
) {
  return {
    id: row.id,
    type: 'recovered_media',
    attributes: {
      ...placeOf(row, template),
      field_value: '',
      field_value_multiple: [],
      media: presentMediaItem(media, signer),
      edited_by: row.editor,
      edited_at: null,
      received_at: row.receivedAt.toISOString(),
    },
  }
}

/** Where it belonged, by name: the sub-section itself is gone. */
function placeOf(
  row: { readonly fieldId: string; readonly sectionId: string; readonly title: string },
  { sections }: Template,
) {
  const [section, field] =
    sections
      .flatMap((one) => [titleField(one), ...one.fields].map((field) => [one, field] as const))
      .find(([, { id }]) => id === row.fieldId) ?? []
  return {
    section_id: row.sectionId,
    section_name: section?.name ?? '',
    sub_section_title: row.title,
    field_name: field?.name ?? '',
    field_type: field?.type ?? '',
  }
}
