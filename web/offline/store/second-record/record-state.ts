import { observable } from '#web/lib/page/observable.ts'
import { openStore } from '../open-store.ts'
import type { UnsentSurvey } from './unsent-surveys.ts'

/** false = this tab owns the second record and has no room to write it: unsent work is in one place only. */
export const isRecorded = observable(true)

const none: readonly UnsentSurvey[] = []

/** Unsent work of every account that an earlier store had and this one could not get back yet. */
export function unrestoredWork(): readonly UnsentSurvey[] {
  return openStore.get()?.unrestored ?? none
}

export const onUnrestoredWork = openStore.subscribe
