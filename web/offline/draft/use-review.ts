import { useEffect, useState } from 'react'
import type { Review } from '#contract/surveys/review-on-wire.ts'
import { subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'

/** What the server's copy on this device tells of a survey's review; it is there without network. */
export interface KnownReview {
  readonly review: Review | null
  /** The person may send it back and accept it. */
  readonly mayReview: boolean
  /** The server's words of the survey, without what waits here. */
  readonly status: 'Started' | 'Completed'
  readonly lastEdited: string
}

export function useReview(account: string, survey: string): KnownReview | null {
  const [known, setKnown] = useState<KnownReview | null>(null)
  useEffect(() => {
    let ended = false
    const read = async () => {
      // What cannot be read now is read at the next change; until then it shows what it knows.
      const row = await onDevice(() => db.copies.get([account, survey])).catch(() => undefined)
      if (ended || !row) return
      const { review = null, may_review: mayReview = false, status, last_edited: lastEdited } = row.head
      setKnown({ review, mayReview, status, lastEdited })
    }
    void read()
    const forget = subscribe(account, (event) => {
      if ('survey' in event && event.survey === survey && event.kind === 'changed') void read()
    })
    return () => {
      ended = true
      forget()
    }
  }, [account, survey])
  return known
}
