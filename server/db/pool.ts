import pg from 'pg'
import type { DatabaseLog } from '#server/db/start-failure.ts'

const { builtins, getTypeParser } = pg.types

/**
 * Values arrive as what they are: whole numbers of 64 bits as numbers (refused where one would be rounded), days
 * without a time as text, so that no time zone can move them. `tables.ts` is generated with the same rules.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (id === builtins.INT8) return safeInteger
    if (id === builtins.DATE) return (text: string) => text
    return format === 'binary' ? getTypeParser(id, 'binary') : getTypeParser(id)
  },
}

export interface PoolOptions {
  /** Connections at most; requests beyond wait up to four seconds, then fail as unavailable. */
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
    // What is asked before the answer to the last has come travels at once; answers come in the order of asking.
    pipeline: true,
    application_name: 'fieldbook',
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // A lost connection is an event of the pool while idle and of the client while in use; unheard, either would end
  // this process. The query that was running fails by itself, so that nothing is hidden here.
  pool.on('error', (error) => log.warn(`A database connection was lost: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The number ${text} of the database is too large`)
  return value
}
