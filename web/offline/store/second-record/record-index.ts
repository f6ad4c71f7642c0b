import type { UnsentSurvey } from './unsent-surveys.ts'

/** What waits, in a few lines that a page reads at once: whose store it is, and what to report if nothing else is left. */
export interface RecordIndex {
  readonly identity: string
  readonly surveys: readonly UnsentSurvey[]
  /** Work of earlier stores that is still to be restored from their records. */
  readonly unrestored?: readonly UnsentSurvey[]
}

const key = 'fieldbook-unsent-index'

export function readIndex(): RecordIndex | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as RecordIndex | null
  } catch {
    // Blocked, or not written by this app: the same as none.
    return null
  }
}

/** false = no room: there is none now, because an earlier one would report as lost what is not. */
export function writeIndex(index: RecordIndex): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(index))
    return true
  } catch {
    // The caller reports it.
    removeIndex()
    return false
  }
}

/** The page itself deletes the store. */
export function removeIndex(): void {
  if (typeof localStorage !== 'undefined') localStorage.removeItem(key)
}
