/** What an account's screen showed last time on this device, so that it stands in its place from the first picture on. */
export function lastTime(account: string, of: string): string | null {
  try {
    return localStorage.getItem(keyOf(account, of))
  } catch {
    // A browser that stores nothing shows what it shows at first.
    return null
  }
}

/** null = there is nothing to show. */
export function rememberForNextTime(account: string, of: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(account, of))
    else if (localStorage.getItem(keyOf(account, of)) !== value)
      localStorage.setItem(keyOf(account, of), value)
  } catch {
    // Next time it comes when it is known.
  }
}

/** A height of last time, in pixels, in a window as wide as this one. The page's first script reads it as well. */
export function heightLastTime(account: string, of: string): number | undefined {
  const [width, height] = (lastTime(account, of) ?? '').split(':').map(Number)
  return width === innerWidth ? height : undefined
}

export function rememberHeight(account: string, of: string, pixels: number): void {
  rememberForNextTime(account, of, `${innerWidth}:${pixels}`)
}

/** Goes with the account at a log-out (`forget-local.ts`); the page's first script knows it, too (`skeleton.js`). */
function keyOf(account: string, of: string): string {
  return `last-time:${account}:${of}`
}
