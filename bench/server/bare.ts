import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endTogether } from '#server/testing/end-together.ts'
import { connectionOf, inDatabase } from './database.ts'

export interface BareServer {
  /** Where one upsert waits, without a trailing slash. */
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

/** The least that a server can do with a save: a bare Fastify route with `pg` and one upsert, on the same database. */
export async function startBare(dataDir: string): Promise<BareServer> {
  await inDatabase(dataDir, async (client) => {
    await client.query('create table bare_save (id uuid primary key, content jsonb not null)')
  })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    env: { ...process.env, CONNECTION: JSON.stringify(await connectionOf(dataDir)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endTogether(child)
  const [address] = await once(createInterface(child.stdout), 'line')
  const ended = once(child, 'exit')
  return {
    address: String(address),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
