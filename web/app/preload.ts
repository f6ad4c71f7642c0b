import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { loadSessionEnded } from './entry.ts'
import { screens } from './screens.ts'

/** Loads a screen's code while nothing else is going on, so that it opens at once. */
export function preload(path: string): () => void {
  const screen = screens.find((one) => one.path === path)
  return later(() => {
    // A failure shows when the screen is really opened.
    screen?.load().catch(() => undefined)
  })
}

/** While there is a session: it may end without the network that would bring the words for it. */
export function preloadSessionEnded(): () => void {
  return later(() => {
    // It is loaded once more when it is shown.
    loadSessionEnded().catch(() => undefined)
  })
}

function later(load: () => void): () => void {
  return afterFirstScreen(() => {
    const timer = setTimeout(load, 1_000)
    return () => clearTimeout(timer)
  })
}
