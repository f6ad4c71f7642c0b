import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type DataFolder, openDataFolder } from '#server/db/data-folder.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { wordsFor } from '#server/db/failure-words.ts'
import { refuseHalfRestored } from '#server/db/half-restored.ts'
import { keepLease, takeLease } from '#server/db/lease.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { takeOwnership } from '#server/db/owner-lock.ts'
import { patient, type WaitingPool } from '#server/db/patience.ts'
import { openPool, type PoolOptions } from '#server/db/pool.ts'
import { type DatabaseLog, StartFailure } from '#server/db/start-failure.ts'
import type { DB } from '#server/db/tables.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { Watch } from '#server/db/watch.ts'
import { watchedPool } from '#server/db/watched-pool.ts'
import { StoreUnavailable } from '#server/files/store.ts'

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
  /** The folder whose files are given up for those of `dataDir`, by the id that the refusal told. */
  adopt?: string | null
  /** What the files lie in, where that is not `dataDir`. */
  folder?: () => Promise<DataFolder>
  /** Another process took these data over: this one must not go on. */
  lost?: (why: string) => void
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
  refuseHalfRestored(config.dataDir)
  const server =
    config.databaseUrl === null ? await embedded(config) : await named(config, config.databaseUrl)
  let pool: pg.Pool | null = null
  try {
    const holder = await migrateWhenReachable(server, config)
    pool = openPool(server.connection, config.log, config.pool)
    const waiting = patient(pool, config.log)
    // Its connections ask for more than that of the migrations did.
    const client = await waiting.connect()
    client.release()
    return opened(config, server, { pool, waiting, holder })
  } catch (error) {
    await pool?.end()
    await server.stop()
    // That of the files is none of the database, whatever it comes from.
    const isOther = error instanceof StartFailure || error instanceof StoreUnavailable
    const words = isOther ? null : (wordsFor(error) ?? (isUnavailable(error) ? noAnswer(error) : null))
    throw words === null ? error : new StartFailure(words, { cause: error })
  }
}

interface Opened {
  pool: pg.Pool
  /** The same, for those who can wait. */
  waiting: WaitingPool
  holder: string
}

function opened(config: DatabaseConfig, server: Server, { pool, waiting, holder }: Opened): Database {
  const watch = new Watch(server.connection, config.log)
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
  /** Nobody else can reach it. */
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

/** Gives the id under which this process holds the lease. */
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
      if (!isUnavailable(error) || wordsFor(error) !== null) throw error
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
