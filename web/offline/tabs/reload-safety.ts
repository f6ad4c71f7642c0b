import { flushPendingWrites, savesTyping } from '#web/lib/start/reload.ts'
import { currentStorageFailure } from '../store/storage-failure.ts'

/** Prefix of the lock that the sending tab holds; the account follows. */
export const sendingLock = 'fieldbook-sync-'

/** Milliseconds to wait for the last edits to be stored. */
const patience = 500

const fields = 'input:not([type=button], [type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const dialogs = '[role=dialog], [role=alertdialog], dialog[open]'

/** Path where the user typed text that only the page holds. */
let typedAt = ''

/** Starts tracking whether the page holds unstored text. */
export function watchTyping(): void {
  const typed = () => {
    if (!savesTyping()) typedAt = location.pathname
  }
  document.addEventListener('input', typed, { capture: true, passive: true })
}

/**
 * Whether this page can be reloaded without losing or interrupting anything: no sending, no unstored text, no
 * dialog, no field in use.
 */
export async function isSafeToReload(): Promise<boolean> {
  if (isOccupied() || currentStorageFailure() || (await isSending())) return false
  return (await flushPendingWrites(patience)) && !isOccupied() && !currentStorageFailure()
}

function isOccupied(): boolean {
  if (typedAt === location.pathname && !savesTyping()) return true
  if (document.querySelector(dialogs)) return true
  return document.visibilityState === 'visible' && document.activeElement?.matches(fields) === true
}

async function isSending(): Promise<boolean> {
  // Some browsers reject the query; they show no locks.
  const locks = await navigator.locks?.query().catch(() => null)
  return locks?.held?.some(({ name }) => name?.startsWith(sendingLock)) ?? false
}
