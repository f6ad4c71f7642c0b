import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'

/** The history of this database, for devices that remember writes from before a restore. */
export interface History {
  /** Id of the first start; the same in all copies of the data. */
  readonly installation: string
  /** Returns the current point, sent with replies. All earlier points precede it. */
  point(): string
  /** Records the number of a committed write. */
  wrote(number: number): void
  /** Returns whether this history contains a point that a device received earlier. */
  holds(point: string): boolean
  /** Stores the current point before the replies that contain it are deleted. */
  note(): Promise<void>
}

/**
 * Records a start of the program. Restored data (a dump, a copied folder, a snapshot) always get a new start,
 * so starts form a tree, and the data know the starts of their own branch with the number of writes in each.
 * The lock of `DATA_DIR` and the database's lease allow only one process.
 */
export async function openHistory(db: Db, now: Date): Promise<History> {
  const own = newId()
  const starts = await begin(db, own, now)
  const [installation = own] = starts.keys()
  let reached = starts.get(own) ?? 0
  return {
    installation,
    point: () => `${own}.${reached}`,
    wrote: (number) => {
      reached = Math.max(reached, number)
    },
    holds: (point) => {
      const [start = '', number = ''] = point.split('.')
      const known = start === own ? reached : starts.get(start)
      return known !== undefined && /^\d{1,15}$/.test(number) && Number(number) <= known
    },
    note: async () => {
      await db.updateTable('server_start').set({ reached }).where('id', '=', own).execute()
    },
  }
}

/**
 * Closes the previous start and returns all starts of these data, oldest first, with their numbers of writes.
 */
async function begin(db: Db, id: string, now: Date): Promise<ReadonlyMap<string, number>> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table server_start in exclusive mode`.execute(tx)
    await sql`
      update server_start set reached = greatest(reached, (select coalesce(max(number), 0) from replay))
      where place = (select max(place) from server_start)`.execute(tx)
    await sql`
      insert into server_start (id, started_at, reached)
      select ${id}, ${now}, greatest((select coalesce(max(number), 0) from replay),
        (select coalesce(max(reached), 0) from server_start))`.execute(tx)
    const rows = await tx.selectFrom('server_start').select(['id', 'reached']).orderBy('place').execute()
    return new Map(rows.map((row) => [row.id, row.reached]))
  })
}
