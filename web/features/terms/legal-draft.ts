import type { LegalKind } from './queries.ts'

/** An unsaved text and the version it is based on. */
export interface LegalDraft {
  readonly text: string
  readonly basedOn: string
}

/** Reads the draft; null if there is none or it is invalid. */
export function readDraft(userId: string, kind: LegalKind): LegalDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId, kind)) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    // Invalid JSON: the editor starts with the published text.
    return null
  }
}

/** Stores the draft on every keystroke. Returns false if the browser rejects it. */
export function storeDraft(userId: string, kind: LegalKind, draft: LegalDraft): boolean {
  try {
    localStorage.setItem(keyOf(userId, kind), JSON.stringify(draft))
    return true
  } catch {
    // false tells the editor that the draft is not stored.
    return false
  }
}

export function deleteDraft(userId: string, kind: LegalKind): void {
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
