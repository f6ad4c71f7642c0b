import { progressTextOf } from '#survey/progress.ts'
import { titleField } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import type { SurveyRow } from '../data.ts'
import type { HistoryRow, RecoveredRow } from './data.ts'
import type { SaveOutcome } from './save.ts'

export function presentSaved(survey: SurveyRow, outcome: SaveOutcome) {
  const status = survey.status === 'Completed' ? 'Completed' : 'Started'
  return {
    data: {
      id: survey.id,
      type: 'users_survey',
      attributes: {
        last_edited: outcome.lastEdited.toISOString(),
        progress: progressTextOf(status, outcome.share),
        saved: outcome.saved,
        conflicts: outcome.conflicts.map(({ editorId, ...conflict }) => ({
          ...conflict,
          edited_by: outcome.names.get(editorId ?? '') ?? '',
        })),
        recovered: outcome.recovered,
      },
    },
  }
}

export function presentHistory(row: HistoryRow) {
  return {
    id: row.id,
    type: 'answer_history',
    attributes: {
      field_value: row.value,
      field_value_multiple: row.value_list,
      revision: row.revision,
      edited_at: row.edited_at?.toISOString() ?? null,
      received_at: row.received_at.toISOString(),
      edited_by: row.editor,
      outcome: row.outcome === 'lost' ? ('lost' as const) : ('replaced' as const),
    },
  }
}

/** Where it belonged, by name: the sub-section itself is gone. */
export function presentRecovered(row: RecoveredRow, template: Template) {
  const [section, field] =
    template.sections
      .flatMap((one) => [titleField(one), ...one.fields].map((field) => [one, field] as const))
      .find(([, { id }]) => id === row.template_field_id) ?? []
  return {
    id: row.id,
    type: 'recovered_answer',
    attributes: {
      section_name: section?.name ?? '',
      field_name: field?.name ?? '',
      field_value: row.value,
      field_value_multiple: row.value_list,
      received_at: row.received_at.toISOString(),
    },
  }
}
