const pause = 5_000

/**
 * Loads a part of the app that nothing stands in for, and that must not stay away because the network was gone in the
 * one moment when it was wanted.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      // Tried again as long as the page is open.
      await networkMayBeBack()
    }
  }
}

/** Resolves when the browser says so, or after a while: not every one says it. */
export function networkMayBeBack(): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      resolve()
    }
    const timer = setTimeout(over, pause)
    window.addEventListener('online', over)
  })
}
