import { readRecord } from './settings/record.ts'

/** Logging out: what local storage keeps of the account goes, but choices that the server does not have yet. */
export function forgetLocal(account: string): void {
  try {
    for (const key of keysOf(account)) if (!isUnsent(key)) localStorage.removeItem(key)
    localStorage.removeItem('picker-return')
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function keysOf(account: string): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.split(':').includes(account))
}

function isUnsent(key: string): boolean {
  return key.startsWith('settings:') && readRecord(localStorage.getItem(key)).waiting.length > 0
}
