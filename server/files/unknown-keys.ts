import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { referencedFiles } from '#server/db/referenced-files.ts'

/** Returns the keys that no row refers to. */
export async function unknownKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select key from ${sql.raw(referencedFiles())} where key = any(${keys}::text[])`.execute(db)
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}
