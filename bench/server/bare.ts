import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endWithParent } from '#server/testing/end-with-parent.ts'
import { connectionOf, inDatabase } from './database.ts'

export interface BareServer {
  /** Address without trailing slash; `/save` upserts the body, `/rows` writes what a save leaves behind. */
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts the minimal server for a save: a bare Fastify route with `pg` and one upsert, on the same database.
 */
export async function startBare(dataDir: string): Promise<BareServer> {
  await inDatabase(dataDir, async (client) => {
    await client.query(`create table bare_save (id uuid primary key, content jsonb not null);
      create table bare_answer (id uuid primary key, survey_id uuid not null, value text not null,
        revision integer not null, edited_at timestamptz not null);
      create table bare_history (id uuid primary key, answer_id uuid not null, survey_id uuid not null,
        value text not null, received_at timestamptz not null);
      create index on bare_history (answer_id);
      create table bare_event (id bigint generated always as identity primary key, survey_id uuid not null,
        content jsonb not null);
      create index on bare_event (survey_id, id);
      create table bare_reply (key uuid primary key, body jsonb not null, created_at timestamptz not null)`)
  })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    env: { ...process.env, CONNECTION: JSON.stringify(await connectionOf(dataDir)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithParent(child)
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
