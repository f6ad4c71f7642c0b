import { isLoadFailure, NotLoaded } from '#web/lib/start/not-loaded.ts'

/** Maximum per page, because a repeated error would push older lines out of the journal. */
const most = 50

/**
 * Writes uncaught errors to the account's journal, because a phone's console is never seen. Failed file loads
 * are excluded: the screen shows them and they are retried. Returns the function that stops it.
 */
export function watchErrors(): () => void {
  let written = 0
  const record = (error: unknown) => {
    if (error instanceof NotLoaded || isLoadFailure(error) || written === most) return
    written += 1
    void write(error)
  }
  const end = new AbortController()
  const { signal } = end
  // Events without an error are browser notices, such as WebKit's about a layout that needs another frame.
  window.addEventListener('error', ({ error }) => error && record(error), { signal })
  window.addEventListener('unhandledrejection', ({ reason }) => record(reason), { signal })
  return () => end.abort()
}

async function write(error: unknown): Promise<void> {
  try {
    const { noteUncaught } = await import('#web/offline/store/journal.ts')
    noteUncaught(error)
  } catch {
    // Offline, the journal's code may not be on the device yet.
  }
}
