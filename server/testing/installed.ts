import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Returns the folder with `initdb` and `postgres` of the newest installed server, in Debian's layout, or
 * null.
 */
export function findPostgres(): string | null {
  const version = (path: string) => Number(/\/(\d+)\/bin$/.exec(path)?.[1])
  const found = process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : globSync('/usr/lib/postgresql/*/bin')
  const whole = found.filter((path) => existsSync(join(path, 'initdb')))
  return whole.sort((one, other) => version(other) - version(one))[0] ?? null
}

/** Finds PgBouncer; Debian's folder is not on every PATH. */
export function findPooler(): string | null {
  const places = [
    process.env.PGBOUNCER,
    '/usr/sbin/pgbouncer',
    '/usr/bin/pgbouncer',
    '/usr/local/bin/pgbouncer',
  ]
  return places.find((path) => path !== undefined && existsSync(path)) ?? null
}

/**
 * Returns the Python with OpenStack Swift, a server with the S3 API: the system's, which Debian packages it
 * for.
 */
export async function findSwift(): Promise<string | null> {
  const python = '/usr/bin/python3'
  if (!existsSync(python)) return null
  return promisify(execFile)(python, ['-c', 'import swift']).then(
    () => python,
    () => null,
  )
}
