import { useSurvey } from '#web/features/survey-form/draft-context.ts'
import { useReviewState } from '#web/features/survey-form/review/review-context.tsx'
import { ReviewActions } from '#web/features/survey-form/review/review-notice.tsx'
import type { LastDecision } from './last-decision.ts'

/** Send back and Accept, if the user may review this survey now. */
export function SurveyReviewActions({ onDone }: { onDone: (made: LastDecision) => Promise<void> }) {
  const { reviews } = useReviewState()
  const name = useSurvey((survey) => survey.name)
  if (!reviews) return null
  return <ReviewActions onDone={(made) => onDone({ made, name })} />
}
