import type { LegalKind } from './queries.ts'

/** A text that was written and not saved yet, and the version that it began from. */
export interface LegalDraft {
  readonly text: string
  readonly basedOn: string
}

/** null also for what somebody else put there. */
export function readDraft(userId: string, kind: LegalKind): LegalDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId, kind)) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    // What is stored is no draft, so the editor begins with the published text.
    return null
  }
}

/** Kept at every keystroke; false where the browser keeps nothing. */
export function keepDraft(userId: string, kind: LegalKind, draft: LegalDraft): boolean {
  try {
    localStorage.setItem(keyOf(userId, kind), JSON.stringify(draft))
    return true
  } catch {
    // false tells the editor that the draft is not stored.
    return false
  }
}

export function dropDraft(userId: string, kind: LegalKind): void {
  localStorage.removeItem(keyOf(userId, kind))
}

function keyOf(userId: string, kind: LegalKind): string {
  return `legal-draft/${userId}/${kind}`
}

function isDraft(value: unknown): value is LegalDraft {
  if (typeof value !== 'object' || value === null) return false
  return (
    'text' in value &&
    typeof value.text === 'string' &&
    'basedOn' in value &&
    typeof value.basedOn === 'string'
  )
}
