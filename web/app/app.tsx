import { MantineProvider } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { unstable_HistoryRouter as HistoryRouter, Route, Routes, useLocation } from 'react-router'
import { addressBehind, stateBehind } from '#web/lib/page/alert.ts'
import { useSessionExpired } from '#web/lib/session/session.ts'
import { untilLoaded } from '#web/lib/start/until-loaded.ts'
import { Part } from '#web/ui/part.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Drawn } from './drawn.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { NeedsSession } from './guards.tsx'
import { loadSessionEnded } from './preload.ts'
import { routerHistory } from './router-history.ts'
import { Reads, routes, Shell, withWords } from './routes.ts'
import type { Screen } from './screen.ts'
import { ScrollToTop } from './scroll-to-top.tsx'
import { cssVariables, theme } from './theme.ts'

const AlertRoute = lazy(() =>
  withWords(() => import('./alert-route.tsx').then((m) => ({ default: m.AlertRoute }))),
)
const SessionEnded = lazy(() => untilLoaded(loadSessionEnded))

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
          <Routes location={shown}>
            <Route element={<Reads />}>
              <Route element={<Shell />}>{routesOf('menu')}</Route>
              {routesOf('reads')}
            </Route>
            {routesOf('bare')}
          </Routes>
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

function routesOf(frame: Screen['frame']): ReactNode {
  return routes
    .filter((route) => route.screen.frame === frame)
    .map(({ screen, View }) => (
      <Route
        key={screen.path}
        path={screen.path}
        element={
          screen.who === 'session' ? (
            <NeedsSession view={View} asks={screen.asksToLogIn === true} />
          ) : (
            <>
              <View />
              <Drawn path={screen.path} />
            </>
          )
        }
      />
    ))
}
