import { lazy, useEffect, useState } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { Part } from '#web/ui/part.tsx'
import { Bars } from './bars.tsx'
import { CannotSendBar } from './cannot-send-bar.tsx'
import { LostWorkBar } from './lost-work-bar.tsx'
import { UnrestoredBar } from './unrestored-bar.tsx'

const NewVersionBar = lazy(() =>
  loadWithRetries(() => import('./new-version-bar.tsx').then((m) => ({ default: m.NewVersionBar }))),
)
const BlockedBar = lazy(() =>
  loadWithRetries(() => import('./blocked-bar.tsx').then((m) => ({ default: m.BlockedBar }))),
)
const StorageBar = lazy(() =>
  loadWithRetries(() => import('./storage-bar.tsx').then((m) => ({ default: m.StorageBar }))),
)
const ReadyNote = lazy(() =>
  loadWithRetries(() => import('./ready-note.tsx').then((m) => ({ default: m.ReadyNote }))),
)

/** Milliseconds after the first screen; nothing waits for this, and typing is painted first. */
const pause = 1_500

/**
 * Installs the program on the device and announces new versions while a user is logged in. Guests and the
 * login skip it: they cannot work offline.
 */
export function AppServices({ account }: { account: string }) {
  const [shown, setShown] = useState(false)
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    return afterFirstScreen(() => {
      const timer = setTimeout(() => setPainted(true), pause)
      return () => clearTimeout(timer)
    })
  }, [])
  useEffect(() => {
    const initialWorker = navigator.serviceWorker?.controller ?? null
    return afterFirstScreen(() =>
      startLater(
        () => import('#web/offline/tabs/new-version.ts'),
        ({ installApp, onNewVersion }) => {
          let canceled = false
          onNewVersion(() => !canceled && setShown(true))
          // The app works without its offline copy; the next start registers it again.
          installApp(initialWorker).catch(() => undefined)
          return () => {
            canceled = true
          }
        },
      ),
    )
  }, [])
  return (
    <Bars>
      {/* Not lazy: they report a missing network or missing files. */}
      <LostWorkBar account={account} />
      <UnrestoredBar account={account} />
      <CannotSendBar />
      <Part>
        {shown && <NewVersionBar />}
        {isPainted && <BlockedBar />}
        {isPainted && <StorageBar account={account} />}
        {isPainted && <ReadyNote account={account} />}
      </Part>
    </Bars>
  )
}
