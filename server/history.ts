import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'

/** Which past these data have, for devices that remember more than was put back from a backup. */
export interface History {
  /** The same in all copies of these data: their first start. */
  readonly installation: string
  /** What a caller is told: everything that it was told before is in the past of this. */
  point(): string
  /** A write was committed under this number. */
  wrote(number: number): void
  /** Whether what a device was told once is in the past of these data. */
  holds(point: string): boolean
  /** Writes down how far it has come, before the replies that tell it are removed. */
  note(): Promise<void>
}

/**
 * Begins a start of the program on these data. However the data were put back (a dump, a copied folder, a machine's
 * snapshot), the program was started afterwards: starts form a tree, and these data know those on their own branch and
 * how many writes each had. One process at a time: the lock of `DATA_DIR` and the lease
 * of the database see to it.
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

/** Closes the start before, and gives all starts of these data, the first one first, with how far each came. */
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
