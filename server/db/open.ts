import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { takeOwnership } from '#server/db/owner-lock.ts'
import { openPool, type PoolOptions } from '#server/db/pool.ts'
import { type DatabaseLog, StartFailure } from '#server/db/start-failure.ts'
import type { DB } from '#server/db/tables.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { Watch } from '#server/db/watch.ts'
import { watchedPool } from '#server/db/watched-pool.ts'

const READY_WITHIN_MS = 2_000
/** A server that is started together with this program may need a while. */
const PATIENCE_MS = 30_000

export interface DatabaseConfig {
  /** This process becomes its only owner, also where the database is elsewhere: files live there too. */
  dataDir: string
  /** null = the embedded database in `dataDir`. */
  databaseUrl: string | null
  log: DatabaseLog
  pool?: PoolOptions
  /** For tests; the program's own otherwise. */
  migrations?: string
  /** For tests. */
  patienceMs?: number
}

export interface Database {
  readonly db: Kysely<DB>
  readonly pool: pg.Pool
  /** For a connection of one's own, such as one that listens. */
  readonly connection: pg.ClientConfig
  /** Whether the database answers now; never throws. */
  ready(): Promise<boolean>
  /** The embedded postmaster; null without one, or while it restarts. */
  pid(): number | null
  /** Waits for what is running, ends every connection, then the embedded database, then the lock of `dataDir`. */
  close(): Promise<void>
}

/** The database of this installation, migrated and ready; throws a StartFailure (one sentence) when it cannot be had. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const server =
    config.databaseUrl === null ? await embedded(config) : await named(config, config.databaseUrl)
  try {
    await migrateWhenReachable(server.connection, config)
  } catch (error) {
    await server.stop()
    throw error
  }
  const pool = openPool(server.connection, config.log, config.pool)
  const watch = new Watch(server.connection, config.log)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: watchedPool(pool, watch) }) })
  return {
    db,
    pool,
    connection: server.connection,
    pid: server.pid,
    ready: () => answers(pool),
    close: async () => {
      await db.destroy()
      await server.stop()
    },
  }
}

interface Server {
  connection: pg.ClientConfig
  pid(): number | null
  stop(): Promise<void>
}

async function embedded(config: DatabaseConfig): Promise<Server> {
  const { connection, pid, stop } = await startEmbedded(config.dataDir, config.log)
  return { connection, pid, stop }
}

async function named(config: DatabaseConfig, connectionString: string): Promise<Server> {
  const lock = await takeOwnership(config.dataDir)
  return { connection: { connectionString }, pid: () => null, stop: async () => lock.release() }
}

async function migrateWhenReachable(connection: pg.ClientConfig, config: DatabaseConfig): Promise<void> {
  const until = performance.now() + (config.patienceMs ?? PATIENCE_MS)
  for (;;) {
    try {
      await migrate(connection, config.log, config.migrations ?? migrationsFolder)
      return
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (performance.now() > until) throw new StartFailure(`The database does not answer: ${reason(error)}`)
      config.log.warn(`Waiting for the database: ${reason(error)}`)
      await pause(1_000)
    }
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const limit = new AbortController()
  const late = pause(READY_WITHIN_MS, false, { signal: limit.signal }).catch(() => false)
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => limit.abort())
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}
