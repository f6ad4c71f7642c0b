import type { ReviewState } from '#contract/surveys/review-on-wire.ts'

interface Kept {
  readonly status: 'Started' | 'Completed'
  readonly review_state?: ReviewState | null | undefined
}

/** Returns a survey's current review; null if this device has submitted or reopened it since. */
export function reviewNow({ status, review_state: review = null }: Kept): ReviewState | null {
  const isAbout = review === 'sent_back' ? 'Started' : 'Completed'
  return status === isAbout ? review : null
}
