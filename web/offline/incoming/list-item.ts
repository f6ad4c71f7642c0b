import type { SurveyHead } from '../../../survey/from-wire.ts'
import type { ListedSurvey } from '../store/rows.ts'

/** Builds a survey's list item from its head. */
export function listItemFrom(head: SurveyHead): ListedSurvey {
  const { survey_name, date_created, last_edited, created_by, owner, progress, status } = head
  const { survey_template_id, my_role, time_zone, changed_since_submission } = head
  return {
    survey_name,
    date_created,
    last_edited,
    created_by,
    owner,
    progress,
    status,
    changed_since_submission: changed_since_submission ?? null,
    survey_template_id,
    my_role,
    time_zone,
  }
}
