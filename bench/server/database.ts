import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Returns the embedded database's address from its own pid file. */
export async function connectionOf(dataDir: string): Promise<pg.ClientConfig> {
  const cluster = join(dataDir, 'postgres')
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const named = lines[4] ?? ''
  // When started by root, the database records its folder only as a /proc path.
  return {
    host: named.startsWith('/proc/') ? cluster : named,
    port: Number(lines[3]),
    user: 'fieldbook',
    database: 'fieldbook',
  }
}

/** Runs SQL directly, for data that API calls can't create in a bench's time. */
export async function inDatabase(dataDir: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(await connectionOf(dataDir))
  await client.connect()
  await work(client).finally(() => client.end())
}
