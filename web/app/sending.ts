import { useEffect } from 'react'

/** While somebody is logged in, what waits on this device is sent, whichever screen is open. */
export function useSending(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | null = null
    let left = false
    // Apart from the screens: reports and sign-up must not wait for the device's database.
    void import('#web/offline/outbox/sync.ts').then(({ startSync }) => {
      if (!left) stop = startSync(userId)
    })
    return () => {
      left = true
      stop?.()
    }
  }, [userId])
}
