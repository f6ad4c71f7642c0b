import pg from 'pg'
import { endConnection, settlesWithin } from '#server/db/connection.ts'
import { DatabaseUnresponsive } from '#server/db/database-unresponsive.ts'
import type { DatabaseLog } from '#server/db/start-failure.ts'

const nobody: ProbeResult = { alive: false, idle: new Set() }

/** Anything slower than this starts a probe. Together with the probe it stays below five seconds. */
const slowAfter = 1_500
const proofWithin = 2_500
const proofEvery = 1_000
const lookEvery = 250
/** PostgreSQL ends a statement after 30 seconds (pool.ts), so the answer to anything longer was lost. */
const longest = 40_000
/**
 * How often a backend must be found idle while its answer is awaited. One that has just answered is idle too.
 */
const idleTimes = 2

interface Waiting {
  /** null: waits for a connection. */
  readonly client: pg.PoolClient | null
  readonly since: number
  foundIdle: number
  readonly giveUp: (error: DatabaseUnresponsive) => void
}

/**
 * Distinguishes a slow database from a dead one. Slow queries trigger a probe over a separate connection.
 * If the probe is answered, work continues as long as PostgreSQL allows. If not, everything that waits fails,
 * its connections are destroyed, and new queries fail at once until the database answers again.
 */
export class Watchdog {
  readonly #connection: pg.ClientConfig
  readonly #log: DatabaseLog
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  #proving = false
  #provenAt = Number.NEGATIVE_INFINITY
  #answeredAt = Number.NEGATIVE_INFINITY
  #silent = false
  #silences = 0

  constructor(connection: pg.ClientConfig, log: DatabaseLog) {
    this.#connection = connection
    this.#log = log
  }

  get isSilent(): boolean {
    return this.#silent
  }

  /** How often the database became unresponsive. Connections from before may be dead. */
  get silences(): number {
    return this.#silences
  }

  /** Returns the result, or fails once it is clear that no answer will come. */
  async until<T>(asked: Promise<T>, client: pg.PoolClient | null): Promise<T> {
    const lost = Promise.withResolvers<never>()
    const waiting: Waiting = { client, since: performance.now(), foundIdle: 0, giveUp: lost.reject }
    this.#waiting.add(waiting)
    this.#timer ??= setInterval(() => this.#look(), lookEvery).unref()
    try {
      const answer = await Promise.race([asked, lost.promise])
      if (client) this.#answeredAt = performance.now()
      return answer
    } finally {
      this.#waiting.delete(waiting)
    }
  }

  #look(): void {
    if (this.#waiting.size === 0 && !this.#silent) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const now = performance.now()
    const slow = [...this.#waiting].filter(({ since }) => now - since > slowAfter)
    for (const one of slow) if (this.#silent || now - one.since > longest) this.#giveUp(one)
    const isDue = now - this.#provenAt > proofEvery
    if (isDue && !this.#proving && (slow.length > 0 || this.#silent)) void this.#prove()
  }

  async #prove(): Promise<void> {
    this.#proving = true
    const began = performance.now()
    const asked = [...this.#waiting].filter(({ since }) => began - since > slowAfter)
    const pids = asked.flatMap(({ client }) => (client ? [pidOf(client)] : []))
    const proof = await probeDatabase(this.#connection, pids, proofWithin)
    this.#provenAt = performance.now()
    this.#proving = false
    // On an overloaded machine other queries may have been answered meanwhile.
    if (!proof.alive && this.#answeredAt < began) this.#fallSilent()
    else this.#goOn(asked, proof)
  }

  #fallSilent(): void {
    if (!this.#silent) {
      this.#silent = true
      this.#silences++
      this.#log.warn('The database does not answer: what waits for it fails until it does.')
    }
    this.#look()
  }

  #goOn(asked: readonly Waiting[], { idle }: ProbeResult): void {
    if (this.#silent) this.#log.warn('The database answers again.')
    this.#silent = false
    for (const one of asked) {
      if (!one.client || !idle.has(pidOf(one.client))) continue
      one.foundIdle++
      if (one.foundIdle >= idleTimes) this.#giveUp(one)
    }
  }

  #giveUp(one: Waiting): void {
    if (!this.#waiting.delete(one)) return
    const error = new DatabaseUnresponsive()
    one.giveUp(error)
    one.client?.connection.stream.destroy(error)
  }
}

/**
 * The result of a probe over a separate connection: whether the database is alive, and which backends are idle.
 */
interface ProbeResult {
  readonly alive: boolean
  readonly idle: ReadonlySet<number>
}

/**
 * Probes the database over a new connection. Any reply from PostgreSQL counts, even a rejection. Never throws.
 */
async function probeDatabase(
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
function pidOf(client: object): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0
}

function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}
