import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseLog } from '#server/db/start-failure.ts'

const TOO_MANY_CONNECTIONS = '53300'
const USUAL_PATIENCE_MS = 5_000
const RETRY_MS = 50
/** After this time the full number is tried again, since other clients may have left. */
const SMALLER_FOR_MS = 60_000

/** The members of a pool that its users need. */
export interface WaitingPool {
  readonly Client: typeof pg.Client
  readonly options: pg.PoolOptions
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/**
 * Wraps a pool to wait when the server has no further connection. The pool shrinks to the connections it has,
 * and other callers queue for them.
 */
export function waitingPool(pool: pg.Pool, log: DatabaseLog): WaitingPool {
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
        // A process without any connection has no queue to wait in.
        await pause(RETRY_MS)
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
