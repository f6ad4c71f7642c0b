import pg from 'pg'
import { endConnection, settlesWithin } from '#server/db/connection.ts'

/**
 * The result of a probe over a separate connection: whether the database is alive, and which backends are idle.
 */
export interface ProbeResult {
  readonly alive: boolean
  readonly idle: ReadonlySet<number>
}

const nobody: ProbeResult = { alive: false, idle: new Set() }

/**
 * Probes the database over a new connection. Any reply from PostgreSQL counts, even a rejection. Never throws.
 */
export async function probeDatabase(
  connection: pg.ClientConfig,
  pids: readonly number[],
  within: number,
): Promise<ProbeResult> {
  const client = new pg.Client({ ...connection, application_name: 'fieldbook watch' })
  client.on('error', () => {})
  const proof = ask(client, pids).catch((error: unknown) =>
    isAnswer(error) ? { ...nobody, alive: true } : nobody,
  )
  const answered = await settlesWithin(proof, within)
  void endConnection(client)
  return answered ? proof : nobody
}

async function ask(client: pg.Client, pids: readonly number[]): Promise<ProbeResult> {
  await client.connect()
  const { rows } = await client.query<{ own: number; idle: number[] }>(
    `select pg_backend_pid() as own, array(
       select pid from unnest($1::int[]) as pid
       where not exists (select from pg_stat_activity as it where it.pid = pid.pid and it.state not like 'idle%')
     ) as idle`,
    [pids],
  )
  const [row] = rows
  // Behind a pooler the process ids are the pooler's, which say nothing about backends.
  const isDirect = row?.own === pidOf(client)
  return { alive: true, idle: new Set(isDirect ? row?.idle : []) }
}

/** The backend's process id, which the driver has but does not declare in its types. */
export function pidOf(client: object): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0
}

function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}
