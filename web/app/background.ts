import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'
import { senderLoaded, watchForSender } from './sender-watch.ts'

/** Milliseconds between checks for unsent contacts; the server is called only if there are any. */
const again = 30_000

/** Runs background work while a user is logged in, on any screen. No screen waits for it. */
export function useBackground(userId: string | undefined): void {
  // Sends unsent work, and downloads what is needed offline.
  usePart(userId, loadSending, startSending)
  useEffect(() => (userId ? watchForSender(userId) : undefined), [userId])
  usePart(userId, loadKeeping, startPrefetching)
  useExchangingContacts(userId)
}

const loadSending = () => import('#web/offline/outbox/sync.ts')
const loadKeeping = () => import('#web/offline/list/prefetch-offline.ts')

function startSending({ startSync }: Awaited<ReturnType<typeof loadSending>>, account: string): () => void {
  senderLoaded()
  return startSync(account)
}

function startPrefetching(part: Awaited<ReturnType<typeof loadKeeping>>, account: string): () => void {
  return part.startPrefetching(account)
}

/** `load` and `start` must be stable functions. */
function usePart<Part>(
  userId: string | undefined,
  load: () => Promise<Part>,
  start: (part: Part, account: string) => () => void,
): void {
  useEffect(() => {
    if (!userId) return
    return afterFirstScreen(() => startLater(load, (part) => start(part, userId)))
  }, [userId, load, start])
}

/** Sends unsent contacts of this device to the account. */
function useExchangingContacts(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    const exchange = (onlyWaiting: boolean) => void syncContacts(userId, onlyWaiting)
    const online = () => exchange(false)
    const cancel = afterFirstScreen(() => exchange(false))
    window.addEventListener('online', online)
    const timer = setInterval(() => exchange(true), again)
    return () => {
      cancel()
      window.removeEventListener('online', online)
      clearInterval(timer)
    }
  }, [userId])
}

async function syncContacts(userId: string, onlyWaiting: boolean): Promise<void> {
  // If its code fails to load, the next run exchanges them.
  const sync = await import('#web/offline/contacts/sync-contacts.ts').catch(() => null)
  // Failures are retried in the next run.
  await sync?.syncContacts(userId, onlyWaiting).catch(() => undefined)
}
