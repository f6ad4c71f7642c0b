import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { DatabaseLog } from '#server/db/start-failure.ts'

const TOO_MANY_CONNECTIONS = '53300'
const USUAL_PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 50
/** Then the full number is tried again: others may have gone. */
const SMALLER_FOR_MS = 60_000

/**
 * A pool that waits where the server gives no further connection: it goes on with those that it has, as if it had been
 * made that small, and whoever finds none free stands in its queue.
 */
export function patient(pool: pg.Pool, log: DatabaseLog): PostgresPool {
  const wished = pool.options.max
  let grows: NodeJS.Timeout | undefined

  function shrink(): void {
    const most = Math.max(1, pool.totalCount)
    if (!grows)
      log.warn(`The database gives ${most} of the ${wished} connections (DATABASE_POOL); others wait.`)
    pool.options.max = Math.min(pool.options.max, most)
    clearTimeout(grows)
    grows = setTimeout(() => {
      pool.options.max = wished
      grows = undefined
    }, SMALLER_FOR_MS).unref()
  }

  async function connect(): Promise<pg.PoolClient> {
    const until = performance.now() + (pool.options.connectionTimeoutMillis ?? USUAL_PATIENCE_MS)
    for (;;) {
      try {
        return await pool.connect()
      } catch (error) {
        if (!hasNoneLeft(error) || performance.now() > until) throw error
        shrink()
        // Where this process has none at all there is no queue to stand in.
        await pause(LOOK_EVERY_MS)
      }
    }
  }

  return {
    Client: pg.Client,
    connect,
    end: () => {
      clearTimeout(grows)
      return pool.end()
    },
    options: pool.options,
  }
}

function hasNoneLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === TOO_MANY_CONNECTIONS
}
