const inputs = ['pointerdown', 'pointermove', 'touchmove', 'wheel', 'scroll', 'keydown'] as const

/**
 * Runs `act` after so many milliseconds without a touch, scroll or key, or as soon as the page is hidden. Returns
 * a cancel function.
 */
export function whenQuiet(milliseconds: number, act: () => void): () => void {
  const ends = new AbortController()
  const run = () => {
    cancel()
    act()
  }
  const start = () => setTimeout(run, milliseconds)
  let timer = start()
  const cancel = () => {
    clearTimeout(timer)
    ends.abort()
  }
  const restart = () => {
    clearTimeout(timer)
    timer = start()
  }
  const options = { capture: true, passive: true, signal: ends.signal }
  for (const input of inputs) window.addEventListener(input, restart, options)
  const look = () => {
    if (document.visibilityState === 'hidden') run()
  }
  document.addEventListener('visibilitychange', look, { signal: ends.signal })
  return cancel
}
