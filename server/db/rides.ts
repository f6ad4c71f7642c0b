import { type RawBuilder, sql } from 'kysely'

const mark = '/* rides */'

/**
 * Begins a statement within a transaction whose answer nobody needs: it travels with the next one instead of being
 * waited for. Where it fails, the next one fails with its error. There is a next one always: the transaction's end.
 */
export const riding: RawBuilder<unknown> = sql.raw(mark)

/** A `begin` fails only with its connection, and then its first statement does, too. */
export function rides(text: string): boolean {
  return text === 'begin' || text.startsWith(mark)
}
