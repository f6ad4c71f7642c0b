import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/open.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { databaseFolder } from '#server/testing/database-folder.ts'
import { type StallingProxy, stallingProxy } from '#server/testing/stalling-proxy.ts'

const closed = new WeakSet<Database>()
const log = { info() {}, warn() {}, error() {} }

async function opened(max: number): Promise<{ database: Database; way: StallingProxy }> {
  const folder = await databaseFolder()
  const other = await emptyDatabase()
  const way = await stallingProxy(other.url)
  const database = await openDatabase({ ...folder, databaseUrl: way.url, log, pool: { max } })
  onTestFinished(async () => {
    if (!closed.has(database)) await database.close()
    await way.close()
    await other.drop()
    await folder[Symbol.asyncDispose]()
  })
  return { database, way }
}

function sleep({ db }: Database, seconds: number): Promise<unknown> {
  return sql`select pg_sleep(${seconds})`.execute(db)
}

/** Returns 'done', 'away' for failures reported as 503, or the error itself. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (isUnavailable(error) ? 'away' : error),
  )
}

test('with a dead network, running and new queries fail, and all works again once it recovers', async () => {
  const { database, way } = await opened(3)
  const { db } = database
  await Promise.all([1, 2, 3].map(() => sleep(database, 0.2)))
  way.swallow()
  const half = db.transaction().execute(async (tx) => {
    await sql`insert into kept values (1)`.execute(tx)
  })
  const asked = [half, ...Array.from({ length: 9 }, () => sleep(database, 0))]
  expect(new Set(await Promise.all(asked.map(outcomeOf)))).toEqual(new Set(['away']))
  expect(await outcomeOf(sleep(database, 0))).toBe('away')
  way.resume()
  await expect.poll(() => outcomeOf(sleep(database, 0))).toBe('done')
  // None of the dead connections is used again.
  const after = Array.from({ length: 9 }, () => sleep(database, 0.1))
  expect(new Set(await Promise.all(after.map(outcomeOf)))).toEqual(new Set(['done']))
  const { rows } = await sql`select * from kept`.execute(db)
  expect(rows).toEqual([])
})

test('dead connections are detected even if new ones work', async () => {
  const { database, way } = await opened(2)
  await Promise.all([1, 2].map(() => sleep(database, 0.2)))
  way.swallow('open')
  expect(await Promise.all([1, 2].map(() => outcomeOf(sleep(database, 0))))).toEqual(['away', 'away'])
  expect(await Promise.all([1, 2].map(() => outcomeOf(sleep(database, 0))))).toEqual(['done', 'done'])
})

test('long work, or work waiting for a lock, is not cut while the database is alive', async () => {
  const { database } = await opened(3)
  const { db } = database
  const first = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table kept in access exclusive mode`.execute(tx)
    first.resolve()
    await sql`select pg_sleep(7)`.execute(tx)
    await sql`insert into kept values (1)`.execute(tx)
  })
  await first.promise
  const waits = sql`insert into kept values (2)`.execute(db)
  expect(await Promise.all([holding, waits, sleep(database, 7)].map(outcomeOf))).toEqual([
    'done',
    'done',
    'done',
  ])
})

test('if all connections are busy, a waiting query fails, and the busy ones complete', async () => {
  const { database } = await opened(2)
  const busy = [sleep(database, 8), sleep(database, 8)].map(outcomeOf)
  expect(await outcomeOf(sleep(database, 0))).toBe('away')
  expect(await Promise.all(busy)).toEqual(['done', 'done'])
  expect(await outcomeOf(sleep(database, 0))).toBe('done')
})

test('closing does not wait for an unresponsive database', async () => {
  const { database, way } = await opened(2)
  await sleep(database, 0)
  way.swallow()
  const asked = outcomeOf(sleep(database, 0))
  closed.add(database)
  await database.close()
  expect(await asked).toBe('away')
})
