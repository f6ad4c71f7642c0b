import { useSyncExternalStore } from 'react'
import { readLastVisit, storeForNextVisit } from '#web/lib/page/last-visit.ts'
import { observable } from '#web/lib/page/observable.ts'

/** Counts changes, so that the screen reads the stored id again. */
const changes = observable(0)

/** The export that the dashboard reports on until it is downloaded or dismissed, also after a reload. */
export function useWatchedExport(account: string): string | null {
  return useSyncExternalStore(changes.subscribe, () => readLastVisit(account, 'export'))
}

/** null: nothing more to report. */
export function watchExport(account: string, id: string | null): void {
  storeForNextVisit(account, 'export', id)
  changes.set(changes.get() + 1)
}
