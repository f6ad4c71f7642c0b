import type { ReadLog } from './log-text.ts'
import { type Change, changeKey, type Rows } from './recorded-rows.ts'

/** Prefix of unsent rows in local storage, one key per row, for engines without a private file system. */
const prefix = 'fieldbook-unsent '

/** Throws if there is no room. From then on, rows may be missing. */
export function writeLocalRows(identity: string, changes: readonly Change[]): void {
  for (const change of changes) {
    const key = `${prefix}${identity} ${changeKey(change)}`
    if (change.row === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(change))
  }
}

/** Replaces all recorded rows of the store. Throws if there is no room. */
export function replaceLocalRows(identity: string, rows: Rows): void {
  markLocalRows(identity, 'parts')
  writeLocalRows(identity, [...rows.values()])
  for (const key of keys()) {
    const isOwn = isRow(key) && identityIn(key) === identity
    if (isOwn && !rows.has(key.slice(`${prefix}${identity} `.length))) localStorage.removeItem(key)
  }
  markLocalRows(identity, 'whole')
}

/**
 * Marks whether the local rows are complete. Both marks have the same length, so replacing one never needs
 * more room.
 */
export function markLocalRows(identity: string, mark: 'whole' | 'parts'): void {
  localStorage.setItem(prefix + identity, mark)
}

export function readLocalRows(isMeant: (identity: string) => boolean): ReadLog {
  const own = keys().filter((key) => isMeant(identityIn(key)))
  const rows = own.filter(isRow)
  const found = rows.map(changeAt).filter((change) => change !== null)
  const isMarked = own.every((key) => isRow(key) || localStorage.getItem(key) === 'whole')
  return {
    rows: new Map(found.map((change) => [changeKey(change), change])),
    whole: isMarked && found.length === rows.length,
  }
}

function changeAt(key: string): Change | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Change | null
  } catch {
    // Damaged. The other rows are restored, and the caller reports the missing ones.
    return null
  }
}

/**
 * Whether local storage holds a store's complete record, which then is newer than its log. It may be empty.
 */
export function hasLocalRows(identity: string): boolean {
  return (
    keys().some((key) => identityIn(key) === identity) && localStorage.getItem(prefix + identity) !== 'parts'
  )
}

export function removeLocalRows(isMeant: (identity: string) => boolean): void {
  for (const key of keys()) if (isMeant(identityIn(key))) localStorage.removeItem(key)
}

function keys(): string[] {
  if (typeof localStorage === 'undefined') return []
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

function isRow(key: string): boolean {
  return key.includes(' ', prefix.length)
}

function identityIn(key: string): string {
  return key.slice(prefix.length).split(' ')[0] ?? ''
}
