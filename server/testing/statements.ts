import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

const asking = new AsyncLocalStorage<string[]>()

/**
 * The statements that `work` asks of the database, in their order, and how it ends; those that the process asks
 * meanwhile by itself (its lease, what is due) do not count.
 */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
  const statements: string[] = []
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    asking.getStore()?.push(textOf(given[0]))
    return Reflect.apply(query, this, given)
  })
  try {
    return { result: await asking.run(statements, work), statements }
  } finally {
    spy.mockRestore()
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : ''
}
