import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import type { live } from '#contract/health.ts'
import { liveCall } from '#contract/live-call.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { markScreenDrawn } from '#web/lib/start/first-screen.ts'
import { NotLoaded } from '#web/lib/start/not-loaded.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** In milliseconds. */
const answerWithin = 10_000
const dashboard = '/dashboard'

interface Props {
  children: ReactNode
  /** Location key; navigating away or back resets the error. */
  at: string
  /** Menu and header stay around it, and a `<main>`. */
  framed?: boolean
  /** The link to another screen. */
  aside: ReactNode
}

interface State {
  failed: boolean
  error: unknown
  busy: boolean
}

/**
 * Error boundary for one screen, or for all. Links to the dashboard: an app on the home screen has no other
 * way back.
 */
export function ErrorScreen({ children, framed = false }: Pick<Props, 'children' | 'framed'>) {
  const { key, pathname } = useLocation()
  return (
    <Boundary at={key} framed={framed} aside={<ToDashboard from={pathname} />}>
      {children}
    </Boundary>
  )
}

function ToDashboard({ from }: { from: string }) {
  const session = useSession()
  if (!session || from === dashboard) return null
  return (
    <Button component={Link} to={dashboard} variant="subtle">
      {t('common.toDashboard')}
    </Button>
  )
}

/**
 * Catches what a screen throws. A screen whose files failed to load is retried automatically and by a button.
 */
class Boundary extends Component<Props, State> {
  override state: State = { failed: false, error: null, busy: false }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error, busy: false }
  }

  override componentDidCatch(error: unknown) {
    markScreenDrawn()
    if (error instanceof NotLoaded) void error.whenLoaded().then(() => this.#over(error))
  }

  override componentDidUpdate(before: Props) {
    if (before.at !== this.props.at && this.state.failed) this.#over(this.state.error)
  }

  #over(error: unknown) {
    this.setState((now) => (now.error === error ? { failed: false, error: null, busy: false } : null))
  }

  async #retry(error: NotLoaded) {
    this.setState({ busy: true })
    try {
      await error.again()
      this.#over(error)
    } catch {
      // WebKit and Firefox never retry a failed import in the same page; reload once the server answers.
      if ((await call<typeof live>(liveCall, {}, { timeout: answerWithin })).ok) await reloadPage()
      this.setState({ busy: false })
    }
  }

  override render() {
    const { failed, error, busy } = this.state
    const { children, framed, aside } = this.props
    if (!failed) return children
    const missing = error instanceof NotLoaded ? error : null
    const words = (
      <ErrorState
        text={t(missing ? 'common.network' : 'common.somethingWrong')}
        busy={busy}
        onRetry={() => (missing ? void this.#retry(missing) : void reloadPage())}
        aside={aside}
      />
    )
    return framed ? words : <main>{words}</main>
  }
}
