import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { readUnsaved, storeUnsaved, watchUnsaved } from '#web/lib/page/unsaved.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import { type KnownReview, useReview } from '#web/offline/draft/use-review.ts'
import { useDraft, useSurvey } from '../draft-context.ts'

/** A reviewer's unsent notes by answer id, in the order they were written. */
export type OwnNotes = Readonly<Record<string, string>>

interface ReviewState {
  readonly known: KnownReview | null
  /** Notes of the last review, by answer id. */
  readonly notes: ReadonlyMap<string, string>
  /** Whether the user can review the survey now. */
  readonly reviews: boolean
  readonly own: OwnNotes
  /** Saves a note; null removes it. */
  readonly note: (answer: string, text: string | null) => void
  readonly forget: () => void
}

const nothing: ReviewState = {
  known: null,
  notes: new Map(),
  reviews: false,
  own: {},
  note: () => undefined,
  forget: () => undefined,
}

const ReviewContext = createContext<ReviewState>(nothing)

export function useReviewState(): ReviewState {
  return use(ReviewContext)
}

/** Provides the open survey's review and the reviewer's unsent notes, which survive a reload. */
export function ReviewProvider({ children }: { children: ReactNode }) {
  const draft = useDraft()
  const { account } = draft
  const id = useSurvey((survey) => survey.id)
  const status = useSurvey((survey) => survey.status)
  const gone = useSyncExternalStore(draft.subscribe, () => draft.gone)
  const known = useReview(draft)
  const place = useMemo(() => ({ account, of: `review:${id}` }), [account, id])
  const [own, setOwn] = useState<OwnNotes>(() => notesIn(readUnsaved(place)))
  // The report in one tab and the form in another share these notes.
  useEffect(() => watchUnsaved(place, (text) => setOwn(notesIn(text))), [place])
  const value = useMemo((): ReviewState => {
    const keep = (notes: OwnNotes) => {
      setOwn(notes)
      storeUnsaved(place, Object.keys(notes).length > 0 ? JSON.stringify(notes) : null)
    }
    const state = reviewNow({ status, review_state: known?.review?.state })
    const noted = state === 'sent_back' || state === 'resubmitted' ? (known?.review?.notes ?? []) : []
    return {
      known,
      notes: new Map(noted.map((one) => [one.user_survey_sub_section_detail_id, one.note])),
      reviews: !gone && known?.mayReview === true && known.status === 'Completed',
      own,
      note: (answer, text) => {
        const { [answer]: _before, ...others } = own
        keep(text === null ? others : { ...others, [answer]: text })
      },
      forget: () => keep({}),
    }
  }, [gone, known, status, own, place])
  return <ReviewContext value={value}>{children}</ReviewContext>
}

function notesIn(kept: string | null): OwnNotes {
  try {
    const notes: unknown = JSON.parse(kept ?? '{}')
    if (typeof notes !== 'object' || notes === null) return {}
    return Object.fromEntries(Object.entries(notes).filter(([, text]) => typeof text === 'string'))
  } catch {
    // Invalid JSON: start without notes.
    return {}
  }
}
