const inputs = ['pointerdown', 'pointermove', 'touchmove', 'wheel', 'scroll', 'keydown'] as const

/**
 * Runs `act` once nothing was touched, moved, scrolled or typed for so many milliseconds, or as soon as the page is
 * hidden. Returns what cancels it.
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
