import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type DatabaseLog, StartFailure } from '#server/db/start-failure.ts'

/** Any fixed number: it makes starters that share a database take turns. */
const ADVISORY_LOCK = 7_021_964
const LONGEST_TURN = '10min'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

interface Migration {
  name: string
  checksum: string
  sql: string
}

/**
 * Brings a database up to the program: each numbered file of the folder in order, each in one transaction together
 * with its row in `schema_migrations`. Several starters take turns; one that is killed half-way leaves whole steps.
 * Returns the names it applied; throws a StartFailure where the database and the program do not fit.
 */
export async function migrate(
  connection: pg.ClientConfig,
  log: DatabaseLog,
  folder: string = migrationsFolder,
): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = new pg.Client({ ...connection, application_name: 'fieldbook migrations' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set lock_timeout = '${LONGEST_TURN}'`)
    // Of the session, so that it ends with the connection whatever happens to this process.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    return await applyMissing(client, known, log)
  } finally {
    await client.end()
  }
}

async function applyMissing(
  client: pg.Client,
  known: readonly Migration[],
  log: DatabaseLog,
): Promise<string[]> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const missing = missingMigrations(known, rows)
  for (const migration of missing) {
    await applyOne(client, migration)
    log.info(`The database was brought to ${migration.name}.`)
  }
  return missing.map(({ name }) => name)
}

async function applyOne(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
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

/** What is still to be applied; refuses a database that this program cannot have made. */
export function missingMigrations<M extends Pick<Migration, 'name' | 'checksum'>>(
  known: readonly M[],
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
): M[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const own = known[index]
    if (!known.some((migration) => migration.name === name)) throw new StartFailure(newerDatabase(name))
    if (own?.name !== name) throw new StartFailure(outOfOrder(own?.name ?? name))
    if (own.checksum !== checksum) throw new StartFailure(changedFile(name))
  }
  return known.slice(applied.length)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of names.entries()) {
    const number = String(index + 1).padStart(4, '0')
    if (!name.startsWith(`${number}_`))
      throw new StartFailure(`The migrations have a gap or a double at ${number}: ${name}.`)
  }
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout may have turned the line ends.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

function newerDatabase(name: string): string {
  return `The database is newer than this program (it has ${name}): start the version of Fieldbook that made it, or a later one.`
}

function outOfOrder(name: string): string {
  return `The migration ${name} was put before others that the database already has: give it the next free number.`
}

function changedFile(name: string): string {
  return `The migration ${name} was changed after the database had taken it: put the file back as it was, and make a new one.`
}
