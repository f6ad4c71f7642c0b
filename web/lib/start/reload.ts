import { fetchMissedFiles } from './loaded-files.ts'

const pending = new Set<() => Promise<unknown>>()

/** So long what is on its way to the device may take. */
const patience = 5_000

/** Whatever writes to the device says here when it is done. Answers how to take that back. */
export function keepBeforeReload(done: () => Promise<unknown>): () => void {
  pending.add(done)
  return () => pending.delete(done)
}

/** Whether what is typed on this page goes to the device by itself. */
export function keepsTyping(): boolean {
  return pending.size > 0
}

/** Waits until everything typed so far is on the device; false = not in time. */
export async function keptOnDevice(within: number): Promise<boolean> {
  const written = Promise.all([...pending].map((done) => done())).then(
    () => true,
    () => false,
  )
  return Promise.race([written, new Promise<false>((resolve) => setTimeout(() => resolve(false), within))])
}

let reloading = false

/** The app loads itself anew, which loses nothing that is on the device, in a private window too. */
export function isReloading(): boolean {
  return reloading
}

/** Loads the page anew once everything that was typed is on the device. */
export async function reloadPage(): Promise<void> {
  await keptOnDevice(patience)
  await fetchMissedFiles()
  reloading = true
  location.reload()
}
