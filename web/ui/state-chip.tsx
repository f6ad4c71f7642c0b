import { Badge } from '@mantine/core'
import type { ReviewState } from '#contract/review-on-wire.ts'
import { say } from '#web/lib/say.ts'

const reviewed = {
  sent_back: { color: 'orange', text: 'reviews.chipSentBack' },
  resubmitted: { color: 'accent', text: 'reviews.chipResubmitted' },
  accepted: { color: 'green', text: 'reviews.chipAccepted' },
} as const

interface Props {
  readonly submitted: boolean
  /** What a reviewer said of it last, where that still counts. */
  readonly review?: ReviewState | null
}

/** Whether a survey was submitted or is still being filled, and how its review went. */
export function StateChip({ submitted, review = null }: Props) {
  const plain = submitted
    ? ({ color: 'accent', text: 'surveys.stateCompleted' } as const)
    : ({ color: 'gray', text: 'surveys.stateStarted' } as const)
  const { color, text } = review ? reviewed[review] : plain
  return (
    <Badge variant="light" color={color} radius="sm" tt="none" fw={600} style={{ flex: 'none' }}>
      {say(text)}
    </Badge>
  )
}
