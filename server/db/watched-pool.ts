import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { WaitingPool } from '#server/db/patience.ts'
import { DatabaseSilent } from '#server/db/silent.ts'
import type { Watch } from '#server/db/watch.ts'

/** The pool as the query builder sees it: nothing that is asked through it waits for a database that is silent. */
export function watchedPool(pool: WaitingPool, watch: Watch): PostgresPool {
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
      if (watch.isSilent) throw new DatabaseSilent()
      const coming = pool.connect()
      const client = await watch.until(coming, null).catch((error: unknown) => {
        // It may still come, to nobody.
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

function watchedClient(client: pg.PoolClient, watch: Watch): PostgresPoolClient {
  const query = (text: string, values: unknown[]) => watch.until(client.query(text, values), client)
  return new Proxy<PostgresPoolClient>(client, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  })
}
