import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import type { Draft } from '#web/offline/draft/draft.ts'
import { DraftContext } from '../survey-form/draft-context.ts'
import { ReviewProvider, useReviewState } from '../survey-form/review/review-context.tsx'
import { ReviewActions, ReviewOutcome } from '../survey-form/review/review-notice.tsx'
import type { ReviewParts } from './report-page.tsx'
import classes from './report-review.module.css'

interface Props {
  readonly draft: Draft
  /** null unless the user reviews the survey. */
  readonly children: (review: ReviewParts | null) => ReactNode
}

/** The same review actions as in the form, for the report screen. */
export function ReportReview({ draft, children }: Props) {
  return (
    <DraftContext value={draft}>
      <ReviewProvider>
        <Parts draft={draft}>{children}</Parts>
      </ReviewProvider>
    </DraftContext>
  )
}

function Parts({ draft, children }: Props) {
  const { known, reviews } = useReviewState()
  if (!known?.mayReview) return children(null)
  const { survey } = draft
  const form = new URLSearchParams({ templateId: survey.template.id, surveyId: survey.id })
  const statement = (
    <div className={classes.statement}>
      <ReviewOutcome />
    </div>
  )
  const bar = reviews && (
    <div className={classes.bar}>
      <ReviewActions
        noting={
          <Button component={Link} to={`/survey?${form}`} variant="subtle">
            {t('reviews.addNotes')}
          </Button>
        }
      />
    </div>
  )
  return children({ statement, bar })
}
