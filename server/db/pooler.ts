import pg from 'pg'
import { StartFailure } from '#server/db/start-failure.ts'

/**
 * Refuses a pooler that shares connections by transaction: locks, settings and listening would be somebody else's. It
 * gives two callers, both connected, one process of the database. Asked before anything is locked, since there a lock
 * outlives whoever took it.
 */
export async function refuseSharedConnections(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
  // The embedded database, which is named by its parts, has nothing in front.
  if (connection.connectionString === undefined) return
  const other = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  other.on('error', () => {})
  try {
    const own = await processOf(client)
    await other.connect()
    if ((await processOf(other)) !== own) return
  } catch {
    // A server that gives one connection only is told when more are needed.
    return
  } finally {
    await other.end().catch(() => {})
  }
  throw new StartFailure(
    'The pooler in front of the database shares connections by transaction, which Fieldbook cannot work with: set pool_mode = session for this database, or let DATABASE_URL name the database itself.',
  )
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
