import { withWords } from '#web/lib/language/language.ts'
import { matchPath } from '#web/lib/page/route.tsx'
import { type LazyPart, lazyPart } from '#web/lib/start/lazy-part.tsx'
import { login } from './entry.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'

export const reads = lazyPart(async () => (await import('./reads.tsx')).Reads)
export const shell = lazyPart(() => withWords(async () => (await import('./shell.tsx')).Shell))

const views = new Map<Screen['load'], LazyPart<object>>()

/** Each screen with its view, which is loaded when it is opened. */
const routes = screens.map((screen) => ({
  screen,
  ...(screen.path === '/' ? login : viewOf(screen)),
}))

/**
 * The same for all addresses of a screen. Another view would be drawn anew: who presses a link inside a form and types
 * at once would type into a field that is about to go.
 */
function viewOf({ load }: Screen): LazyPart<object> {
  const view = views.get(load) ?? lazyPart(() => withWords(load))
  views.set(load, view)
  return view
}

/** The first that the address fits, with the parameters that it has in it. */
export function routeOf(path: string) {
  for (const route of routes) {
    const match = matchPath(route.screen.path, path)
    if (match) return { ...route, params: match.params }
  }
  return null
}
