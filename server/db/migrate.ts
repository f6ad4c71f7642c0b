import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { refuseSharedConnections } from '#server/db/pooler.ts'
import { type DatabaseLog, StartFailure } from '#server/db/start-failure.ts'

/** An arbitrary fixed number. It makes starts that share a database take turns. */
const ADVISORY_LOCK = 7_021_964
/** How long another holder may keep the lock. Log lines meanwhile name it. */
const LONGEST_TURN_MS = 120_000
const POLL_MS = 250
const LOG_EVERY_MS = 10_000
const OLDEST_SERVER = 15

export const migrationsFolder = join(import.meta.dirname, 'migrations')

interface Migration {
  name: string
  checksum: string
  sql: string
  /** Earlier forms of the file, which databases in use may have applied. */
  earlier: readonly EarlierForm[]
}

interface EarlierForm {
  /** Prefix of the form's checksum. */
  checksum: string
  /** Upgrades a database with this form to the current form. */
  sql: string
}

/**
 * Migrates a database: applies each numbered file in order, in one transaction with its row in
 * `schema_migrations`. Returns the names of the applied files.
 * Simultaneous starts take turns; an interrupted one leaves only complete steps. Throws a StartFailure if
 * database and program do not match. `first` runs under the lock, before any change.
 */
export async function migrate(
  connection: pg.ClientConfig,
  log: DatabaseLog,
  folder: string = migrationsFolder,
  { first, longestTurnMs = LONGEST_TURN_MS }: MigrateOptions = {},
): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = new pg.Client({
    ...connection,
    application_name: 'fieldbook migrations',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseUnfit(client)
    await refuseSharedConnections(client, connection)
    await client.query(`set lock_timeout = ${longestTurnMs}`)
    await takeTurn(client, log, longestTurnMs)
    await first?.(client)
    return await applyMissing(client, known, log)
  } finally {
    await client.end()
  }
}

interface MigrateOptions {
  first?: (client: pg.Client) => Promise<void>
  /** For tests. */
  longestTurnMs?: number
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; shown: string; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version,
       current_setting('server_version') as shown, current_setting('server_encoding') as encoding`,
  )
  const [server] = rows
  if (server && server.version < OLDEST_SERVER)
    throw new StartFailure(
      `Fieldbook needs PostgreSQL ${OLDEST_SERVER} or later; the server of DATABASE_URL is ${server.shown}.`,
    )
  if (server && server.encoding !== 'UTF8')
    throw new StartFailure(
      `The database keeps text as ${server.encoding}: make it anew with the encoding UTF8 (create database fieldbook encoding 'UTF8' template template0).`,
    )
}

/** Waits for the lock. It belongs to the session, so that it ends with the connection. */
async function takeTurn(client: pg.Client, log: DatabaseLog, longestMs: number): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      ADVISORY_LOCK,
    ])
    if (rows[0]?.mine) return
    if (waited >= longestMs)
      throw new StartFailure(
        `Somebody else holds the lock under which the database is changed: ${await holder(client)}. ` +
          'Wait until it is done, or end it (select pg_terminate_backend(<its number>)), and start again.',
      )
    if (waited % LOG_EVERY_MS === 0)
      log.warn(`Waiting for the lock under which the database is changed: ${await holder(client)} has it.`)
    await pause(POLL_MS)
  }
}

async function holder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ who: string }>(
    `select format('connection %s (%s of %s, since %s)', pid, coalesce(nullif(application_name, ''), 'without a name'),
       coalesce(usename, 'somebody'), to_char(backend_start, 'YYYY-MM-DD HH24:MI')) as who
     from pg_locks left join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [ADVISORY_LOCK],
  )
  return rows[0]?.who ?? 'a connection that is gone by now'
}

const migrationsTable = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

async function applyMissing(
  client: pg.Client,
  known: readonly Migration[],
  log: DatabaseLog,
): Promise<string[]> {
  await client.query(migrationsTable)
  const rows = await notedMigrations(client)
  const missing = missingMigrations(known, rows)
  for (const row of rows) {
    const migration = known.find(({ name }) => name === row.name)
    const form = migration && earlierForm(migration, row.checksum)
    if (!form) continue
    await applyStep(client, form.sql, migration, 'update schema_migrations set checksum = $2 where name = $1')
    log.info(`The database's ${row.name} was brought from an earlier form of it to the one of now.`)
  }
  for (const migration of missing) {
    const note = 'insert into schema_migrations (name, checksum) values ($1, $2)'
    await applyStep(client, migration.sql, migration, note)
    log.info(`The database was brought to ${migration.name}.`)
  }
  return missing.map(({ name }) => name)
}

