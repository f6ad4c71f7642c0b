const last = new Map<string, Promise<unknown>>()

/**
 * Runs work while no other tab runs work of the same name. Without a secure context there are no locks, so
 * only this tab is serialized; if two tabs send the same call, its idempotency key makes it safe.
 */
export async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (locks) return locks.request(name, work)
  const own = (last.get(name) ?? Promise.resolve()).then(work)
  last.set(
    name,
    // The caller gets the error; the next run only waits for the end.
    own.catch(() => undefined),
  )
  return own
}
