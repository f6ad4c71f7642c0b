import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'

/** So often it is looked whether a contact still waits; the server is asked only where one does. */
const again = 30_000

/** While somebody is logged in, contacts that wait on this device go to the account, whichever screen is open. */
export function useExchangingContacts(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    const exchange = (onlyWaiting: boolean) => void run(userId, onlyWaiting)
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

/** Apart from the screens, none of which waits for it. */
async function run(userId: string, onlyWaiting: boolean): Promise<void> {
  // Where its code cannot be loaded now, the next run exchanges what waits.
  const sync = await import('#web/offline/contacts/exchange.ts').catch(() => null)
  // What cannot be read or sent now is tried again.
  await sync?.exchangeContacts(userId, onlyWaiting).catch(() => undefined)
}
