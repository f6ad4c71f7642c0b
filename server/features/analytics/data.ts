import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

const day = 24 * 3_600_000

/** Adds one to this day's count. */
export async function countLoad(db: Db, now: Date): Promise<void> {
  await sql`
    insert into app_loaded (day, count) values (${dayOf(now)}::date, 1)
    on conflict (day) do update set count = app_loaded.count + 1`.execute(db)
}

export interface Loads {
  readonly today: number
  readonly last_7_days: number
  readonly last_30_days: number
}

/** Days are in UTC; today is one of the seven. */
export async function loadsUntil(db: Db, now: Date): Promise<Loads> {
  const since = (days: number) => dayOf(new Date(now.getTime() - (days - 1) * day))
  const { rows } = await sql<Loads>`
    select coalesce(sum(count) filter (where day >= ${since(1)}::date), 0)::float8 as today,
      coalesce(sum(count) filter (where day >= ${since(7)}::date), 0)::float8 as last_7_days,
      coalesce(sum(count), 0)::float8 as last_30_days
    from app_loaded where day >= ${since(30)}::date and day <= ${since(1)}::date`.execute(db)
  return rows[0] ?? { today: 0, last_7_days: 0, last_30_days: 0 }
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
