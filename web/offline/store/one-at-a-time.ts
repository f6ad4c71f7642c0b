const last = new Map<string, Promise<unknown>>()

/**
 * Does work of this name when no other of it is being done in any tab. Without a secure context there are no locks: then
 * none is in this tab, and what two tabs send is the same call by its key.
 */
export async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (locks) return locks.request(name, work)
  const own = (last.get(name) ?? Promise.resolve()).then(work)
  last.set(
    name,
    // Whoever asked for the work gets the error; the next one only waits for its end.
    own.catch(() => undefined),
  )
  return own
}
