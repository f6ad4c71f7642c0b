import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/first-screen.ts'

/** While somebody is logged in, what waits on this device is sent, whichever screen is open. */
export function useSending(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | null = null
    let left = false
    // Apart from the screens: none waits for what sends.
    const keep = afterFirstScreen(() => {
      void import('#web/offline/outbox/sync.ts').then(({ startSync }) => {
        if (!left) stop = startSync(userId)
      })
    })
    return () => {
      left = true
      keep()
      stop?.()
    }
  }, [userId])
}
