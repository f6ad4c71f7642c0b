import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'

/** While somebody is logged in, what they need without network is brought onto this device. */
export function useKeeping(userId: string | undefined): void {
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
