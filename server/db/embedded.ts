import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#server/db/embedded-binaries.ts'
import { ensureCluster } from '#server/db/embedded-init.ts'
import { clearOrphans } from '#server/db/embedded-orphans.ts'
import { ownName, removeSocketPlace, type SocketPlace, socketPlace } from '#server/db/embedded-place.ts'
import { launchServer, type ServerCommand, type ServerRun } from '#server/db/embedded-process.ts'
import { takeOwnership } from '#server/db/owner-lock.ts'
import { type DatabaseLog, StartFailure } from '#server/db/start-failure.ts'
import { databaseUser } from '#server/db/unprivileged.ts'

const FIRST_TRIES = 4
const SHORTEST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** A run that lasted this long was healthy, so the next wait is the shortest again. */
const HEALTHY_AFTER_MS = 30_000

/** A private PostgreSQL server on a Unix socket, which lives as long as this process. */
export interface Embedded {
  /** Connects as the application's role, which is not a superuser. */
  readonly connection: { ssl: false; host: string; port: number; user: string; database: string }
  /** The connection as a URL; `user` and `database` default to the application's. */
  url(to?: { user?: string; database?: string }): string
  /** PostgreSQL's data directory. */
  readonly clusterDir: string
  /** The postmaster, or null while it restarts. */
  pid(): number | null
  stop(): Promise<void>
}

/**
 * Starts the embedded database of a DATA_DIR. Creates it if missing, and restarts it whenever it dies. Throws a
 * StartFailure (one sentence for a person) if that is impossible.
 */
export async function startEmbedded(
  dataDir: string,
  log: DatabaseLog,
  settings: Readonly<Record<string, string>> = {},
): Promise<Embedded> {
  const lock = await takeOwnership(dataDir)
  try {
    const clusterDir = join(resolve(dataDir), 'postgres')
    const user = await databaseUser(clusterDir)
    const binaries = await findBinaries(user)
    await ensureCluster(clusterDir, binaries, user)
    const socket = await socketPlace(clusterDir, user)
    const command = {
      binaries,
      clusterDir,
      user,
      arguments: serverArguments(ownName(clusterDir), socket.named, settings),
    }
    const server = await supervise(command, log)
    await ensureDatabase(socket.inside)
    return {
      connection: connectionBy(socket),
      url: (to = {}) => address(socket, to.user ?? 'fieldbook', to.database ?? 'fieldbook'),
      clusterDir,
      pid: server.pid,
      stop: async () => {
        await server.stop()
        await removeSocketPlace(socket)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Connects to a running database as the application's role. */
export function connectionBy({ inside }: SocketPlace): Embedded['connection'] {
  return { ssl: false, host: inside, port: 5432, user: 'fieldbook', database: 'fieldbook' }
}

function address(socket: SocketPlace, user: string, database: string): string {
  return `postgresql:///${database}?host=${encodeURIComponent(socket.inside)}&user=${encodeURIComponent(user)}`
}

interface Supervised {
  pid(): number | null
  stop(): Promise<void>
}

/** Starts the server and restarts it whenever it ends. Resolves once the first run accepts connections. */
async function supervise(command: ServerCommand, log: DatabaseLog): Promise<Supervised> {
  const stopping = new AbortController()
  let run: ServerRun = await firstRun(command, log)
  let alive = true

  async function keepAlive(): Promise<void> {
    let wait = SHORTEST_WAIT_MS
    let since = performance.now()
    for (;;) {
      await run.ended
      alive = false
      if (stopping.signal.aborted) return
      wait =
        performance.now() - since > HEALTHY_AFTER_MS ? SHORTEST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS)
      log.warn(
        `The database ended by itself and is started again: ${run.lastWords().split('\n').at(-1) ?? ''}`,
      )
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => {})
      await clearOrphans(command.clusterDir)
      if (stopping.signal.aborted) return
      since = performance.now()
      run = launchServer(command, log)
      alive = await run.ready()
      if (alive) log.info('The database is back.')
    }
  }

  const kept = keepAlive()
  return {
    pid: () => (alive ? run.pid : null),
    stop: async () => {
      stopping.abort()
      await run.stop()
      await kept
    },
  }
}

/**
 * Starts the server with retries, since leftovers of a crash may need a moment. Throws with the database's last
 * log lines.
 */
async function firstRun(command: ServerCommand, log: DatabaseLog): Promise<ServerRun> {
  for (let attempt = 1; ; attempt++) {
    await clearOrphans(command.clusterDir)
    const run = launchServer(command, log)
    if (await run.ready()) return run
    await run.ended
    if (attempt === FIRST_TRIES) {
      throw new StartFailure(`The database in ${command.clusterDir} does not start: ${run.lastWords()}`)
    }
    await pause(SHORTEST_WAIT_MS * 2 ** attempt)
  }
}

/**
 * Creates the application's role and database. The role owns its database and nothing else: a superuser could
 * read files and run programs through SQL. Runs at every start, so that it completes one that was killed.
 */
async function ensureDatabase(host: string): Promise<void> {
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'fieldbook') as role,
              exists (select from pg_database where datname = 'fieldbook') as database`,
    )
    if (!rows[0]?.role) await client.query('create role fieldbook login')
    if (!rows[0]?.database) await client.query('create database fieldbook owner fieldbook')
  } finally {
    await client.end()
  }
}

/**
 * Command-line arguments of the embedded database. `extra` is for tests (fsync off) and never for real data.
 */
export function serverArguments(
  ownName: string,
  socketFolder: string,
  extra: Readonly<Record<string, string>> = {},
): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: quoted(socketFolder),
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    // Enough for an online base backup; no replication.
    wal_level: 'replica',
    max_wal_senders: '0',
    // Parallel queries need more shared memory than the 64 MB of containers, and both cores are busy anyway.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // Errors are logged by the caller, without the personal data that PostgreSQL would add.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...extra,
  }
  return ['-D', ownName, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Quotes a folder for a list of folders: commas, blanks and quotes are part of its name. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}
