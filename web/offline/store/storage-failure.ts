import { observable } from '#web/lib/page/observable.ts'

/**
 * Why the latest answers are not stored yet. 'saving': a transaction is slow, which is no failure. 'late':
 * the store hangs. Set until everything is stored.
 */
export type StorageFailure = 'full' | 'failed' | 'late' | 'saving'

const trouble = observable<StorageFailure | null>(null)

export const currentStorageFailure = trouble.get
export const onStorageFailure = trouble.subscribe

export function reportStorageFailure(error: unknown): StorageFailure {
  const found = isQuota(error) ? 'full' : 'failed'
  trouble.set(found)
  return found
}

/** Reports a slow write. Until it ends, nothing is known to be stored. */
export function reportSlowWrite(): void {
  if (trouble.get() === null) trouble.set('saving')
}

/** Reports that the store hangs. */
export function reportHangingStore(): void {
  const known = trouble.get()
  if (known === null || known === 'saving') trouble.set('late')
}

/** Call once everything that had failed is stored. */
export function clearStorageFailure(): void {
  trouble.set(null)
}

/** Whether the disk is full. Dexie wraps the browser's error. */
export function isQuota(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner } = error as { name?: unknown; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== undefined && inner !== error && isQuota(inner))
}
