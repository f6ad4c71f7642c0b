import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/open.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { databaseFolder } from '#server/testing/database-folder.ts'
import { type StallingWay, stallingWay } from '#server/testing/stalls.ts'

const closed = new WeakSet<Database>()
const log = { info() {}, warn() {}, error() {} }

async function opened(max: number): Promise<{ database: Database; way: StallingWay }> {
  const folder = await databaseFolder()
  const other = await emptyDatabase()
  const way = await stallingWay(other.url)
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

/** What became of it: 'done', 'away' for what the caller is told as 503, or the error itself. */
async function fate(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (isUnavailable(error) ? 'away' : error),
  )
}

test('a network that swallows everything: what is asked fails, what comes fails, and all is well once it is mended', async () => {
  const { database, way } = await opened(3)
  const { db } = database
  await Promise.all([1, 2, 3].map(() => sleep(database, 0.2)))
  way.swallow()
  const half = db.transaction().execute(async (tx) => {
    await sql`insert into kept values (1)`.execute(tx)
  })
  const asked = [half, ...Array.from({ length: 9 }, () => sleep(database, 0))]
  expect(new Set(await Promise.all(asked.map(fate)))).toEqual(new Set(['away']))
  expect(await fate(sleep(database, 0))).toBe('away')
  way.mend()
  await expect.poll(() => fate(sleep(database, 0))).toBe('done')
  // None of the connections that were swallowed is given to anybody.
  const after = Array.from({ length: 9 }, () => sleep(database, 0.1))
  expect(new Set(await Promise.all(after.map(fate)))).toEqual(new Set(['done']))
  const { rows } = await sql`select * from kept`.execute(db)
  expect(rows).toEqual([])
})

test('connections that were lost on the way are noticed although new ones pass', async () => {
  const { database, way } = await opened(2)
  await Promise.all([1, 2].map(() => sleep(database, 0.2)))
  way.swallow('open')
  expect(await Promise.all([1, 2].map(() => fate(sleep(database, 0))))).toEqual(['away', 'away'])
  expect(await Promise.all([1, 2].map(() => fate(sleep(database, 0))))).toEqual(['done', 'done'])
})

test('work that takes long, or waits for a lock, is not cut while the database lives', async () => {
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
  expect(await Promise.all([holding, waits, sleep(database, 7)].map(fate))).toEqual(['done', 'done', 'done'])
})

test('where all connections are busy, who waits for one is told so, and the busy ones end well', async () => {
  const { database } = await opened(2)
  const busy = [sleep(database, 8), sleep(database, 8)].map(fate)
  expect(await fate(sleep(database, 0))).toBe('away')
  expect(await Promise.all(busy)).toEqual(['done', 'done'])
  expect(await fate(sleep(database, 0))).toBe('done')
})

test('closing does not wait for a database that is silent', async () => {
  const { database, way } = await opened(2)
  await sleep(database, 0)
  way.swallow()
  const asked = fate(sleep(database, 0))
  closed.add(database)
  await database.close()
  expect(await asked).toBe('away')
})
