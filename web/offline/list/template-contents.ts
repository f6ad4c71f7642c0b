import { liveQuery } from 'dexie'
import { templateFromWire } from '../incoming/from-wire.ts'
import { db } from '../store/database.ts'

type Contents = ReadonlyMap<string, readonly string[]>

/**
 * Tells what templates hold, by their ids: the names of their sections in order. Those that come onto the device later
 * are told then. Answers how to end it.
 */
export function watchSectionsOfTemplates(
  account: string,
  ids: readonly string[],
  told: (contents: Contents) => void,
  failed: (error: unknown) => void,
): () => void {
  const keys = ids.map((id): [string, string] => [account, id])
  const watched = liveQuery(() => db.templates.bulkGet(keys)).subscribe({
    next: (rows) =>
      told(new Map(rows.flatMap((row) => (row ? [[row.id, sectionsOf(row.detail)] as const] : [])))),
    error: failed,
  })
  return () => watched.unsubscribe()
}

function sectionsOf(detail: Parameters<typeof templateFromWire>[0]): readonly string[] {
  return templateFromWire(detail).sections.map(({ name }) => name)
}
