import { Dexie } from 'dexie'
import { observable } from '#web/lib/page/observable.ts'

/** True if the browser can't open or read the store because its files are damaged, even after a restart. */
export const storeDamaged = observable(false)

/** Set once the store opened but could not be read. Opening it again proves nothing; only a repair helps. */
let isUnreadable = false

/** Says that the store's files are damaged although it opens. Stays true until the page loads again. */
export function reportUnreadableStore(): void {
  isUnreadable = true
  storeDamaged.set(true)
}

/** Records how opening the store ended: null if it opened. Errors other than damage are left to the first use. */
export function reportOpened(error: unknown): void {
  storeDamaged.set(isUnreadable || isDamageError(error))
}

/**
 * Whether the error means damaged files. Other errors pass by themselves or have other causes (newer version,
 * full disk). Dexie wraps the browser's error in `inner`, and those of several rows in `failures`.
 */
export function isDamageError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner, failures } = error as {
    readonly name?: string
    readonly inner?: unknown
    readonly failures?: unknown
  }
  if (name === 'UnknownError' || isDamageError(inner)) return true
  return Array.isArray(failures) && failures.some(isDamageError)
}

/**
 * Deletes this device's databases. The next start creates new ones and restores unsent work from the second
 * record. The bytes of unsent photos are lost.
 */
export async function deleteDamagedStore(): Promise<void> {
  for (const name of ['fieldbook', 'fieldbook-journal', 'fieldbook-reserve']) await Dexie.delete(name)
}
