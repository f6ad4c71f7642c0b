/**
 * `npm run verify-files`: looks for every file that the database speaks of, beside a server that runs or without one,
 * and changes nothing. Ends with 1 where one is missing.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { BadConfig, readConfig } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import { socketPlace } from './db/embedded-place.ts'
import { wordsFor } from './db/failure-words.ts'
import { openPool } from './db/pool.ts'
import { AlreadyRunning, StartFailure } from './db/start-failure.ts'
import type { DB } from './db/tables.ts'
import { databaseUser } from './db/unprivileged.ts'
import { openDiskStore } from './files/disk.ts'
import { countFiles, type MissingFile } from './files/missing.ts'

const namedAtMost = 20
const quiet = { info() {}, warn() {}, error: print }

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

interface Reached {
  readonly connection: pg.ClientConfig
  leave(): Promise<void>
}

async function reach(dataDir: string, databaseUrl: string | null): Promise<Reached> {
  if (databaseUrl !== null) return { connection: { connectionString: databaseUrl }, leave: async () => {} }
  const clusterDir = join(dataDir, 'postgres')
  if (!existsSync(clusterDir)) throw new StartFailure(`There is no database in ${dataDir}.`)
  try {
    const { connection, stop } = await startEmbedded(dataDir, quiet)
    return { connection, leave: stop }
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    const { inside } = await socketPlace(clusterDir, await databaseUser(clusterDir))
    const connection = { ssl: false, host: inside, port: 5432, user: 'fieldbook', database: 'fieldbook' }
    return { connection, leave: async () => {} }
  }
}

async function verify(): Promise<number> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const { connection, leave } = await reach(dataDir, databaseUrl)
  const pool = openPool(connection, quiet, { max: 1 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { known, missing } = await countFiles(db, openDiskStore(join(dataDir, 'files')))
    print(`${known} files are in the database, ${missing.length} of them are missing in ${dataDir}.`)
    for (const line of bySurvey(missing)) print(line)
    return missing.length === 0 ? 0 : 1
  } finally {
    await db.destroy()
    await leave()
  }
}

function bySurvey(missing: readonly MissingFile[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { of } of missing) counts.set(of, (counts.get(of) ?? 0) + 1)
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const more = sorted.length - namedAtMost
  return [
    ...sorted.slice(0, namedAtMost).map(([of, count]) => `${count} of ${of}`),
    ...(more > 0 ? [`and some of ${more} others`] : []),
  ]
}

try {
  process.exitCode = await verify()
} catch (error) {
  const known = error instanceof BadConfig || error instanceof StartFailure ? error.message : wordsFor(error)
  process.stderr.write(`${known ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exitCode = 2
}
