import { withWords } from '#web/lib/language/language.ts'
import { matchPath } from '#web/lib/page/route.tsx'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { login } from './entry.ts'
import { screens } from './screens.ts'

export const reads = lazyPart(async () => (await import('./reads.tsx')).Reads)
export const shell = lazyPart(() => withWords(async () => (await import('./shell.tsx')).Shell))

/** Each screen with its view, which is loaded when it is opened. */
const routes = screens.map((screen) => ({
  screen,
  ...(screen.path === '/' ? login : lazyPart(() => withWords(screen.load))),
}))

/** The first that the address fits, with the parameters that it has in it. */
export function routeOf(path: string) {
  for (const route of routes) {
    const match = matchPath(route.screen.path, path)
    if (match) return { ...route, params: match.params }
  }
  return null
}
