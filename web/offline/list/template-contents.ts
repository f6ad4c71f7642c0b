import { liveQuery } from 'dexie'
import { templateFromWire } from '../../../survey/from-wire.ts'
import { db } from '../store/database.ts'

/** In the language of this device's user. */
export interface TemplateContents {
  readonly name: string
  /** Names of its sections, in order. */
  readonly sections: readonly string[]
}

type Contents = ReadonlyMap<string, TemplateContents>

/**
 * Subscribes to names and sections of templates, including ones that arrive later. Returns the unsubscribe
 * function.
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
