import { loadAllWords } from '#web/lib/language/language.ts'
import { matchPath } from '#web/lib/page/router.tsx'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { screens } from './screens.ts'

const reads = lazyPart(async () => (await import('./reads.tsx')).Reads)
const shell = lazyPart(() => withWords(async () => (await import('./shell.tsx')).Shell))
export const { View: Reads } = reads
export const { View: Shell } = shell

/** Each screen with its view, which is loaded when it is opened. */
export const routes = screens.map((screen) => ({
  screen,
  // The login's words are there from the start.
  ...lazyPart(screen.path === '/' ? screen.load : () => withWords(screen.load)),
}))

/** The first that the address fits, as the router has it. */
export function routeOf(path: string) {
  return routes.find(({ screen }) => matchPath(screen.path, path))
}

/** What is drawn is loaded together with what it says. */
export async function withWords<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), loadAllWords()])
  return loaded
}

export { reads, shell }
