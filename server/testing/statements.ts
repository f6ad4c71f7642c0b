import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

const asking = new AsyncLocalStorage<string[]>()

/**
 * Returns the statements of `work` in order, and its result, without those of background tasks such as the
 * lease.
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
