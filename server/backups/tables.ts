import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { CommandFailure } from '#server/command.ts'
import { makeTables, notedMigrations } from '#server/db/migrate.ts'
import { writeHashed } from './hashed-file.ts'
import type { Manifest, TablePart } from './manifest.ts'

/** Tables of one server process and of the program itself, which are recreated. */
const notCopied = ['server_lease', 'schema_migrations']

export type TablesPart = Pick<Manifest, 'migrations' | 'tables' | 'sequences'>

/** Opens a dedicated connection without the time limits of calls, since a large table takes long. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, application_name: 'fieldbook backup', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Identifies all copies of an installation by its first start; null if there is none. */
export async function installationId(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('server_start') is not null as there",
  )
  if (!rows[0]?.there) return null
  const first = await client.query<{ id: string }>('select id from server_start order by place limit 1')
  return first.rows[0]?.id ?? null
}

/**
 * Writes each table into a file of `folder`, as PostgreSQL COPY text compressed by gzip. Runs in the caller's
 * transaction, so that all are from the same snapshot; sequences are read last and may be ahead of the rows.
 */
export async function writeTables(client: pg.Client, folder: string): Promise<TablesPart> {
  const migrations = await notedMigrations(client)
  const tables: TablePart[] = []
  for (const { name, columns } of await findTables(client)) {
    const path = `${name}.copy.gz`
    const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted)}) to stdout`))
    const written = await writeHashed(join(folder, path), rows, { packed: true })
    tables.push({ name, columns, path, rows: rows.rowCount, ...written })
  }
  return { migrations, tables, sequences: await readSequences(client) }
}

async function findTables(client: pg.Client): Promise<readonly { name: string; columns: string[] }[]> {
  // Excludes tables of other programs in the schema, which have other owners.
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_has_role(relowner, 'usage')
       and relname <> all($1) and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
    [notCopied],
  )
  return rows
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  )
  return rows
}

/** Whether the schema has none of the backup's tables. */
export async function isEmpty(client: pg.Client, { tables }: TablesPart): Promise<boolean> {
  const names = [...notCopied, ...tables.map(({ name }) => name)]
  const { rows } = await client.query(
    'select from pg_class where relnamespace = current_schema()::regnamespace and relname = any($1) limit 1',
    [names],
  )
  return rows.length === 0
}

/** Creates and fills the tables of a backup, in the caller's transaction and in a schema that `isEmpty`. */
export async function loadTables(client: pg.Client, folder: string, part: TablesPart): Promise<void> {
  await makeTables(client, part.migrations)
  const references = await dropReferences(client)
  for (const table of part.tables) await loadTable(client, folder, table)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, value } of part.sequences)
    await client.query('select setval($1::regclass, $2)', [quoted(name), value])
  await client.query('analyze')
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Drops foreign keys until all tables are loaded, since these are loaded in name order. */
async function dropReferences(client: pg.Client): Promise<readonly Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

/** Loads a table with its triggers disabled: their effects are already in the backup. */
async function loadTable(client: pg.Client, folder: string, part: TablePart): Promise<void> {
  const table = quoted(part.name)
  await client.query(`alter table ${table} disable trigger user`)
  // Rows inserted by the migrations are in the backup too.
  await client.query(`truncate ${table}`)
  const rows = client.query(copyFrom(`copy ${table} (${part.columns.map(quoted)}) from stdin`))
  await pipeline(createReadStream(join(folder, part.path)), createGunzip(), rows)
  if (rows.rowCount !== part.rows)
    throw new CommandFailure(
      `The backup's table ${part.name} has ${rows.rowCount} rows in place of ${part.rows}.`,
    )
  await client.query(`alter table ${table} enable trigger user`)
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name)
}
