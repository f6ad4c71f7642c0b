import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import { progressTextOf } from '#survey/progress.ts'
import { type MediaSigner, presentMediaItem } from '../media-items.ts'
import { reviewStateOf } from '../review-state.ts'
import type { ListRow } from './data.ts'
import type { ListDetails } from './list-details.ts'

export function presentListItem(
  row: ListRow,
  changed: ChangedSinceSubmission | null,
  about?: ListDetails,
  signer?: MediaSigner,
) {
  const status = row.status === 'Completed' ? ('Completed' as const) : ('Started' as const)
  return {
    id: row.id,
    type: 'users_survey',
    attributes: {
      survey_name: row.survey_name,
      date_created: row.created_at.toISOString(),
      last_edited: row.updated_at.toISOString(),
      created_by: row.created_by,
      owner: row.owner_name,
      progress: progressTextOf(status, { filled: row.filled, total: row.fillable }),
      status,
      changed_since_submission: changed,
      survey_template_id: row.template_id,
      my_role: row.role,
      ...(about && { survey_template_name: about.templateName, address: about.address }),
      ...(about && signer && { first_photo: firstPhoto(about, signer) }),
      review_state: reviewStateOf(row.review),
      time_zone: row.time_zone,
    },
  }
}

function firstPhoto({ firstPhoto }: ListDetails, signer: MediaSigner) {
  if (!firstPhoto) return null
  const { id, thumbnail_url, drawing } = presentMediaItem(firstPhoto, signer)
  return { id, thumbnail_url, drawn_at: drawing?.drawn_at ?? null }
}
