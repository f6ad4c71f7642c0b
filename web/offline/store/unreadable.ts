import { Dexie } from 'dexie'
import { observable } from '#web/lib/page/observable.ts'

/** The browser refuses to open the store: its files are damaged, and stay so after a restart. */
export const unreadable = observable(false)

/** Other failures pass by themselves, or (a later version, no room) have nothing to do with the files. */
export function isUnreadable(error: unknown): boolean {
  const { name, inner } = error as { readonly name?: string; readonly inner?: { readonly name?: string } }
  return name === 'UnknownError' || inner?.name === 'UnknownError'
}

/**
 * Deletes this device's databases. The next start makes new ones and restores unsent work from the second record; the
 * bytes of photos that were not sent are gone.
 */
export async function deleteUnreadable(): Promise<void> {
  for (const name of ['fieldbook', 'fieldbook-journal', 'fieldbook-reserve']) await Dexie.delete(name)
}
