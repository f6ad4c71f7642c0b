import { useSurvey } from '#web/features/survey-form/draft-context.ts'
import { useReviewing } from '#web/features/survey-form/review/review-context.tsx'
import { ReviewActions } from '#web/features/survey-form/review/review-notice.tsx'
import type { Made } from './made.ts'

/** 'Send back' and 'Accept', where the person may and there is something to decide. */
export function ReviewActionsOf({ onDone }: { onDone: (made: Made) => Promise<void> }) {
  const { reviews } = useReviewing()
  const name = useSurvey((survey) => survey.name)
  if (!reviews) return null
  return <ReviewActions onDone={(made) => onDone({ made, name })} />
}
