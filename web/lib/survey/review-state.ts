import type { ReviewState } from '#contract/surveys/review-on-wire.ts'

interface Kept {
  readonly status: 'Started' | 'Completed'
  readonly review_state?: ReviewState | null | undefined
}

/** What was said of a survey, as far as it counts now: what this device has submitted or reopened since is newer. */
export function reviewNow({ status, review_state: review = null }: Kept): ReviewState | null {
  const isAbout = review === 'sent_back' ? 'Started' : 'Completed'
  return status === isAbout ? review : null
}
