import { observable } from '#web/lib/page/observable.ts'

/** Why the device itself could not keep something. Shown until it works again. */
export type Trouble = 'full' | 'failed' | 'late'

const trouble = observable<Trouble | null>(null)

export const currentTrouble = trouble.get
export const onTrouble = trouble.subscribe

export function reportTrouble(error: unknown): Trouble {
  const found = isQuota(error) ? 'full' : 'failed'
  trouble.set(found)
  return found
}

/** A write is under way and has not ended in time: until it has, nothing is known to be kept. */
export function reportLate(): void {
  if (trouble.get() === null) trouble.set('late')
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
