import pg from 'pg'
import type { DatabaseLog } from '#server/db/start-failure.ts'

const { builtins, getTypeParser } = pg.types

/**
 * Type parsers: 64-bit integers become numbers (rejected if they would be rounded), and dates stay text, so
 * that no time zone shifts them. `tables.ts` is generated with the same rules.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (id === builtins.INT8) return safeInteger
    if (id === builtins.DATE) return (text: string) => text
    return format === 'binary' ? getTypeParser(id, 'binary') : getTypeParser(id)
  },
}

export interface PoolOptions {
  /** Maximum number of connections. Further requests wait up to four seconds, then fail as unavailable. */
  max?: number
}

export function openPool(connection: pg.ClientConfig, log: DatabaseLog, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: options.max ?? 16,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Sends queries without waiting for earlier answers; answers arrive in order.
    pipeline: true,
    application_name: 'fieldbook',
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // A lost connection emits an error on the pool while idle and on the client while in use. Without a listener
  // it would end this process. The running query fails by itself, so nothing is hidden.
  pool.on('error', (error) => log.warn(`A database connection was lost: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The number ${text} of the database is too large`)
  return value
}
