const pause = 5_000

/** Resolves on the browser's `online` event, or after a while, because not every browser fires it. */
export function waitForNetwork(): Promise<void> {
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
