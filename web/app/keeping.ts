import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/first-screen.ts'

/** While somebody is logged in, what they need without network is brought onto this device. */
export function useKeeping(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | null = null
    let left = false
    // Without its code nothing is brought; the next page tries again.
    const keep = afterFirstScreen(() => {
      import('#web/offline/list/keep-offline.ts').then(
        ({ startKeeping }) => {
          if (!left) stop = startKeeping(userId)
        },
        () => undefined,
      )
    })
    return () => {
      left = true
      keep()
      stop?.()
    }
  }, [userId])
}
