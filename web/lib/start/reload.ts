import { fetchMissedFiles } from './loaded-files.ts'

const pending = new Set<() => Promise<unknown>>()

/** Milliseconds that pending writes may take. */
const timeout = 5_000

/** Registers a promise of pending writes to the device. Returns how to unregister it. */
export function registerPendingWrites(done: () => Promise<unknown>): () => void {
  pending.add(done)
  return () => pending.delete(done)
}

/** Whether typed text on this page is saved automatically. */
export function savesTyping(): boolean {
  return pending.size > 0
}

/** Waits until all typed text is stored on the device; false = timed out. */
export async function flushPendingWrites(within: number): Promise<boolean> {
  const written = Promise.all([...pending].map((done) => done())).then(
    () => true,
    () => false,
  )
  return Promise.race([written, new Promise<false>((resolve) => setTimeout(() => resolve(false), within))])
}

let reloading = false

/** Whether the app is reloading itself, which loses nothing that is stored, even in a private window. */
export function isReloading(): boolean {
  return reloading
}

/** Reloads the page once all typed text is stored. */
export async function reloadPage(): Promise<void> {
  await flushPendingWrites(timeout)
  await fetchMissedFiles()
  reloading = true
  location.reload()
}
