import { IconAlertTriangle, IconCloudCheck, IconCloudUp, IconDeviceMobile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { spokenLocale } from '#contract/messages/spoken.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useWaiting, type Waiting } from '#web/offline/outbox/waiting.ts'
import { waitingText } from '#web/offline/outbox/waiting-text.ts'
import classes from './unsent-link.module.css'

const icons = {
  'on this device': IconDeviceMobile,
  sending: IconCloudUp,
  'on the server': IconCloudCheck,
  'needs attention': IconAlertTriangle,
} as const

/** Milliseconds that a state must last before it shows, so that fast sends do not flicker. */
const patience = { 'on this device': 1_000, sending: 1_200, 'on the server': 700, 'needs attention': 0 }

/** Shows this account's unsent work on every screen, and links to the details. */
export function UnsentLink() {
  const waiting = useLasting(useWaiting())
  if (!waiting) return null
  const { state, unsent, refused } = waiting
  const Icon = icons[state]
  const words = waitingText(waiting)
  const number = state === 'needs attention' ? refused : unsent
  return (
    <Link
      to="/Datastorage2"
      className={classes.link}
      data-state={state.replaceAll(' ', '-')}
      aria-label={t('storage.openStorage', { state: words })}
    >
      <Icon size={20} aria-hidden />
      <span className={classes.words}>{words}</span>
      {state !== 'on the server' && <span className={classes.number}>{numbers().format(number)}</span>}
    </Link>
  )
}

/** Formatted as in the link's accessible name, which must contain the visible text. */
function numbers(): Intl.NumberFormat {
  return new Intl.NumberFormat(spokenLocale())
}

function useLasting(next: Waiting | null): Waiting | null {
  const [shown, setShown] = useState(next)
  useEffect(() => {
    if (next === shown) return
    const atOnce = !next || shown === null || shown.state === next.state
    const timer = setTimeout(() => setShown(next), atOnce ? 0 : patience[next.state])
    return () => clearTimeout(timer)
  }, [next, shown])
  return shown
}
