/** Why the device itself could not keep something. Shown until it works again. */
export type Trouble = 'full' | 'failed' | 'late'

let trouble: Trouble | null = null
const listeners = new Set<() => void>()

export function currentTrouble(): Trouble | null {
  return trouble
}

export function reportTrouble(error: unknown): Trouble {
  const found = isQuota(error) ? 'full' : 'failed'
  set(found)
  return found
}

/** A write is under way and has not ended in time: until it has, nothing is known to be kept. */
export function reportLate(): void {
  if (trouble === null) set('late')
}

/** Everything that had failed has been written. */
export function clearTrouble(): void {
  set(null)
}

export function onTrouble(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The device has no room. Dexie wraps the browser's error. */
export function isQuota(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner } = error as { name?: unknown; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== undefined && inner !== error && isQuota(inner))
}

function set(next: Trouble | null): void {
  if (next === trouble) return
  trouble = next
  for (const listener of listeners) listener()
}
