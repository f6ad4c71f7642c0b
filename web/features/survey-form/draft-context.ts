import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Conflict } from '#survey/conflict.ts'
import { sectionProgress } from '#survey/progress.ts'
import type { Answer, SubSection, Survey } from '#survey/survey.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import type { ChangedBy } from '#web/offline/draft/remote-updates.ts'

export const DraftContext = createContext<Draft | null>(null)

/** True after a rejected Submit: every empty mandatory field then shows its message. */
export const ShowMissingContext = createContext(false)

/** True for viewers and for deleted surveys: fields render as text, and nothing can be added. */
export const ReadOnlyContext = createContext(false)

export function useDraft(): Draft {
  const draft = use(DraftContext)
  if (!draft) throw new Error('The survey form requires an open draft.')
  return draft
}

/** Whether the user may edit the open survey. */
export function useMayEdit(): boolean {
  const draft = useDraft()
  return useSyncExternalStore(draft.subscribe, () => draft.mayEdit)
}

/** Subscribes to one answer, so a keystroke renders only its own field. */
export function useAnswer(id: string): Answer | undefined {
  const draft = useDraft()
  return useSyncExternalStore(useOwnChanges(id), () => draft.answer(id))
}

/** A section's progress. Renders only when one of its numbers changes. */
export function useProgress(sectionId: string): ReturnType<typeof sectionProgress> {
  const numbers = useSurvey((survey) => {
    const section = survey.sections.find(({ id }) => id === sectionId)
    if (!section) return ''
    const { filled, total, missing } = sectionProgress(section)
    return `${filled} ${total} ${missing}`
  })
  const [filled = 0, total = 0, missing = 0] = numbers.split(' ').map(Number)
  return { filled, total, missing }
}

/** Subscribes to one sub-section, so its header renders only when something in it changes. */
export function usePart(id: string): SubSection | undefined {
  const draft = useDraft()
  return useSyncExternalStore(useOwnChanges(id), () => draft.part(id))
}

export interface FieldNotes {
  readonly conflict: Conflict | undefined
  readonly refusal: string | undefined
  readonly changedBy: ChangedBy | undefined
}

export function useFieldNotes(id: string): FieldNotes {
  const draft = useDraft()
  const subscribe = useOwnChanges(id)
  return {
    conflict: useSyncExternalStore(subscribe, () => draft.conflicts.get(id)),
    refusal: useSyncExternalStore(subscribe, () => draft.rejections.get(id)),
    changedBy: useSyncExternalStore(subscribe, () => draft.changedBy.get(id)),
  }
}

/**
 * Selects a value from the survey. `select` must return an identical value while its inputs are unchanged.
 */
export function useSurvey<Value extends string | number | boolean | object | undefined>(
  select: (survey: Survey) => Value,
): Value {
  const draft = useDraft()
  return useSyncExternalStore(draft.subscribe, () => select(draft.survey))
}

function useOwnChanges(id: string): (listener: () => void) => () => void {
  const draft = useDraft()
  return useCallback((listener: () => void) => draft.subscribeOne(id, listener), [draft, id])
}
