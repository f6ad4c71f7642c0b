import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** The embedded database's own record of where it listens. */
export async function connectionOf(dataDir: string): Promise<pg.ClientConfig> {
  const cluster = join(dataDir, 'postgres')
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const named = lines[4] ?? ''
  // Started by root, the database knows its own folder only by where it stands.
  return {
    host: named.startsWith('/proc/') ? cluster : named,
    port: Number(lines[3]),
    user: 'fieldbook',
    database: 'fieldbook',
  }
}

/** For what no call can make in a bench's time. */
export async function inDatabase(dataDir: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(await connectionOf(dataDir))
  await client.connect()
  await work(client).finally(() => client.end())
}
