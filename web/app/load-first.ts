import { addressBehind } from '#web/lib/page/alert.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { isLoginAt, login } from './entry.ts'

/** All screens but the login, with what finds them: a login comes without the table of 60, and the names of their files. */
export const otherScreens = lazyPart(async () => (await import('./other-screens.tsx')).OtherScreens)

/** Longer nobody waits before a skeleton that says nothing, for a file of the app or for what the device is to bring. */
const patience = 2_000

/**
 * All that the screen of the address is drawn from, before anything is drawn: the page's skeleton stands meanwhile, and
 * the screen comes as a whole. A failure shows when the screen is drawn, and so does what still has not come: in words.
 */
export async function loadFirst(): Promise<void> {
  const path = addressBehind(location.pathname) ?? location.pathname
  const parts = isLoginAt(path) ? [login.load()] : [loadOther(path)]
  // Who is logged in is led on from the login.
  if (isLoginAt(path) && currentSession()) parts.push(otherScreens.load())
  await soon(Promise.allSettled(parts))
}

async function loadOther(path: string): Promise<void> {
  await otherScreens.load()
  const { loadScreen } = await import('./other-screens.tsx')
  await loadScreen(path)
}

async function soon(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))])
}
