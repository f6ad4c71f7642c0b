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
