const pause = 5_000

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