/** Runs the statements and records them, in one transaction. */
async function applyStep(
  client: pg.Client,
  sql: string,
  { name, checksum }: Migration,
  note: string,
): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query(note, [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(
      `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

/** A migration as recorded in a database or a backup. */
export type NotedMigration = Pick<Migration, 'name' | 'checksum'>

/** Returns the migrations recorded in a database; none if it was never migrated. */
export async function notedMigrations(client: pg.Client): Promise<NotedMigration[]> {
  const made = await client.query<{ made: boolean }>(
    "select to_regclass('schema_migrations') is not null as made",
  )
  if (!made.rows[0]?.made) return []
  const { rows } = await client.query<NotedMigration>(
    'select name, checksum from schema_migrations order by name',
  )
  return rows
}

/**
 * Creates the tables of a database with these migrations, in the caller's transaction and in an empty schema.
 * Throws a StartFailure if this program can't create them; `canMake` checks in advance.
 */
export async function makeTables(client: pg.Client, noted: readonly NotedMigration[]): Promise<void> {
  const known = await provenMigrations(noted)
  await client.query(migrationsTable)
  for (const { name, checksum, sql } of known) {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}

/** Throws a StartFailure if the migrations are from a later program, or have a form unknown to this one. */
export async function canMake(noted: readonly NotedMigration[]): Promise<void> {
  await provenMigrations(noted)
}

async function provenMigrations(noted: readonly NotedMigration[]): Promise<readonly Migration[]> {
  const known = await readMigrations(migrationsFolder)
  const missing = missingMigrations(known, noted)
  for (const { name, checksum } of noted)
    if (known.find((one) => one.name === name)?.checksum !== checksum)
      throw new StartFailure(earlierOne(name))
  return known.slice(0, known.length - missing.length)
}

/** Returns the migrations still to apply. Throws for a database that this program can't have made. */
export function missingMigrations<M extends Pick<Migration, 'name' | 'checksum' | 'earlier'>>(
  known: readonly M[],
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
): M[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const own = known[index]
    if (!known.some((migration) => migration.name === name)) throw new StartFailure(newerDatabase(name))
    if (own?.name !== name) throw new StartFailure(outOfOrder(own?.name ?? name))
    if (own.checksum !== checksum && !earlierForm(own, checksum)) throw new StartFailure(changedFile(name))
  }
  return known.slice(applied.length)
}

function earlierForm({ earlier }: Pick<Migration, 'earlier'>, checksum: string): EarlierForm | undefined {
  return earlier.find((form) => checksum.startsWith(form.checksum))
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of names.entries()) {
    const number = String(index + 1).padStart(4, '0')
    if (!name.startsWith(`${number}_`))
      throw new StartFailure(`The migrations have a gap or a double at ${number}: ${name}.`)
  }
  const forms = await readdir(join(folder, 'earlier')).catch(() => [])
  return Promise.all(names.map((name) => readMigration(folder, name, forms)))
}

async function readMigration(folder: string, name: string, forms: readonly string[]): Promise<Migration> {
  const sql = await readSql(join(folder, name))
  const own = forms.filter((form) => form.startsWith(`${name.slice(0, -'.sql'.length)}.`))
  const earlier = own.map(async (form) => ({
    checksum: form.split('.')[1] ?? '',
    sql: await readSql(join(folder, 'earlier', form)),
  }))
  return { name, sql, checksum: checksumOf(sql), earlier: await Promise.all(earlier) }
}

async function readSql(path: string): Promise<string> {
  // A checkout may have changed the line endings.
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}

function newerDatabase(name: string): string {
  return `The database is newer than this program (it has ${name}): start the version of Fieldbook that made it, or a later one.`
}

function earlierOne(name: string): string {
  return `The database has an earlier form of ${name}: start this version of Fieldbook once on it, which brings it to the one of now.`
}

function outOfOrder(name: string): string {
  return `The migration ${name} was put before others that the database already has: give it the next free number.`
}

function changedFile(name: string): string {
  return `The migration ${name} was changed after the database had taken it: put the file back as it was, and make a new one.`
}
