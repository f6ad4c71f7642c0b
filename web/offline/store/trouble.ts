import { observable } from '#web/lib/page/observable.ts'

/**
 * Why the latest answers are not on the device. 'saving': a transaction is slow, which is no failure. 'late': the store
 * hangs. Set until everything is stored.
 */
export type Trouble = 'full' | 'failed' | 'late' | 'saving'

const trouble = observable<Trouble | null>(null)

export const currentTrouble = trouble.get
export const onTrouble = trouble.subscribe

export function reportTrouble(error: unknown): Trouble {
  const found = isQuota(error) ? 'full' : 'failed'
  trouble.set(found)
  return found
}

/** A write takes its time: until it ends, nothing is known to be stored. */
export function reportSlow(): void {
  if (trouble.get() === null) trouble.set('saving')
}

/** The store hangs. */
export function reportLate(): void {
  const known = trouble.get()
  if (known === null || known === 'saving') trouble.set('late')
}

/** Everything that had failed has been written. */
export function clearTrouble(): void {
  trouble.set(null)
}

/** The device has no room. Dexie wraps the browser's error. */
export function isQuota(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner } = error as { name?: unknown; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== undefined && inner !== error && isQuota(inner))
}
