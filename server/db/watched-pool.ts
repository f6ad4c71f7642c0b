import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnresponsive } from '#server/db/database-unresponsive.ts'
import { isPipelined } from '#server/db/transaction.ts'
import type { WaitingPool } from '#server/db/waiting-pool.ts'
import type { Watchdog } from '#server/db/watchdog.ts'

/** A statement run this often is frequent. Rare ones are not worth a plan in every connection. */
const oftenAfter = 50

/** Each name has a plan in each connection, of about ten kilobytes. */
const mostNames = 60

const mostCounted = 1_000

/**
 * Names frequent statements. PostgreSQL parses and plans a named statement once per connection instead of every
 * time.
 */
class FrequentStatements {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** Returns undefined for statements that are not frequent, or not yet. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= mostNames) return known
    const count = (this.#counts.get(text) ?? 0) + 1
    if (count < oftenAfter) {
      if (this.#counts.size >= mostCounted) this.#counts.clear()
      this.#counts.set(text, count)
      return undefined
    }
    this.#counts.delete(text)
    const name = `frequent_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

const statements = new FrequentStatements()
const begun = { command: 'BEGIN' as const, rowCount: 0, rows: [] }
const nothing = { command: 'UPDATE' as const, rowCount: 0, rows: [] }

/** Wraps the pool for the query builder. No query through it waits for an unresponsive database. */
export function watchedPool(pool: WaitingPool, watch: Watchdog): PostgresPool {
  const watched = new WeakMap<
    pg.PoolClient,
    { readonly client: PostgresPoolClient; readonly silences: number }
  >()

  function watchClient(client: pg.PoolClient) {
    const known = watched.get(client)
    if (known) return known
    const made = { client: watchedClient(client, watch), silences: watch.silences }
    watched.set(client, made)
    return made
  }

  async function connect(): Promise<PostgresPoolClient> {
    for (;;) {
      if (watch.isSilent) throw new DatabaseUnresponsive()
      const coming = pool.connect()
      const client = await watch.until(coming, null).catch((error: unknown) => {
        // A connection may still arrive later, with no caller left.
        coming.then(
          (late) => late.release(true),
          () => {},
        )
        throw error
      })
      const { client: usable, silences } = watchClient(client)
      if (silences === watch.silences) return usable
      client.release(true)
    }
  }

  return { Client: pool.Client, connect, end: () => pool.end(), options: pool.options }
}

/**
 * Wraps a client to batch writes. A socket write costs more than most statements, so queries issued together
 * leave together, and a pipelined statement leaves with the next one.
 */
function watchedClient(client: pg.PoolClient, watch: Watchdog): PostgresPoolClient {
  const { stream } = client.connection
  let before: Promise<unknown> | null = null

  function ask(text: string, values: unknown[]) {
    stream.cork()
    process.nextTick(() => stream.uncork())
    const name = values.length > 0 ? statements.nameOf(text) : undefined
    return watch.until(name ? client.query({ name, text, values }) : client.query(text, values), client)
  }

  async function query(text: string, values: unknown[]) {
    const asked = ask(text, values)
    const answer = before ? Promise.all([asked, before]).then(([own]) => own) : asked
    before = isPipelined(text) ? answer : null
    if (!before) return answer
    before.catch(() => {})
    return text === 'begin' ? begun : nothing
  }

  return new Proxy<PostgresPoolClient>(client, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  })
}
