import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'

/** So often it is looked whether a contact still waits; the server is asked only where one does. */
const again = 30_000

/** What goes on while somebody is logged in, whichever screen is open. Apart from the screens: none waits for it. */
export function useBackground(userId: string | undefined): void {
  useSending(userId)
  useKeeping(userId)
  useExchangingContacts(userId)
}

/** What waits on this device is sent. */
function useSending(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    return afterFirstScreen(() =>
      startLater(
        () => import('#web/offline/outbox/sync.ts'),
        ({ startSync }) => startSync(userId),
      ),
    )
  }, [userId])
}

/** What they need without network is brought onto this device. */
function useKeeping(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    return afterFirstScreen(() =>
      startLater(
        () => import('#web/offline/list/keep-offline.ts'),
        ({ startKeeping }) => startKeeping(userId),
      ),
    )
  }, [userId])
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
