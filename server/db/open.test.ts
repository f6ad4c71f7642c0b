import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { type DatabaseConfig, openDatabase } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { databaseFolder, seededFolder } from '#server/testing/database-folder.ts'

const log = { info() {}, warn() {}, error() {} }

test('the embedded database and the one of DATABASE_URL behave alike', async () => {
  await using outer = await seededFolder()
  const server = await startEmbedded(outer.dataDir, log)
  try {
    for (const databaseUrl of [null, server.url()]) {
      await using folder = databaseUrl === null ? await seededFolder() : await databaseFolder()
      const database = await openDatabase({ ...folder, databaseUrl, log })
      await sql`insert into kept values (7)`.execute(database.db)
      const { rows } =
        await sql`select number, count(*) over () as many, date '2026-03-29' as day from kept`.execute(
          database.db,
        )
      expect(rows).toEqual([{ number: 7, many: 1, day: '2026-03-29' }])
      expect(await database.ready()).toBe(true)
      await expect(openDatabase({ ...folder, databaseUrl, log })).rejects.toThrow('already running')
      await database.close()
      expect(await database.ready()).toBe(false)
    }
  } finally {
    await server.stop()
  }
})

test('an unreachable database or an invalid address is reported in one sentence', async () => {
  await using folder = await databaseFolder()
  const config = (databaseUrl: string): DatabaseConfig => ({ ...folder, databaseUrl, log, patienceMs: 0 })
  await expect(openDatabase(config('postgresql://someone:secret@127.0.0.1:1/x'))).rejects.toThrow(
    'The database does not answer: connect ECONNREFUSED 127.0.0.1:1',
  )
  await expect(openDatabase(config('postgresql:///x?host=/nowhere'))).rejects.toThrow('does not answer')
})

test('while the postmaster is down, queries fail as unavailable, and later they work without a restart', {
  timeout: 60_000,
}, async () => {
  await using folder = await seededFolder()
  const database = await openDatabase({ ...folder, databaseUrl: null, log, pool: { max: 4 } })
  try {
    const failures: unknown[] = []
    const killed = database.pid() ?? 0
    const half = database.db.transaction().execute(async (tx) => {
      await sql`insert into kept values (1)`.execute(tx)
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => database.pid(), { interval: 10 }).not.toBe(killed)
      await sql`insert into kept values (2)`.execute(tx)
    })
    const beside = Array.from({ length: 12 }, (_, at) =>
      sql`insert into kept select ${at + 10} from pg_sleep(5)`
        .execute(database.db)
        .catch((error) => failures.push(error)),
    )
    await half.catch((error) => failures.push(error))
    await Promise.all(beside)
    expect(failures.length).toBeGreaterThanOrEqual(5)
    expect(failures.filter((error) => !isUnavailable(error))).toEqual([])
    await expect.poll(() => database.ready()).toBe(true)
    const { rows } = await sql`select count(*) as half from kept where number < 10`.execute(database.db)
    expect(rows).toEqual([{ half: 0 }])
  } finally {
    await database.close()
  }
})

test('transactions that PostgreSQL aborts run again', async () => {
  await using folder = await databaseFolder()
  const other = await emptyDatabase()
  const database = await openDatabase({ ...folder, databaseUrl: other.url, log })
  await sql`insert into kept values (1), (2)`.execute(database.db)
  const both = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  let attempts = 0
  let locked = 0
  const lockBoth = async (first: number, second: number) => {
    const result = await inTransaction(database.db, async (tx) => {
      // The retry could take its lock before the other transaction wakes, which would repeat the deadlock.
      if (++attempts > 2) await done.promise
      await sql`select from kept where number = ${first} for update`.execute(tx)
      if (++locked === 2) both.resolve()
      await both.promise
      await sql`select from kept where number = ${second} for update`.execute(tx)
      return first
    })
    done.resolve()
    return result
  }
  expect(await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])).toEqual([1, 2])
  expect(attempts).toBe(3)
  await expect(inTransaction(database.db, (tx) => sql`select nothing`.execute(tx))).rejects.toThrow('nothing')
  await database.close()
  await other.drop()
})
