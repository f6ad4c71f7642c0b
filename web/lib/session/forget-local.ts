import { forgetCountdowns } from '../phone/countdown.ts'
import { readRecord } from '../settings/record.ts'

/**
 * Deletes an account's local storage at log-out, except choices and templates that the server does not have
 * yet.
 */
export function forgetLocal(account: string): void {
  try {
    for (const key of keysOf(account)) if (!isUnsent(key)) localStorage.removeItem(key)
    localStorage.removeItem('picker-return')
    forgetCountdowns()
  } catch {
    // Without storage there is nothing to delete.
  }
}

function keysOf(account: string): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.split(':').includes(account))
}

function isUnsent(key: string): boolean {
  // Unconfirmed work on a template.
  if (/^unsaved:[^:]+:form:/.test(key)) return true
  return key.startsWith('settings:') && readRecord(localStorage.getItem(key)).waiting.length > 0
}
