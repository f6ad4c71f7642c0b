import { matchPath } from 'react-router'
import { loadAllWords } from '#web/lib/language/language.ts'
import { readyLazy } from './ready-lazy.ts'
import { screens } from './screens.ts'

const reads = readyLazy(() => import('./reads.tsx').then((m) => ({ default: m.Reads })))
const shell = readyLazy(() => withWords(() => import('./shell.tsx').then((m) => ({ default: m.Shell }))))
export const { View: Reads } = reads
export const { View: Shell } = shell

/** Each screen with its view, which is loaded when it is opened. */
export const routes = screens.map((screen) => ({
  screen,
  // The login's words are there from the start.
  ...readyLazy(screen.path === '/' ? screen.load : () => withWords(screen.load)),
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
