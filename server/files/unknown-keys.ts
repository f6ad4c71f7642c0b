import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Those of which no row speaks. */
export async function unknownKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const asked = sql<string>`any(${keys}::text[])`
  const rows = await db
    .selectFrom('rendition')
    .select('store_key')
    .where('store_key', '=', asked)
    .unionAll(db.selectFrom('account_photo').select('store_key').where('store_key', '=', asked))
    .unionAll(
      db
        .selectFrom('guest_record')
        .select(({ ref }) => ref('file_key').$notNull().as('store_key'))
        .where('file_key', '=', asked),
    )
    .execute()
  const known = new Set(rows.map((row) => row.store_key))
  return keys.filter((key) => !known.has(key))
}
