import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type DataFolder, openDataFolder } from '#server/db/data-folder.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { failureMessage } from '#server/db/failure-message.ts'
import { rejectInterruptedRestore } from '#server/db/interrupted-restore.ts'
import { keepLease, takeLease } from '#server/db/lease.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { takeOwnership } from '#server/db/owner-lock.ts'
import { openPool, type PoolOptions } from '#server/db/pool.ts'
import { type DatabaseLog, StartFailure } from '#server/db/start-failure.ts'
import type { DB } from '#server/db/tables.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { type WaitingPool, waitingPool } from '#server/db/waiting-pool.ts'
import { Watchdog } from '#server/db/watchdog.ts'
import { watchedPool } from '#server/db/watched-pool.ts'
import { StoreUnavailable } from '#server/files/store.ts'

const READY_WITHIN_MS = 2_000
/** A database server that starts together with this program may need a while. */
const PATIENCE_MS = 30_000

export interface DatabaseConfig {
  /** This process locks the folder even if the database is elsewhere, since it also contains the files. */
  dataDir: string
  /** null = the embedded database in `dataDir`. */
  databaseUrl: string | null
  log: DatabaseLog
  pool?: PoolOptions
  /** For tests; defaults to the program's own. */
  migrations?: string
  /** For tests. */
  patienceMs?: number
  /** Id of the folder whose files are replaced by those of `dataDir`, as given in the start failure. */
  adopt?: string | null
  /** Location of the files, if not in `dataDir`. */
  folder?: () => Promise<DataFolder>
  /** Called when another process has taken over the data. This process must stop. */
  lost?: (why: string) => void
}

export interface Database {
  readonly db: Kysely<DB>
  readonly pool: pg.Pool
  /** For dedicated connections, such as one that listens. */
  readonly connection: pg.ClientConfig
  /** Whether the database answers now. Never throws. */
  ready(): Promise<boolean>
  /** The embedded postmaster; null without one, or while it restarts. */
  pid(): number | null
  /** Waits for running work, then closes all connections, the embedded database, and the lock of `dataDir`. */
  close(): Promise<void>
}

/**
 * Opens this installation's database, migrated and ready. Throws a StartFailure (one sentence) if that is
 * impossible.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  rejectInterruptedRestore(config.dataDir)
  const server =
    config.databaseUrl === null ? await embedded(config) : await named(config, config.databaseUrl)
  let pool: pg.Pool | null = null
  try {
    const holder = await migrateWhenReachable(server, config)
    pool = openPool(server.connection, config.log, config.pool)
    const waiting = waitingPool(pool, config.log)
    // Pool connections set more parameters than the migration's connection, so test one now.
    const client = await waiting.connect()
    client.release()
    return opened(config, server, { pool, waiting, holder })
  } catch (error) {
    await pool?.end()
    await server.stop()
    // A failure of the file store is never a database problem.
    const isOther = error instanceof StartFailure || error instanceof StoreUnavailable
    const words = isOther ? null : (failureMessage(error) ?? (isUnavailable(error) ? noAnswer(error) : null))
    throw words === null ? error : new StartFailure(words, { cause: error })
  }
}

interface Opened {
  pool: pg.Pool
  /** The same pool, with waiting for a free connection. */
  waiting: WaitingPool
  holder: string
}

function opened(config: DatabaseConfig, server: Server, { pool, waiting, holder }: Opened): Database {
  const watch = new Watchdog(server.connection, config.log)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: watchedPool(waiting, watch) }) })
  const lease = server.alone ? null : keepLease(db, holder, config.log, () => config.lost?.(takenOver))
  return {
    db,
    pool,
    connection: server.connection,
    pid: server.pid,
    ready: () => answers(pool),
    close: async () => {
      await lease?.release()
      await db.destroy()
      await server.stop()
    },
  }
}

const takenOver = 'Another Fieldbook has taken this database over: this process ends.'

interface Server {
  /** No other process can reach it. */
  alone: boolean
  connection: pg.ClientConfig
  pid(): number | null
  stop(): Promise<void>
}

async function embedded(config: DatabaseConfig): Promise<Server> {
  const { connection, pid, stop } = await startEmbedded(config.dataDir, config.log)
  return { alone: true, connection, pid, stop }
}

async function named(config: DatabaseConfig, connectionString: string): Promise<Server> {
  const lock = await takeOwnership(config.dataDir)
  return { alone: false, connection: { connectionString }, pid: () => null, stop: async () => lock.release() }
}

/** Returns the id under which this process holds the lease. */
async function migrateWhenReachable(
  { connection, alone }: Server,
  { log, adopt = null, ...config }: DatabaseConfig,
): Promise<string> {
  const folder = await (config.folder?.() ?? openDataFolder(config.dataDir))
  let holder = ''
  const first = async (client: pg.Client) => {
    holder = await takeLease(client, { folder, alone, adopt, log })
  }
  const until = performance.now() + (config.patienceMs ?? PATIENCE_MS)
  for (;;) {
    try {
      await migrate(connection, log, config.migrations ?? migrationsFolder, { first })
      return holder
    } catch (error) {
      if (!isUnavailable(error) || failureMessage(error) !== null) throw error
      if (performance.now() > until) throw new StartFailure(noAnswer(error))
      log.warn(`Waiting for the database: ${reason(error)}`)
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

function noAnswer(error: unknown): string {
  return `The database does not answer: ${reason(error)}`
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}
