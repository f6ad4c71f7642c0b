import { type RawBuilder, sql } from 'kysely'

const mark = '/* rides */'

/**
 * Marks a statement in a transaction whose result is unused. It is pipelined with the next statement instead of
 * being awaited.
 * If it fails, the next statement fails with its error. There always is one: the end of the transaction.
 */
export const pipelined: RawBuilder<unknown> = sql.raw(mark)

/**
 * Whether the statement is pipelined. A `begin` fails only with its connection, and then the first statement
 * fails too.
 */
export function isPipelined(text: string): boolean {
  return text === 'begin' || text.startsWith(mark)
}
