import { useSyncExternalStore } from 'react'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'

/** The last deleted sub-section, while Undo is offered. */
export interface LastRemoved extends FieldPlace {
  readonly draft: Draft
  /** Display name, with the number it had. */
  readonly name: string
  /** Title or identity; '' if it has neither. */
  readonly called: string
}

let last: LastRemoved | null = null
const listeners = new Set<() => void>()

export function setLastRemoved(removed: LastRemoved | null): void {
  last = removed
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the deleted sub-section, or null if Undo is no longer offered in this section. */
export function useLastRemoved(draft: Draft, sectionId: string): LastRemoved | null {
  const removed = useSyncExternalStore(subscribe, () => last)
  return removed?.draft === draft && removed.section === sectionId ? removed : null
}
