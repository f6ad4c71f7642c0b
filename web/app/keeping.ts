import { useEffect } from 'react'

/** While somebody is logged in, what they need without network is brought onto this device. */
export function useKeeping(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | null = null
    let left = false
    const keeping = import('#web/offline/list/keep-offline.ts')
    // Without its code nothing is brought; the next page tries again.
    keeping.then(
      ({ startKeeping }) => {
        if (!left) stop = startKeeping(userId)
      },
      () => undefined,
    )
    return () => {
      left = true
      stop?.()
    }
  }, [userId])
}
