/** Milliseconds. A page that paints nothing, such as one in the background, does not wait longer. */
const paintWithin = 50

/** Resolves after the next paint, so that a key shows before other work takes the main thread. */
export function untilPainted(): Promise<void> {
  if (typeof requestAnimationFrame === 'undefined' || document.visibilityState === 'hidden')
    return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, paintWithin)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
