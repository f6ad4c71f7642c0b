import { useMemo, useSyncExternalStore } from 'react'
import type { Review } from '#contract/surveys/review-on-wire.ts'
import type { Draft } from './draft.ts'

/** A survey's review as stored on this device, available offline. */
export interface KnownReview {
  readonly review: Review | null
  /** The user may return or accept the survey. */
  readonly mayReview: boolean
  /** The server's state of the survey, without unsent changes. */
  readonly status: 'Started' | 'Completed'
  readonly lastEdited: string
}

/** Subscribes to the review. It changes together with the survey, so no render mixes old and new. */
export function useReview(draft: Draft): KnownReview | null {
  const head = useSyncExternalStore(draft.subscribe, () => draft.serverHead)
  // Each read creates a new object; render again only if its content differs.
  const text = useMemo(() => {
    if (!head) return 'null'
    const { review = null, may_review: mayReview = false, status, last_edited: lastEdited } = head
    return JSON.stringify({ review, mayReview, status, lastEdited })
  }, [head])
  return useMemo((): KnownReview | null => JSON.parse(text), [text])
}
