import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { databaseFolder } from './database-folder.ts'

interface Named {
  user?: string
  password?: string
  port?: number
  database?: string
  options?: string
}

/** Returns the address of the machine's PostgreSQL, as an operator writes it. */
export function address(given: Named = {}): string {
  const server = inject('namedServer')
  const { user = 'fieldbook', database = 'fieldbook', options = 'sslmode=disable' } = given
  const secret = encodeURIComponent(given.password ?? server.password)
  return `postgresql://${user}:${secret}@127.0.0.1:${given.port ?? server.port}/${database}?${options}`
}

/** Returns the program's error when it cannot start there, after one attempt. */
export async function refusal(databaseUrl: string): Promise<string> {
  await using folder = await databaseFolder()
  const log = { info() {}, warn() {}, error() {} }
  try {
    const database = await openDatabase({ dataDir: folder.dataDir, databaseUrl, log, patienceMs: 0 })
    await database.close()
    return 'it started'
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}

export async function asAdmin(database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: address({ user: 'postgres', database }) })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates a database for this test; `how` ends the create statement. */
export async function namedDatabase(how: string): Promise<string> {
  const name = `named_${randomBytes(6).toString('hex')}`
  await asAdmin('postgres', `create database ${name} ${how}`)
  onTestFinished(() => asAdmin('postgres', `drop database ${name} with (force)`))
  return name
}
