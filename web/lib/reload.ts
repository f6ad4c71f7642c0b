const pending = new Set<() => Promise<unknown>>()

/** So long what is on its way to the device may take. */
const patience = 5_000

/** Whatever writes to the device says here when it is done. Answers how to take that back. */
export function keepBeforeReload(done: () => Promise<unknown>): () => void {
  pending.add(done)
  return () => pending.delete(done)
}

/** Loads the page anew once everything that was typed is on the device. */
export async function reloadPage(): Promise<void> {
  const written = Promise.allSettled([...pending].map((done) => done()))
  await Promise.race([written, new Promise((resolve) => setTimeout(resolve, patience))])
  location.reload()
}
