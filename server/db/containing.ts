import { type RawBuilder, sql } from 'kysely'
import { fold } from '#contract/rules/fold.ts'

/** The pattern of `like` for folded texts that contain this one. */
export function containing(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`
}

/** A text of the database as `fold` returns it. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`fold_text(${text})`
}
