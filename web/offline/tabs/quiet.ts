import { keepsTyping, keptOnDevice } from '#web/lib/start/reload.ts'
import { currentTrouble } from '../store/trouble.ts'

/** The tab that sends holds the lock of this name, with the account behind it. */
export const sendingLock = 'fieldbook-sync-'

/** So long the last keys may take to reach the device. */
const patience = 500

const fields = 'input:not([type=button], [type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const dialogs = '[role=dialog], [role=alertdialog], dialog[open]'

/** The address at which something was typed that the page alone holds. */
let typedAt = ''

/** From here on it is known whether a page holds what somebody typed. */
export function watchTyping(): void {
  const typed = () => {
    if (!keepsTyping()) typedAt = location.pathname
  }
  document.addEventListener('input', typed, { capture: true, passive: true })
}

/**
 * Whether this page can be loaded anew without taking anything from anybody: nothing is being sent, all that was
 * typed is on the device, and nobody is in the middle of something.
 */
export async function isQuiet(): Promise<boolean> {
  if (isOccupied() || currentTrouble() || (await isSending())) return false
  return (await keptOnDevice(patience)) && !isOccupied() && !currentTrouble()
}

function isOccupied(): boolean {
  if (typedAt === location.pathname && !keepsTyping()) return true
  if (document.querySelector(dialogs)) return true
  return document.visibilityState === 'visible' && document.activeElement?.matches(fields) === true
}

async function isSending(): Promise<boolean> {
  // A browser that does not answer holds no lock that one could see.
  const locks = await navigator.locks?.query().catch(() => null)
  return locks?.held?.some(({ name }) => name?.startsWith(sendingLock)) ?? false
}
