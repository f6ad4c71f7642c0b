import { Dexie } from 'dexie'

/**
 * For what is done with a database as part of its opening: ends with an error where the database is closed meanwhile, by
 * a deletion or a newer version in another tab, or by the browser. Dexie has such work wait for the end of the opening,
 * which is its own, so that nobody could use or open the database any more.
 */
export async function untilClosed<Result>(database: Dexie, work: () => PromiseLike<Result>): Promise<Result> {
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
