import { MantineProvider } from '@mantine/core'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { withMessages } from '#web/lib/language/language.ts'
import { addressBehind, stateBehind } from '#web/lib/page/alert.ts'
import { FixedLocation, HistoryRouter, useLocation, useNavigationType } from '#web/lib/page/router.tsx'
import { useSessionExpired } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { LoadingScreen } from '#web/ui/loading-screen.tsx'
import { Part } from '#web/ui/part.tsx'
import { isLoginAt, loadSessionEnded, login, storageBlocked } from './entry.ts'
import { ErrorScreen } from './error-screen.tsx'
import { otherScreens } from './load-first-screen.ts'
import { isWithinForm, routerHistory } from './router-history.ts'
import { ScreenReady } from './screen-ready.tsx'
import { cssVariables, theme } from './theme.ts'

const { View: AlertRoute } = lazyPart(() =>
  withMessages(async () => (await import('./alert-route.tsx')).AlertRoute),
)
const SessionEnded = lazy(() => loadWithRetries(loadSessionEnded))
const { View: LoginScreen } = login
const { View: OtherScreens } = otherScreens
const { View: StorageBlockedScreen } = storageBlocked

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <HistoryRouter history={routerHistory} isWithinScreen={isWithinForm}>
        <Pages />
      </HistoryRouter>
    </MantineProvider>
  )
}

/** The screen of the address; an alert appears above its screen, which stays unchanged. */
function Pages() {
  const expired = useSessionExpired()
  const location = useLocation()
  const behind = addressBehind(location.pathname)
  const shown =
    behind === null ? location : { ...location, pathname: behind, state: stateBehind(location.state) }
  return (
    <>
      <ScrollToTop pathname={shown.pathname} />
      <ErrorScreen>
        <Suspense fallback={<LoadingScreen />}>
          <FixedLocation location={shown}>
            {isLoginAt(shown.pathname) ? <Login /> : <OtherScreens path={shown.pathname} />}
          </FixedLocation>
        </Suspense>
        {expired && shown.pathname === '/' && (
          <Part>
            <SessionEnded />
          </Part>
        )}
        {behind !== null && (
          <Part key={behind}>
            <AlertRoute behind={behind} />
          </Part>
        )}
      </ErrorScreen>
    </>
  )
}

function Login() {
  useEffect(loadOthersOnceUsed, [])
  if (globalThis.storesNothing) return <StorageBlockedScreen path="/" />
  return (
    <>
      <LoginScreen />
      <ScreenReady path="/" />
    </>
  )
}

/** Loads the other screens once the user types or presses anything on the login. */
function loadOthersOnceUsed(): () => void {
  const used = new AbortController()
  const load = () => {
    used.abort()
    // A failure shows when another screen is opened.
    otherScreens.load().catch(() => undefined)
  }
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, load, { signal: used.signal })
  return () => used.abort()
}

/** Scrolls a new screen to its top; going back keeps the browser's restored position. */
function ScrollToTop({ pathname }: { pathname: string }) {
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new address
  useLayoutEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname])
  return null
}
