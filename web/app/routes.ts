import { withMessages } from '#web/lib/language/language.ts'
import { matchPath } from '#web/lib/page/route.tsx'
import { type LazyPart, lazyPart } from '#web/lib/start/lazy-part.tsx'
import { login } from './entry.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'

export const queryProvider = lazyPart(async () => (await import('./query-provider.tsx')).QueryProvider)
export const shell = lazyPart(() => withMessages(async () => (await import('./shell.tsx')).Shell))

const views = new Map<Screen['load'], LazyPart<object>>()

/** Each screen with its lazily loaded view. */
const routes = screens.map((screen) => ({
  screen,
  ...(screen.path === '/' ? login : viewOf(screen)),
}))

/**
 * Returns the same view for all addresses of a screen. A new view would remount it, and text typed right
 * after pressing a link in a form would be lost.
 */
function viewOf({ load }: Screen): LazyPart<object> {
  const view = views.get(load) ?? lazyPart(() => withMessages(load))
  views.set(load, view)
  return view
}

/** Returns the first route that matches the address, with its parameters. */
export function routeOf(path: string) {
  for (const route of routes) {
    const match = matchPath(route.screen.path, path)
    if (match) return { ...route, params: match.params }
  }
  return null
}
