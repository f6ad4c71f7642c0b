import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

export type StoredKind = 'photo' | 'video' | 'plan' | 'portrait' | 'attachment'

interface KindRow {
  readonly kind: StoredKind
  readonly count: number
  readonly bytes: number
}

/**
 * Every file with the bytes of all its forms. A picture that was drawn on is one photo, and the bytes of both
 * count.
 */
const files = sql`
  select file.account_id,
    case when exists (select from plan where plan.file_id = file.id) then 'plan' else file.kind end as kind,
    case when exists (select from media where media.drawn_file_id = file.id) then 0 else 1 end as files,
    coalesce(sum(rendition.size), 0) as bytes
  from stored_file file left join rendition on rendition.file_id = file.id
  group by file.id
  union all
  select account_id, 'portrait', 1, sum(size) from account_photo group by account_id`

/** Number and bytes by kind; kinds with no files are left out. */
export async function storedByKind(db: Db): Promise<readonly KindRow[]> {
  const { rows } = await sql<KindRow>`
    select kind, sum(files)::float8 as count, sum(bytes)::float8 as bytes from (${files}) stored group by kind`.execute(
    db,
  )
  return rows
}

/** The accounts that store the most. Deleted accounts count as long as their files exist. */
export async function storedByAccount(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; name: string; count: number; bytes: number }>`
    select account.id, account.first_name || ' ' || account.last_name as name,
      sum(files)::float8 as count, sum(bytes)::float8 as bytes
    from (${files}) stored join account on account.id = stored.account_id
    group by account.id order by sum(bytes) desc, account.id limit ${limit}`.execute(db)
  return rows
}

export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`select pg_database_size(current_database())::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
