import { lazy, useEffect, useState } from 'react'
import { afterFirstScreen } from '#web/lib/first-screen.ts'
import { laterFilesHere } from '#web/lib/later-files.ts'
import { untilLoaded } from '#web/lib/until-loaded.ts'
import { Part } from '#web/ui/part.tsx'
import { Bars } from './bars.tsx'
import { MadeAnewBar } from './made-anew-bar.tsx'

const NewVersionBar = lazy(() =>
  untilLoaded(() => import('./new-version-bar.tsx').then((m) => ({ default: m.NewVersionBar }))),
)
const BlockedBar = lazy(() =>
  untilLoaded(() => import('./blocked-bar.tsx').then((m) => ({ default: m.BlockedBar }))),
)
const KeepBar = lazy(() => untilLoaded(() => import('./keep-bar.tsx').then((m) => ({ default: m.KeepBar }))))
const ReadyNote = lazy(() =>
  untilLoaded(() => import('./ready-note.tsx').then((m) => ({ default: m.ReadyNote }))),
)

/** After the first screen: what is said here was not waited for, and keys are painted meanwhile. */
const pause = 1_500

/**
 * Where somebody is logged in the program comes onto the device, and says when there is a newer one. Whoever only
 * looks at a report or at the login is spared it: there is nothing to do there without network.
 */
export function Program({ account }: { account: string }) {
  const [shown, setShown] = useState(false)
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    return afterFirstScreen(() => {
      const timer = setTimeout(() => setDrawn(true), pause)
      return () => clearTimeout(timer)
    })
  }, [])
  useEffect(() => {
    let left = false
    const drawnBy = navigator.serviceWorker?.controller ?? null
    const keep = afterFirstScreen(() => {
      void untilLoaded(() => laterFilesHere().then(() => import('#web/offline/tabs/new-version.ts')))
        .then(({ keepProgram, onNewVersion }) => {
          onNewVersion(() => !left && setShown(true))
          return keepProgram(drawnBy)
        })
        // The app works without its offline copy; the next start registers it again.
        .catch(() => undefined)
    })
    return () => {
      left = true
      keep()
    }
  }, [])
  return (
    <Bars>
      {/* Not loaded when it is wanted: there may be no network then. */}
      <MadeAnewBar />
      <Part>
        {shown && <NewVersionBar />}
        {drawn && <BlockedBar />}
        {drawn && <KeepBar account={account} />}
        {drawn && <ReadyNote account={account} />}
      </Part>
    </Bars>
  )
}
