import { useSyncExternalStore } from 'react'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'

/** The sub-section that was deleted last, for as long as its Undo is offered. */
export interface Removed extends FieldPlace {
  readonly draft: Draft
  /** With the number that it had. */
  readonly name: string
  /** What people call it; '' where nothing names it. */
  readonly called: string
}

let last: Removed | null = null
const listeners = new Set<() => void>()

export function noteRemoved(removed: Removed | null): void {
  last = removed
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** null = nothing was deleted in this section, or the person has gone on since. */
export function useRemoved(draft: Draft, sectionId: string): Removed | null {
  const removed = useSyncExternalStore(subscribe, () => last)
  return removed?.draft === draft && removed.section === sectionId ? removed : null
}
