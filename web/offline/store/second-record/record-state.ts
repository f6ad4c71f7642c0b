import { observable } from '#web/lib/page/observable.ts'
import { openStore } from '../open-store.ts'
import type { UnsentSurvey } from './unsent-surveys.ts'

/** false if this tab owns the second record and has no room for it, so unsent work has no second copy. */
export const isRecorded = observable(true)

const none: readonly UnsentSurvey[] = []

/** Returns an earlier store's unsent work that could not be restored yet, of every account. */
export function unrestoredWork(): readonly UnsentSurvey[] {
  return openStore.get()?.unrestored ?? none
}

export const onUnrestoredWork = openStore.subscribe
