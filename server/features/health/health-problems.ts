import { sql } from 'kysely'
import type { Context, Db } from '#server/context.ts'
import { settlesWithin } from '#server/db/connection.ts'
import { isFull } from '#server/http/refusal.ts'

/**
 * The reply takes at most five seconds; a database without a free connection for that long is a problem too.
 */
const answerWithin = 3_000

/** 'full': it answers but has no room. */
type Trouble = 'down' | 'full'
type Troubles = Readonly<Partial<Record<'database' | 'files', Trouble>>>

const looking = new WeakMap<Context, Promise<Troubles>>()

/** Returns the parts that cannot accept work now. Concurrent public calls share one check. */
export function findProblems(context: Context): Promise<Troubles> {
  const known = looking.get(context)
  if (known) return known
  const look = lookAtAll(context).finally(() => looking.delete(context))
  looking.set(context, look)
  return look
}

async function lookAtAll({ db, files }: Context): Promise<Troubles> {
  const [database, store] = await Promise.all([troubleOf(takeRoom(db)), troubleOf(files.check())])
  return { ...(database ? { database } : {}), ...(store ? { files: store } : {}) }
}

async function troubleOf(check: Promise<unknown>): Promise<Trouble | null> {
  const found = check.then(
    () => null,
    (error: unknown) => (isFull(error) ? 'full' : 'down'),
  )
  return (await settlesWithin(found, answerWithin)) ? found : 'down'
}

/**
 * Reading works on a full disk, so this writes: what exceeds the little memory it may use makes PostgreSQL
 * write a temporary file of some megabytes, which leaves nothing behind.
 */
async function takeRoom(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    await sql`select count(*) from generate_series(1, 100000)`.execute(tx)
  })
}
