import { Dexie } from 'dexie'
import { observable } from '#web/lib/page/observable.ts'

/** True if the browser can't open the store because its files are damaged, even after a restart. */
export const storeDamaged = observable(false)

/**
 * Whether the error means damaged files. Other errors pass by themselves or have other causes (newer version,
 * full disk).
 */
export function isDamageError(error: unknown): boolean {
  const { name, inner } = error as { readonly name?: string; readonly inner?: { readonly name?: string } }
  return name === 'UnknownError' || inner?.name === 'UnknownError'
}

/**
 * Deletes this device's databases. The next start creates new ones and restores unsent work from the second
 * record. The bytes of unsent photos are lost.
 */
export async function deleteDamagedStore(): Promise<void> {
  for (const name of ['fieldbook', 'fieldbook-journal', 'fieldbook-reserve']) await Dexie.delete(name)
}
