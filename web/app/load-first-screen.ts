import { addressBehind } from '#web/lib/page/alert.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { isLoginAt, login } from './entry.ts'

/** All screens but the login, with their table, so that the login doesn't load a table of 60 screens. */
export const otherScreens = lazyPart(async () => (await import('./other-screens.tsx')).OtherScreens)

/** Milliseconds that the skeleton may delay the first render. */
const timeout = 2_000

/**
 * Loads what the address's screen needs before the first render; the page's skeleton shows meanwhile.
 * Failures and slow parts show when the screen renders.
 */
export async function loadFirstScreen(): Promise<void> {
  const path = addressBehind(location.pathname) ?? location.pathname
  const parts = isLoginAt(path) ? [login.load()] : [loadOther(path)]
  // The login redirects a logged-in user.
  if (isLoginAt(path) && currentSession()) parts.push(otherScreens.load())
  await soon(Promise.allSettled(parts))
}

async function loadOther(path: string): Promise<void> {
  await otherScreens.load()
  const { loadScreen } = await import('./other-screens.tsx')
  await loadScreen(path)
}

async function soon(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, timeout))])
}
