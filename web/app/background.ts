import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'
import { senderLoaded, watchForSender } from './sender-watch.ts'

/** So often it is looked whether a contact still waits; the server is asked only where one does. */
const again = 30_000

/** What goes on while somebody is logged in, whichever screen is open. Apart from the screens: none waits for it. */
export function useBackground(userId: string | undefined): void {
  // What waits on this device is sent; what is needed without network is brought onto it.
  usePart(userId, loadSending, startSending)
  useEffect(() => (userId ? watchForSender(userId) : undefined), [userId])
  usePart(userId, loadKeeping, startKeeping)
  useExchangingContacts(userId)
}

const loadSending = () => import('#web/offline/outbox/sync.ts')
const loadKeeping = () => import('#web/offline/list/keep-offline.ts')

function startSending({ startSync }: Awaited<ReturnType<typeof loadSending>>, account: string): () => void {
  senderLoaded()
  return startSync(account)
}

function startKeeping(part: Awaited<ReturnType<typeof loadKeeping>>, account: string): () => void {
  return part.startKeeping(account)
}

/** `load` and `start` are always the same two. */
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

/** Contacts that wait on this device go to the account. */
function useExchangingContacts(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    const exchange = (onlyWaiting: boolean) => void exchangeContacts(userId, onlyWaiting)
    const online = () => exchange(false)
    const keep = afterFirstScreen(() => exchange(false))
    window.addEventListener('online', online)
    const timer = setInterval(() => exchange(true), again)
    return () => {
      keep()
      window.removeEventListener('online', online)
      clearInterval(timer)
    }
  }, [userId])
}

async function exchangeContacts(userId: string, onlyWaiting: boolean): Promise<void> {
  // Where its code cannot be loaded now, the next run exchanges what waits.
  const sync = await import('#web/offline/contacts/exchange.ts').catch(() => null)
  // What cannot be read or sent now is tried again.
  await sync?.exchangeContacts(userId, onlyWaiting).catch(() => undefined)
}
