import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'

/** While somebody is logged in, what waits on this device is sent, whichever screen is open. */
export function useSending(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    // Apart from the screens: none waits for what sends.
    return afterFirstScreen(() =>
      startLater(
        () => import('#web/offline/outbox/sync.ts'),
        ({ startSync }) => startSync(userId),
      ),
    )
  }, [userId])
}
