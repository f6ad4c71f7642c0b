import { Dexie } from 'dexie'

/**
 * Runs work that belongs to opening a database, and rejects if the database is closed meanwhile (deletion,
 * newer version in another tab, browser). Without this, Dexie would wait for its own open, and the database
 * could never be used or opened again.
 */
export async function rejectIfClosed<Result>(
  database: Dexie,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  const closed = Promise.withResolvers<never>()
  const { close } = database
  database.close = (...options) => {
    close.apply(database, options)
    closed.reject(new Dexie.DatabaseClosedError())
  }
  try {
    return await Promise.race([work(), closed.promise])
  } finally {
    database.close = close
  }
}
