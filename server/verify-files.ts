/**
 * `npm run verify-files`: checks every file that the database refers to, with or without a running server,
 * and changes nothing. Exit code 1: files are missing.
 */
import { Kysely, PostgresDialect } from 'kysely'
import { print, quiet, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { connectForCommand } from './db/connect-for-command.ts'
import { openPool } from './db/pool.ts'
import type { DB } from './db/tables.ts'
import { findMissingFiles, type MissingFile } from './files/find-missing-files.ts'
import { openFiles } from './files/open.ts'

const namedAtMost = 20

async function verify(): Promise<number> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  const { connection, leave } = await connectForCommand(dataDir, databaseUrl, quiet)
  const pool = openPool(connection, quiet, { max: 1 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { files, place } = await openFiles(config, { looksOn: true })
    const { known, missing } = await findMissingFiles(db, files)
    print(`${known} files are in the database, ${missing.length} of them are missing in ${place}.`)
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

await runCommand(verify)
