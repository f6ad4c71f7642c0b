/** Returns a value that an account's screen stored last time, so that its first paint already shows it. */
export function readLastVisit(account: string, of: string): string | null {
  try {
    return localStorage.getItem(keyOf(account, of))
  } catch {
    // Without storage the screen starts empty.
    return null
  }
}

/** null removes the stored value. */
export function storeForNextVisit(account: string, of: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(account, of))
    else if (localStorage.getItem(keyOf(account, of)) !== value)
      localStorage.setItem(keyOf(account, of), value)
  } catch {
    // Without storage the next visit starts empty.
  }
}

/**
 * Returns a stored height in pixels if the window has the same width. The page's first script reads it too.
 */
export function lastHeight(account: string, of: string): number | undefined {
  const [width, height] = (readLastVisit(account, of) ?? '').split(':').map(Number)
  return width === innerWidth ? height : undefined
}

export function storeHeight(account: string, of: string, pixels: number): void {
  storeForNextVisit(account, of, `${innerWidth}:${pixels}`)
}

/** Deleted at log-out (`forget-local.ts`); the page's first script (`skeleton.js`) uses the same key. */
function keyOf(account: string, of: string): string {
  return `last-time:${account}:${of}`
}
