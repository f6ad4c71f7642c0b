import { isLoadFailure, NotLoaded } from '#web/lib/start/not-loaded.ts'

/** Of a page that meets one error again and again the journal's older lines are worth more. */
const most = 50

/**
 * Writes what nobody caught into the journal of the account that is here: no one looks at the console of a phone. Files that
 * could not be had are left out: the screen says so, and they come later. Until the returned function is called.
 */
export function watchErrors(): () => void {
  let written = 0
  const take = (error: unknown) => {
    if (error instanceof NotLoaded || isLoadFailure(error) || written === most) return
    written += 1
    void write(error)
  }
  const end = new AbortController()
  const { signal } = end
  // Without an error it is a notice of the browser's, such as WebKit's of a layout that needs another frame.
  window.addEventListener('error', ({ error }) => error && take(error), { signal })
  window.addEventListener('unhandledrejection', ({ reason }) => take(reason), { signal })
  return () => end.abort()
}

async function write(error: unknown): Promise<void> {
  try {
    const { noteUncaught } = await import('#web/offline/store/journal.ts')
    noteUncaught(error)
  } catch {
    // Without network the journal's code may not be on the device yet.
  }
}
