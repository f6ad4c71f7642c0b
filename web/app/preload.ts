import { matchPath } from 'react-router'
import { currentSession } from '#web/lib/session.ts'
import { screens } from './screens.ts'

/** Loads a screen's code while nothing else is going on, so that it opens at once. */
export function preload(path: string): () => void {
  const screen = screens.find((one) => one.path === path)
  const timer = setTimeout(() => {
    // A failure shows when the screen is really opened.
    screen?.load().catch(() => undefined)
  }, 1_000)
  return () => clearTimeout(timer)
}

/** The code of the address that was opened comes at once, not only when what stands around it has been drawn. */
export function loadFirst(): void {
  const screen = screens.find(({ path }) => matchPath(path, location.pathname))
  if (!screen || (screen.who === 'session' && !currentSession())) return
  // A failure shows when the screen is drawn.
  screen.load().catch(() => undefined)
  if (screen.frame !== 'bare') import('./reads.tsx').catch(() => undefined)
}

export function loadSessionEnded() {
  return import('./session-ended.tsx').then((m) => ({ default: m.SessionEnded }))
}

/** While there is a session: it may end without the network that would bring the words for it. */
export function preloadSessionEnded(): () => void {
  const timer = setTimeout(() => {
    loadSessionEnded().catch(() => undefined)
  }, 1_000)
  return () => clearTimeout(timer)
}
