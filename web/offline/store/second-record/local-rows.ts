import type { ReadLog } from './log-text.ts'
import { type Change, changeKey, type Rows } from './recorded-rows.ts'

/** Where an engine has no files of the origin's own, each unsent row lies in local storage under a key of its own. */
const prefix = 'fieldbook-unsent '

/** Throws if there is no room: some of the rows may be missing from then on. */
export function writeLocalRows(identity: string, changes: readonly Change[]): void {
  for (const change of changes) {
    const key = `${prefix}${identity} ${changeKey(change)}`
    if (change.row === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(change))
  }
}

/** Records these rows and no others. Throws if there is no room. */
export function replaceLocalRows(identity: string, rows: Rows): void {
  markLocalRows(identity, 'parts')
  writeLocalRows(identity, [...rows.values()])
  for (const key of keys()) {
    const isOwn = isRow(key) && identityIn(key) === identity
    if (isOwn && !rows.has(key.slice(`${prefix}${identity} `.length))) localStorage.removeItem(key)
  }
  markLocalRows(identity, 'whole')
}

/** Whether local rows are all that is unsent in their store. Both marks have the same length, so one fits if the other did. */
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
    // Damaged: the others are restored, and the caller reports what is missing.
    return null
  }
}

/** Whether a store's work is recorded in local storage, which then is newer than its log. It may be empty. */
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
