import type { UnsentSurvey } from './unsent-surveys.ts'

/**
 * Summary of unsent work that a page can read synchronously: the store's identity, and what to report if
 * nothing else survives.
 */
export interface RecordIndex {
  readonly identity: string
  readonly surveys: readonly UnsentSurvey[]
  /** Work of earlier stores that still has to be restored from their records. */
  readonly unrestored?: readonly UnsentSurvey[]
}

const key = 'fieldbook-unsent-index'

export function readIndex(): RecordIndex | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as RecordIndex | null
  } catch {
    // Storage is blocked, or another app wrote the value: treat as missing.
    return null
  }
}

/**
 * Writes the index; returns false if there is no room. Then the old index is removed, because it would report
 * sent work as lost.
 */
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

/** Call when the page itself deletes the store. */
export function removeIndex(): void {
  if (typeof localStorage !== 'undefined') localStorage.removeItem(key)
}
