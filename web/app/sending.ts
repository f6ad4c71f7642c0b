import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/first-screen.ts'
import { laterFilesHere } from '#web/lib/later-files.ts'
import { untilLoaded } from '#web/lib/until-loaded.ts'

/** While somebody is logged in, what waits on this device is sent, whichever screen is open. */
export function useSending(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | null = null
    let left = false
    // Apart from the screens: none waits for what sends. Where the network goes before it is here, it comes with it.
    const keep = afterFirstScreen(() => {
      void untilLoaded(() => laterFilesHere().then(() => import('#web/offline/outbox/sync.ts'))).then(
        ({ startSync }) => {
          if (!left) stop = startSync(userId)
        },
      )
    })
    return () => {
      left = true
      keep()
      stop?.()
    }
  }, [userId])
}
