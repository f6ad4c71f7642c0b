import { lazy, useEffect, useState } from 'react'
import { Part } from '#web/ui/part.tsx'

const NewVersionBar = lazy(() => import('./new-version-bar.tsx').then((m) => ({ default: m.NewVersionBar })))

/**
 * Where somebody is logged in the program comes onto the device, and says when there is a newer one. Whoever only
 * looks at a report or at the login is spared it: there is nothing to do there without network.
 */
export function Program() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    let left = false
    void import('#web/offline/new-version.ts')
      .then(({ keepProgram, onNewVersion }) => {
        onNewVersion(() => !left && setShown(true))
        return keepProgram()
      })
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [])
  return shown ? (
    <Part>
      <NewVersionBar />
    </Part>
  ) : null
}
