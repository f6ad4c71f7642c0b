import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate, missingMigrations } from '#server/db/migrate.ts'
import { emptyDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type DatabaseFolder, databaseFolder } from '#server/testing/database-folder.ts'

const silent = { info() {}, warn() {}, error() {} }
let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

/** A folder of migrations, with its own schema so that each test starts empty. */
async function fresh(): Promise<{
  folder: DatabaseFolder
  connection: pg.ClientConfig
  write: typeof writeFile
}> {
  const folder = await databaseFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const schema = `s${Math.random().toString(36).slice(2)}`
  await client.query(`create schema ${schema}`)
  await client.query(`set search_path to ${schema}`)
  const connection = { connectionString: `${database.url}&options=-c%20search_path%3D${schema}` }
  return { folder, connection, write: (name, text) => writeFile(join(folder.migrations, String(name)), text) }
}

test('files are applied once, in order', async () => {
  const { folder, connection, write } = await fresh()
  await write('0002_more.sql', 'insert into kept values (1); insert into kept values (2);')
  expect(await migrate(connection, silent, folder.migrations)).toEqual(['0001_kept.sql', '0002_more.sql'])
  expect(await migrate(connection, silent, folder.migrations)).toEqual([])
  expect((await client.query('select number from kept')).rows).toHaveLength(2)
})

test('three simultaneous starts apply each file once', async () => {
  const { folder, connection, write } = await fresh()
  await write('0002_more.sql', 'insert into kept values (1);')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(connection, silent, folder.migrations)))
  expect(applied.flat().sort()).toEqual(['0001_kept.sql', '0002_more.sql'])
})

test('a failing file is named and rolled back; the next start resumes from there', async () => {
  const { folder, connection, write } = await fresh()
  await write('0002_more.sql', 'insert into kept values (1); insert into nowhere values (1);')
  await expect(migrate(connection, silent, folder.migrations)).rejects.toThrow(
    '0002_more.sql failed: relation "nowhere"',
  )
  expect((await client.query('select number from kept')).rows).toHaveLength(0)
  await write('0002_more.sql', 'insert into kept values (1);')
  expect(await migrate(connection, silent, folder.migrations)).toEqual(['0002_more.sql'])
})

test('a start that is interrupted leaves only complete steps', async () => {
  const { folder, connection, write } = await fresh()
  await write('0002_more.sql', 'insert into kept values (1); select pg_sleep(60);')
  const cut = expect(migrate(connection, silent, folder.migrations)).rejects.toThrow('0002_more.sql failed')
  const sleeping = `select pid from pg_stat_activity where application_name = 'fieldbook migrations' and wait_event = 'PgSleep'`
  await expect.poll(async () => (await client.query(sleeping)).rowCount).toBe(1)
  await client.query(`select pg_terminate_backend(pid) from (${sleeping}) as s`)
  await cut
  await write('0002_more.sql', 'insert into kept values (1);')
  expect(await migrate(connection, silent, folder.migrations)).toEqual(['0002_more.sql'])
})

test('a file that changed after it was applied is rejected; different line endings are no change', async () => {
  const { folder, connection, write } = await fresh()
  await migrate(connection, silent, folder.migrations)
  await write('0001_kept.sql', 'create table kept (number integer primary key);\r\n')
  expect(await migrate(connection, silent, folder.migrations)).toEqual([])
  await write('0001_kept.sql', 'create table kept (number bigint primary key);\n')
  await expect(migrate(connection, silent, folder.migrations)).rejects.toThrow(
    '0001_kept.sql was changed after',
  )
})

test('the holder of the migration lock is named, at once and after the timeout', async () => {
  const { folder, connection } = await fresh()
  const lines: string[] = []
  const log = { ...silent, warn: (text: string) => void lines.push(text) }
  await client.query('select pg_advisory_lock(7021964)')
  const own = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const who = `connection ${own.rows[0]?.pid} \\(without a name of fieldbook`
  try {
    await expect(migrate(connection, log, folder.migrations, { longestTurnMs: 250 })).rejects.toThrow(
      new RegExp(`^Somebody else holds the lock.*${who}.*end it`),
    )
  } finally {
    await client.query('select pg_advisory_unlock(7021964)')
  }
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^Waiting for the lock.*${who}.*has it`))])
  expect(await migrate(connection, log, folder.migrations)).toEqual(['0001_kept.sql'])
})

test('a database with an earlier form of a file is upgraded to the current form, atomically', async () => {
  const { folder, connection, write } = await fresh()
  await write('0002_more.sql', 'alter table kept add column word text;')
  await migrate(connection, silent, folder.migrations)
  const taken = await client.query("select checksum from schema_migrations where name = '0002_more.sql'")
  const checksum = String(taken.rows[0]?.checksum)
  await write('0002_more.sql', 'alter table kept add column word text, add column late boolean;')
  await write('0003_last.sql', 'update kept set late = true;')
  await mkdir(join(folder.migrations, 'earlier'))
  const amend = (text: string) => write(`earlier/0002_more.${checksum.slice(0, 12)}.sql`, text)
  await amend('alter table kept add column late boolean; select nothing;')
  await expect(migrate(connection, silent, folder.migrations)).rejects.toThrow('0002_more.sql failed')
  await amend('alter table kept add column late boolean;')
  expect(await migrate(connection, silent, folder.migrations)).toEqual(['0003_last.sql'])
  expect(await migrate(connection, silent, folder.migrations)).toEqual([])
  await write('0002_more.sql', 'alter table kept add column other text;')
  await expect(migrate(connection, silent, folder.migrations)).rejects.toThrow(
    '0002_more.sql was changed after',
  )
})

test('a gap in the numbers is rejected', async () => {
  const { folder, connection, write } = await fresh()
  await write('0003_more.sql', '')
  await expect(migrate(connection, silent, folder.migrations)).rejects.toThrow('a gap or a double at 0002')
})

test('a database is accepted only if its files are a prefix of the known ones', () => {
  const file = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    checksum: fc.constantFrom('1', '2'),
    earlier: fc.subarray([{ checksum: '2', sql: '' }]),
  })
  const files = fc
    .uniqueArray(file, { selector: ({ name }) => name })
    .map((list) => list.sort((one, other) => one.name.localeCompare(other.name)))
  fc.assert(
    fc.property(files, files, (known, applied) => {
      const fits = applied.every(
        (entry, at) =>
          entry.name === known[at]?.name &&
          [known[at].checksum, ...known[at].earlier.map((form) => form.checksum)].includes(entry.checksum),
      )
      if (fits) expect(missingMigrations(known, applied)).toEqual(known.slice(applied.length))
      else
        expect(() => missingMigrations(known, applied)).toThrow(
          /newer than this program|was put before|was changed after/,
        )
    }),
  )
})
