import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

const blocked = sql`
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Waits until a statement of this database waits for a lock. */
export async function someoneWaits(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await blocked.execute(db)
    if (rows.length > 0) return
  }
}
