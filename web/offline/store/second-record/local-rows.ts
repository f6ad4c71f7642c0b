import type { ReadLog } from './log-text.ts'
import { type Change, changeKey, type Rows } from './recorded-rows.ts'

/** Where an engine has no files of the origin's own, each unsent row lies in local storage under a key of its own. */
const prefix = 'fieldbook-unsent '

/** Throws where there is no room. */
export function writeLocalRows(identity: string, changes: readonly Change[]): void {
  for (const change of changes) {
    const key = `${prefix}${identity} ${changeKey(change)}`
    if (change.row === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(change))
  }
}

export function replaceLocalRows(identity: string, rows: Rows): void {
  removeLocalRows((other) => other === identity)
  writeLocalRows(identity, [...rows.values()])
}

export function readLocalRows(isMeant: (identity: string) => boolean): ReadLog {
  const own = keys().filter((key) => isMeant(identityIn(key)))
  const found = own.map(changeAt).filter((change) => change !== null)
  return {
    rows: new Map(found.map((change) => [changeKey(change), change])),
    whole: found.length === own.length,
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

export function hasLocalRows(identity: string): boolean {
  return keys().some((key) => identityIn(key) === identity)
}

export function removeLocalRows(isMeant: (identity: string) => boolean): void {
  for (const key of keys()) if (isMeant(identityIn(key))) localStorage.removeItem(key)
}

function keys(): string[] {
  if (typeof localStorage === 'undefined') return []
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

function identityIn(key: string): string {
  return key.slice(prefix.length).split(' ')[0] ?? ''
}
