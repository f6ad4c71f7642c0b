import { Button } from '@mantine/core'
import {
  lazy,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { t } from '#web/lib/language/translate.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { lostText, unrestoredText } from '#web/offline/outbox/lost-text.ts'
import { closeLostWork, lostWork, onLostWork } from '#web/offline/store/lost-work.ts'
import {
  isRecorded,
  onUnrestoredWork,
  unrestoredWork,
} from '#web/offline/store/second-record/record-state.ts'
import { Part } from '#web/ui/part.tsx'
import classes from './bar.module.css'
import { ReloadButton } from './reload-button.tsx'
import { isSenderMissing, onSenderMissing } from './sender-watch.ts'

/** Other elements at the foot of a screen stay above this (`steps-bar.module.css`). */
const spaceProperty = '--bars-room'

/** Space for a form's step buttons, plus a margin, in pixels. */
const above = 96

/** The Data storage screen lists the rest. */
const most = 2

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

/** Shown if the code that sends fails to load although the server answers. */
function CannotSendBar() {
  const missing = useSyncExternalStore(onSenderMissing, isSenderMissing)
  if (!missing) return null
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>{t('program.cannotSend')}</p>
      <ReloadButton />
    </div>
  )
}

/**
 * Shows unsent work of an earlier store that waits for space, and whether this page's own work has a second
 * copy.
 */
export function UnrestoredBar({ account }: { account: string }) {
  const all = useSyncExternalStore(onUnrestoredWork, unrestoredWork)
  const recorded = useSyncExternalStore(isRecorded.subscribe, isRecorded.get)
  const own = all.filter((one) => one.account === account)
  if (own.length === 0) return null
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>
        {t('program.notRestored', { what: unrestoredText(own) })} {!recorded && t('program.notRecorded')}
      </p>
      <ReloadButton />
    </div>
  )
}

/** Shown after the browser cleared this device's store, now or since the last start, until closed. */
function LostWorkBar({ account }: { account: string }) {
  const work = useSyncExternalStore(onLostWork, lostWork)[account]
  if (!work) return null
  const { restored, lost } = work
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>
        {[
          t('program.storeCleared'),
          restored > 0 && t('program.workRestored', { count: restored }),
          ...lost.slice(0, most).map(lostText),
          lost.length > most && t('program.moreLost', { count: lost.length - most }),
        ]
          .filter((one) => one !== false)
          .join(' ')}
      </p>
      <Button size="compact-md" variant="subtle" onClick={() => closeLostWork(account)}>
        {t('common.ok')}
      </Button>
    </div>
  )
}

/** The app's messages: at the foot of every screen, one below the other. */
function Bars({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bars = ref.current
    if (!bars) return
    let before = 0
    const measure = new ResizeObserver(() => {
      const stays = getComputedStyle(bars).position === 'sticky'
      const height = stays ? bars.offsetHeight : 0
      // Setting a property on the root recalculates styles of the whole page.
      if (height === before) return
      document.documentElement.style.setProperty(spaceProperty, `${height}px`)
      keepVisible(document.activeElement, height - before)
      before = height
    })
    measure.observe(bars)
    return () => {
      measure.disconnect()
      document.documentElement.style.removeProperty(spaceProperty)
    }
  }, [])
  return (
    <div ref={ref} className={classes.bars}>
      {children}
    </div>
  )
}

/** Scrolls by the added height, so that new bars don't cover the field being edited. */
function keepVisible(element: Element | null, more: number): void {
  if (more <= 0 || !element?.matches('input, textarea, select')) return
  const { bottom } = element.getBoundingClientRect()
  const seen = document.documentElement.clientHeight - above
  if (bottom > seen - more && bottom <= seen + above) window.scrollBy(0, more)
}
