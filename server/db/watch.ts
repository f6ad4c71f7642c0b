import type pg from 'pg'
import { type Proof, pidOf, proveAlive } from '#server/db/prove-alive.ts'
import { DatabaseSilent } from '#server/db/silent.ts'
import type { DatabaseLog } from '#server/db/start-failure.ts'

/** What takes longer than this is looked into; with the time for the proof it stays below five seconds. */
const slowAfter = 1_500
const proofWithin = 2_500
const proofEvery = 1_000
const lookEvery = 250
/** PostgreSQL itself ends a statement after thirty seconds (pool.ts): what lasts longer was lost on the way. */
const longest = 40_000
/** So often a backend has to be found idle while its answer is awaited: one that has just answered is, too. */
const idleTimes = 2

interface Waiting {
  /** null: waits for a connection. */
  readonly client: pg.PoolClient | null
  readonly since: number
  foundIdle: number
  readonly giveUp: (error: DatabaseSilent) => void
}

/**
 * Tells a database that works long from one that is not there. What is slow makes it ask over another connection: while
 * that is answered, work that PostgreSQL is busy with goes on as long as PostgreSQL lets it. Where it is not, all that
 * waits fails, its connections are destroyed, and what comes fails at once, until the database answers again.
 */
export class Watch {
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

  /** How often it fell silent: connections from before may be dead, whatever they look like. */
  get silences(): number {
    return this.#silences
  }

  /** Gives what was asked, or fails once it is known that nobody will answer. */
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
    const proof = await proveAlive(this.#connection, pids, proofWithin)
    this.#provenAt = performance.now()
    this.#proving = false
    // On a machine that is busy up to its neck others may have been answered meanwhile.
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

  #goOn(asked: readonly Waiting[], { idle }: Proof): void {
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
    const error = new DatabaseSilent()
    one.giveUp(error)
    one.client?.connection.stream.destroy(error)
  }
}
