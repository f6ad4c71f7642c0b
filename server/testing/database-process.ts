/**
 * A process that owns a database, for tests that kill it: prints `ready`, then writes rows 1, 2, 3 … as fast
 * as possible and prints each number once its commit is acknowledged. Arguments: DATA_DIR, migrations folder,
 * first number.
 */
import { sql } from 'kysely'
import { openDatabase } from '#server/db/open.ts'
import { StartFailure } from '#server/db/start-failure.ts'

const [dataDir = '', migrations = '', first = '0'] = process.argv.slice(2)
const say = (text: string) => process.stdout.write(`${text}\n`)
const silent = { info() {}, warn() {}, error() {} }

try {
  const { db, close, pid } = await openDatabase({ dataDir, databaseUrl: null, log: silent, migrations })
  process.once('SIGTERM', () => close().then(() => process.exit(0)))
  say(`ready ${pid()}`)
  let number = Number(first)
  while (number > 0) {
    await sql`insert into kept (number) values (${number})`.execute(db)
    say(String(number++))
  }
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
