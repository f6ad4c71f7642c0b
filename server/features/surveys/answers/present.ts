import { t } from '#contract/messages/translate.ts'
import type { Survey } from '#survey/survey.ts'
import type { SurveyRow } from '../data.ts'
import type { HistoryRow } from './data.ts'

export function presentRecord(row: SurveyRow, survey: Survey) {
  return {
    id: row.id,
    type: 'users_survey',
    attributes: {
      id: row.id,
      survey_name: survey.name,
      created_by: survey.createdBy,
      owner_name: survey.owner,
      survey_template_id: row.template_id,
      status: survey.status,
      is_deleted: row.deleted_at !== null,
      created_at: survey.createdAt,
      updated_at: survey.lastEdited,
      account_id: row.account_id,
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
      // Every edit has an editor; a missing name belongs to a deleted account.
      edited_by: row.editor || t('surveys.deletedAccount'),
      outcome: row.outcome === 'lost' ? ('lost' as const) : ('replaced' as const),
    },
  }
}
