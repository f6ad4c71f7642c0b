import { MantineProvider } from '@mantine/core'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { Route } from 'wouter'
import { addressBehind, stateBehind } from '#web/lib/page/alert.ts'
import { browserHistory } from '#web/lib/page/history.ts'
import { HistoryRouter, Navigate, StandingAt, useLocation, useNavigationType } from '#web/lib/page/router.tsx'
import { layers } from '#web/lib/page/use-layer.ts'
import { useSession, useSessionExpired } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { untilLoaded } from '#web/lib/start/until-loaded.ts'
import { Part } from '#web/ui/part.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Drawn } from './drawn.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { loadSessionEnded, preloadSessionEnded } from './preload.ts'
import { Reads, routeOf, Shell, withWords } from './routes.ts'
import type { Screen } from './screen.ts'
import { cssVariables, theme } from './theme.ts'

const browser = browserHistory()
const { push, replace } = browser

/** The router's own history; what leads elsewhere goes around the entries of dialogs and drawers. */
const routerHistory = Object.assign(browser, {
  push: (...to: Parameters<typeof push>) => layers.navigate(() => push(...to)),
  replace: (...to: Parameters<typeof replace>) => layers.navigate(() => replace(...to)),
  go: (by: number) => layers.step(by),
})

const { View: AlertRoute } = lazyPart(() =>
  withWords(async () => (await import('./alert-route.tsx')).AlertRoute),
)
const SessionEnded = lazy(() => untilLoaded(loadSessionEnded))
const { View: StoresNothing } = lazyPart(() =>
  withWords(async () => (await import('./stores-nothing.tsx')).StoresNothing),
)

declare global {
  /** The browser blocks site data: from the page's first script (`web/skeleton/skeleton.js`). */
  var storesNothing: boolean | undefined
}

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <HistoryRouter history={routerHistory}>
        <Pages />
      </HistoryRouter>
    </MantineProvider>
  )
}

/** The screen of the address; an alert stands above its screen, which stays as it is. */
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
        <Suspense fallback={<Waiting />}>
          {globalThis.storesNothing && isWrittenIn(shown.pathname) ? (
            <StoresNothing path={shown.pathname} />
          ) : (
            <StandingAt location={shown}>
              <ScreenAt path={shown.pathname} />
            </StandingAt>
          )}
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

/** Screens of those who are logged in, and the login. */
function isWrittenIn(path: string): boolean {
  const screen = routeOf(path)?.screen
  return screen?.path === '/' || screen?.who === 'session'
}

/** The frame around it stays where the next screen has the same. */
function ScreenAt({ path }: { path: string }) {
  const route = routeOf(path)
  if (!route) return null
  const { screen, View } = route
  return (
    <Route path={screen.path}>
      <Framed frame={screen.frame}>
        {screen.who === 'session' ? (
          <NeedsSession view={View} asks={screen.asksToLogIn === true} />
        ) : (
          <>
            <View />
            <Drawn path={screen.path} />
          </>
        )}
      </Framed>
    </Route>
  )
}

/** Menu and header stay whatever becomes of the screen that they stand around. */
function Framed({ frame, children }: { frame: Screen['frame']; children: ReactNode }) {
  if (frame === 'bare') return children
  return (
    <Reads>
      {frame === 'menu' ? (
        <Shell>
          <ErrorScreen framed>{children}</ErrorScreen>
        </Shell>
      ) : (
        children
      )}
    </Reads>
  )
}

/** Without a session to the login, which leads back here afterwards. */
function NeedsSession({ view: View, asks }: { view: ComponentType; asks: boolean }) {
  const session = useSession()
  const location = useLocation()
  useEffect(preloadSessionEnded, [])
  const [whose, setWhose] = useState(session?.userId)
  if (session && session.userId !== whose) setWhose(session.userId)
  if (!session) {
    const from = location.pathname + location.search
    return <Navigate to="/" replace state={{ from, whose, asks }} />
  }
  // A new account on this device starts with fresh screens.
  return (
    <>
      <View key={session.userId} />
      <Drawn path={location.pathname} />
    </>
  )
}

/** A new screen begins at its top; going back keeps what the browser restores. */
function ScrollToTop({ pathname }: { pathname: string }) {
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new address
  useLayoutEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname])
  return null
}
