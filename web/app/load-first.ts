import { addressBehind } from '#web/lib/page/alert.ts'
import { matchPath } from '#web/lib/page/router.tsx'
import { currentSession } from '#web/lib/session/session.ts'
import { reads, routeOf, shell } from './routes.ts'

/** Longer nobody waits before a skeleton that says nothing, for a file of the app or for what the device is to bring. */
const patience = 2_000

/**
 * All that the screen of the address is drawn from, before anything is drawn: the page's skeleton stands meanwhile, and
 * the screen comes as a whole.
 */
export async function loadFirst(): Promise<void> {
  const path = addressBehind(location.pathname) ?? location.pathname
  const asked = routeOf(path)
  const isShut = asked?.screen.who === 'session' && !currentSession()
  const route = isShut ? routeOf('/') : asked
  if (!route) return
  const { frame, prepare } = route.screen
  const parts = [route.load()]
  if (frame !== 'bare') parts.push(reads.load())
  if (frame === 'menu') parts.push(shell.load())
  if (prepare) {
    const params = matchPath(route.screen.path, path)?.params ?? {}
    parts.push(prepare(params, new URLSearchParams(location.search)))
  }
  // A failure shows when the screen is drawn, and so does what still has not come: in words.
  await soon(Promise.allSettled(parts))
}

async function soon(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))])
}
