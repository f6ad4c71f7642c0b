import { forgetCountdowns } from '../phone/countdown.ts'
import { readRecord } from '../settings/record.ts'

/** Logging out: what local storage keeps of the account goes, but choices and templates that the server does not have yet. */
export function forgetLocal(account: string): void {
  try {
    for (const key of keysOf(account)) if (!isUnsent(key)) localStorage.removeItem(key)
    localStorage.removeItem('picker-return')
    forgetCountdowns()
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function keysOf(account: string): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.split(':').includes(account))
}

function isUnsent(key: string): boolean {
  // Of a template that is built, what the server has not confirmed.
  if (/^unsaved:[^:]+:form:/.test(key)) return true
  return key.startsWith('settings:') && readRecord(localStorage.getItem(key)).waiting.length > 0
}
