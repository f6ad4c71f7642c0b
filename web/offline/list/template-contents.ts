import { liveQuery } from 'dexie'
import { templateFromWire } from '../../../survey/from-wire.ts'
import { db } from '../store/database.ts'

/** As the reader of this device reads it. */
export interface TemplateContents {
  readonly name: string
  /** The names of its sections in order. */
  readonly sections: readonly string[]
}

type Contents = ReadonlyMap<string, TemplateContents>

/**
 * Tells what templates are called and hold, by their ids. Those that come onto the device later are told
 * then. Answers how to end it.
 */
export function watchTemplates(
  account: string,
  ids: readonly string[],
  onContents: (contents: Contents) => void,
  failed: (error: unknown) => void,
): () => void {
  const keys = ids.map((id): [string, string] => [account, id])
  const watched = liveQuery(() => db.templates.bulkGet(keys)).subscribe({
    next: (rows) =>
      onContents(new Map(rows.flatMap((row) => (row ? [[row.id, contentsOf(row.detail)] as const] : [])))),
    error: failed,
  })
  return () => watched.unsubscribe()
}

function contentsOf(detail: Parameters<typeof templateFromWire>[0]): TemplateContents {
  const { name, sections } = templateFromWire(detail)
  return { name, sections: sections.map((section) => section.name) }
}
