import { useSyncExternalStore } from 'react'
import type { Answer } from '#survey/survey.ts'
import { violationAt } from '#survey/violations.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { useDraft } from '../draft-context.ts'

/**
 * The rule of its field that an answer breaks, in the words to show; null as long as nobody asks. A constraint may
 * look at other fields, so such a field listens to all of them; the others know by their own answer.
 */
export function useViolation(place: FieldPlace, answer: Answer | undefined, asked: boolean): string | null {
  const draft = useDraft()
  const looksAround = asked && answer?.field.constraint !== undefined
  return useSyncExternalStore(looksAround ? draft.subscribe : toNothing, () =>
    asked && answer ? violationAt(draft.survey, place.subSection, answer.id) : null,
  )
}

function toNothing(): () => void {
  return () => undefined
}
