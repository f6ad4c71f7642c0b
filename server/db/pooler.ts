import pg from 'pg'
import { StartFailure } from '#server/db/start-failure.ts'

/**
 * Rejects a pooler in transaction mode, which would share locks, settings and listeners between clients. Such a
 * pooler serves two open connections with one backend process.
 * Runs before any lock is taken, since through a pooler the lock would outlive its owner.
 */
export async function refuseSharedConnections(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
  // The embedded database, given by its parts, has no pooler.
  if (connection.connectionString === undefined) return
  const other = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  other.on('error', () => {})
  try {
    const own = await processOf(client)
    await other.connect()
    if ((await processOf(other)) !== own) return
  } catch {
    // The server allows only one connection. That is reported when more are needed.
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
