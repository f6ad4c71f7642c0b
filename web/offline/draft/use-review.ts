import { useMemo, useSyncExternalStore } from 'react'
import type { Review } from '#contract/surveys/review-on-wire.ts'
import type { Draft } from './draft.ts'

/** What the server's copy on this device tells of a survey's review; it is there without network. */
export interface KnownReview {
  readonly review: Review | null
  /** The person may send it back and accept it. */
  readonly mayReview: boolean
  /** The server's words of the survey, without what waits here. */
  readonly status: 'Started' | 'Completed'
  readonly lastEdited: string
}

/** From the first picture on, and in the same step as the survey: nothing in between is drawn that fits neither. */
export function useReview(draft: Draft): KnownReview | null {
  const head = useSyncExternalStore(draft.subscribe, () => draft.serverHead)
  // Whatever is read anew is another object; fields are drawn again only where it says something else.
  const text = useMemo(() => {
    if (!head) return 'null'
    const { review = null, may_review: mayReview = false, status, last_edited: lastEdited } = head
    return JSON.stringify({ review, mayReview, status, lastEdited })
  }, [head])
  return useMemo((): KnownReview | null => JSON.parse(text), [text])
}
