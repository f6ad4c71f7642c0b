import { useEffect } from 'react'
import { afterFirstScreen } from '#web/lib/first-screen.ts'
import { laterFilesHere } from '#web/lib/later-files.ts'
import { untilLoaded } from '#web/lib/until-loaded.ts'

/** While somebody is logged in, what they need without network is brought onto this device. */
export function useKeeping(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | null = null
    let left = false
    const keep = afterFirstScreen(() => {
      void untilLoaded(() => laterFilesHere().then(() => import('#web/offline/list/keep-offline.ts'))).then(
        ({ startKeeping }) => {
          if (!left) stop = startKeeping(userId)
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
