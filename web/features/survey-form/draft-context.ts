import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Conflict } from '#survey/conflict.ts'
import { sectionProgress } from '#survey/progress.ts'
import type { Answer, SubSection, Survey } from '#survey/survey.ts'
import type { ChangedBy } from '#web/offline/draft/deferred-updates.ts'
import type { Draft } from '#web/offline/draft/draft.ts'

export const DraftContext = createContext<Draft | null>(null)

/** After a Submit that was refused every empty mandatory field says so. */
export const ShowMissingContext = createContext(false)

/** Somebody who may only look, and whoever has a survey that is gone: fields are texts, and nothing can be added. */
export const ReadOnlyContext = createContext(false)

export function useDraft(): Draft {
  const draft = use(DraftContext)
  if (!draft) throw new Error('The survey form is drawn around an open draft.')
  return draft
}

/** Whether the person may change the survey that is open; for whatever stands outside of its fields. */
export function useMayEdit(): boolean {
  const draft = useDraft()
  return useSyncExternalStore(draft.subscribe, () => draft.mayEdit)
}

/** One subscription per field: a keystroke draws the field it was typed into and no other. */
export function useAnswer(id: string): Answer | undefined {
  const draft = useDraft()
  return useSyncExternalStore(useOwnChanges(id), () => draft.answer(id))
}

/** How far a section is; drawn again only when a number in it changed. */
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

/** One subscription per sub-section: its head is drawn again only when something in it changed. */
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
    refusal: useSyncExternalStore(subscribe, () => draft.refusals.get(id)),
    changedBy: useSyncExternalStore(subscribe, () => draft.changedBy.get(id)),
  }
}

/** A value out of the survey. `select` must give the same value back while nothing it reads has changed. */
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
