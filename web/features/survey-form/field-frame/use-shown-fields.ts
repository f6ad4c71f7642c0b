import { useCallback, useRef, useSyncExternalStore } from 'react'
import { logicOf } from '#survey/logic/template-logic.ts'
import type { SubSection } from '#survey/survey.ts'
import { useDraft } from '../draft-context.ts'

interface Shown {
  /** Sub-section and template version of `ids`. */
  readonly of: string
  readonly ids: readonly string[]
}

/**
 * The ids of a sub-section's visible answers. Returns the same array until a condition or a move changes it.
 */
export function useShownFields(subSectionId: string): readonly string[] {
  const draft = useDraft()
  const last = useRef<Shown>({ of: '', ids: [] })
  const subscribe = useCallback(
    (listener: () => void) => draft.subscribeOne(subSectionId, listener),
    [draft, subSectionId],
  )
  return useSyncExternalStore(subscribe, () => {
    const { template } = draft.survey
    const of = `${template.id} ${subSectionId}`
    const { ids } = last.current
    const fixed = of === last.current.of && ids.length > 0 && !logicOf(template).hides
    if (!fixed) {
      const now = shownIn(draft.part(subSectionId))
      last.current = { of, ids: same(ids, now) ? ids : now }
    }
    return last.current.ids
  })
}

function shownIn(part: SubSection | undefined): readonly string[] {
  return (part?.answers ?? []).flatMap(({ id, hidden }) => (hidden ? [] : [id]))
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
