/**
 * Generates `server/db/tables.ts`, the types of every table, from a freshly migrated database. `--check` only
 * verifies the committed file.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const root = join(import.meta.dirname, '..')
const committed = join(root, 'server/db/tables.ts')
const generator = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
const quiet = { info() {}, warn() {}, error: console.error }

const wanted = await generateTables()
if (!process.argv.includes('--check')) await writeFile(committed, wanted)
else if ((await readFile(committed, 'utf8')) !== wanted) {
  console.error(
    "server/db/tables.ts does not say what the migrations make: run 'npm run tables' and commit it.",
  )
  process.exitCode = 1
}

async function generateTables(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-tables-'))
  const server = await startEmbedded(folder, quiet, { fsync: 'off' })
  try {
    await migrate(server.connection, quiet)
    const file = join(folder, 'tables.ts')
    const where = ['--url', server.url(), '--dialect', 'postgres', '--out-file', file]
    // The same type rules as in server/db/pool.ts.
    const types = ['--date-parser', 'string', '--type-mapping', '{"int8":"number"}']
    await promisify(execFile)(process.execPath, [
      generator,
      ...where,
      ...types,
      '--exclude-pattern',
      'schema_migrations',
    ])
    return await readFile(file, 'utf8')
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
