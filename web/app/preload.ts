import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { loadSessionEnded } from './entry.ts'
import { screens } from './screens.ts'

/** Loads a screen's code when idle, so that it opens at once. */
export function preload(path: string): () => void {
  const screen = screens.find((one) => one.path === path)
  return later(() => {
    // A failure shows when the screen is opened.
    screen?.load().catch(() => undefined)
  })
}

/** Preloads the notice of an ended session, because there may be no network when it ends. */
export function preloadSessionEnded(): () => void {
  return later(() => {
    // Loaded again when it is shown.
    loadSessionEnded().catch(() => undefined)
  })
}

function later(load: () => void): () => void {
  return afterFirstScreen(() => {
    const timer = setTimeout(load, 1_000)
    return () => clearTimeout(timer)
  })
}
