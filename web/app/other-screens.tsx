import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Route } from '#web/lib/page/route.tsx'
import { useLocation } from '#web/lib/page/router.tsx'
import { currentSession, useSession } from '#web/lib/session/session.ts'
import { isScreenDrawn } from '#web/lib/start/first-screen.ts'
import { Redirect } from '#web/ui/redirect.tsx'
import { login, storageBlocked } from './entry.ts'
import { ErrorScreen } from './error-screen.tsx'
import { preloadSessionEnded } from './preload.ts'
import { routerHistory } from './router-history.ts'
import { queryProvider, routeOf, shell } from './routes.ts'
import type { RedirectTarget, Screen } from './screen.ts'
import { ScreenReady } from './screen-ready.tsx'

const { View: StorageBlockedScreen } = storageBlocked
const { View: Reads } = queryProvider
const { View: Shell } = shell

/** The screen of an address other than the login's. The frame stays if the next screen has the same. */
export function OtherScreens({ path }: { path: string }) {
  const route = routeOf(path)
  if (!route) return null
  const { screen, View } = route
  if (globalThis.storesNothing && screen.who === 'session') return <StorageBlockedScreen path={path} />
  return (
    <Route path={screen.path}>
      <Framed frame={screen.frame}>
        {screen.who === 'session' ? (
          <NeedsSession view={View} asks={screen.asksToLogIn === true} />
        ) : (
          <>
            <View />
            <ScreenReady path={screen.path} />
          </>
        )}
      </Framed>
    </Route>
  )
}

/** Menu and header stay even if the screen inside fails. */
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

/** Redirects to the login if there is no session; the login leads back. */
function NeedsSession({ view: View, asks }: { view: ComponentType; asks: boolean }) {
  const session = useSession()
  const location = useLocation()
  useEffect(preloadSessionEnded, [])
  const [whose, setWhose] = useState(session?.userId)
  if (session && session.userId !== whose) setWhose(session.userId)
  if (!session) {
    const from = location.pathname + location.search
    return <Redirect to="/" replace state={{ from, whose, asks }} />
  }
  // A new account on this device starts with fresh screens.
  return (
    <>
      <View key={session.userId} />
      <ScreenReady path={location.pathname} />
    </>
  )
}

/** Preloads what the address's screen needs; the login's parts if a session is required and missing. */
export async function loadScreen(path: string): Promise<void> {
  const asked = routeOf(path)
  if (!asked) return
  const { screen, load, params } = asked
  if (screen.who === 'session' && !currentSession()) {
    await login.load()
    return
  }
  const parts = [load()]
  if (screen.frame !== 'bare') parts.push(queryProvider.load())
  if (screen.frame === 'menu') parts.push(shell.load())
  if (screen.prepare)
    parts.push(screen.prepare(params, new URLSearchParams(location.search)).then(redirectTo))
  await Promise.allSettled(parts)
}

/** Only before the first render; a rendered screen redirects by itself. */
function redirectTo(place: RedirectTarget | undefined): void {
  if (place && !isScreenDrawn()) routerHistory.replace(place.to, place.state)
}
