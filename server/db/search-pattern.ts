import { type RawBuilder, sql } from 'kysely'
import { fold } from '#contract/rules/fold.ts'

/** Returns the `like` pattern that matches folded texts containing this text. */
export function searchPattern(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`
}

/** Folds a text in the database, with the same result as `fold`. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`fold_text(${text})`
}
