import { Badge } from '@mantine/core'
import type { ReviewState } from '#contract/surveys/review-on-wire.ts'
import { t } from '#web/lib/language/translate.ts'

const reviewed = {
  sent_back: {
    text: 'reviews.chipSentBack',
    shade: { background: 'light-dark(#ffedd5, #4a3413)', color: 'light-dark(#7a3b00, #ffd8a8)' },
  },
  resubmitted: { text: 'reviews.chipResubmitted', shade: {} },
  accepted: {
    text: 'reviews.chipAccepted',
    shade: { background: 'light-dark(#dcf5e1, #1f4227)', color: 'light-dark(#1c5a2b, #b2f2bb)' },
  },
} as const

interface Props {
  readonly submitted: boolean
  /** The last review, if it still applies. */
  readonly review?: ReviewState | null
}

/** Shows whether a survey is in progress or submitted, and the result of its review. */
export function StateChip({ submitted, review = null }: Props) {
  const { text, shade } = review
    ? reviewed[review]
    : ({ text: submitted ? 'surveys.stateCompleted' : 'surveys.stateStarted', shade: {} } as const)
  return (
    <Badge
      variant="light"
      color={submitted || review ? 'accent' : 'gray'}
      radius="sm"
      tt="none"
      fw={600}
      style={{ flex: 'none', ...shade }}
    >
      {t(text)}
    </Badge>
  )
}
