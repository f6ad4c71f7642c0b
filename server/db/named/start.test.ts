import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type DatabaseConfig, openDatabase } from '#server/db/open.ts'
import { databaseFolder } from '#server/testing/database-folder.ts'
import { freePort, startServer } from '#server/testing/real-server.ts'

const { port, password, certificate } = inject('namedServer')

/** An address as an operator writes it. */
function address(
  given: { user?: string; password?: string; port?: number; database?: string; options?: string } = {},
) {
  const secret = encodeURIComponent(given.password ?? password)
  const { user = 'fieldbook', database = 'fieldbook', options = 'sslmode=disable' } = given
  return `postgresql://${user}:${secret}@127.0.0.1:${given.port ?? port}/${database}?${options}`
}

/** What the program says when it cannot start there, after it was asked once. */
async function refusal(databaseUrl: string, more: Partial<DatabaseConfig> = {}): Promise<string> {
  await using folder = await databaseFolder()
  const lines: string[] = []
  const log = { info() {}, warn: (text: string) => void lines.push(text), error() {} }
  const failed = await openDatabase({
    dataDir: folder.dataDir,
    databaseUrl,
    log,
    patienceMs: 0,
    ...more,
  }).then(
    async (database) => {
      await database.close()
      return 'it started'
    },
    (error: unknown) => `${error instanceof Error ? error.name : ''}: ${String((error as Error).message)}`,
  )
  return [...lines, failed].join('\n')
}

async function asAdmin<Result>(
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: address({ user: 'postgres', database }) })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** A database made by the statement's end, for this test. */
async function newDatabase(how: string): Promise<string> {
  const name = `named_${randomBytes(6).toString('hex')}`
  await asAdmin('postgres', (client) => client.query(`create database ${name} ${how}`))
  onTestFinished(() =>
    asAdmin('postgres', async (client) => void (await client.query(`drop database ${name} with (force)`))),
  )
  return name
}

test('a wrong password, an unknown user and a missing database are told in a sentence', async () => {
  expect(await refusal(address({ password: 'wrong' }))).toMatch(
    /^StartFailure: The database refuses user and password/,
  )
  expect(await refusal(address({ user: 'nobody' }))).toMatch(
    /^StartFailure: The database refuses user and password/,
  )
  expect(await refusal(address({ database: 'nowhere' }))).toMatch(
    /^StartFailure: The database does not exist.*database "nowhere" does not exist/,
  )
})

test('the program itself says the sentence and no stack, and not the password', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-named-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const environment = { DATABASE_URL: address({ password: 'not-the-one' }) }
  const failed = await startServer({ dataDir, environment }).catch((error: unknown) => String(error))
  expect(failed).toMatch(/ended with 1: The database refuses user and password/)
  expect(failed).not.toMatch(/not-the-one|\n {4}at /)
})

test('a role without the right to make tables is told, as PostgreSQL 15 has it', async () => {
  const database = await newDatabase('')
  expect(await refusal(address({ database }))).toMatch(
    /^StartFailure: The role of DATABASE_URL lacks a right.*permission denied for schema public/,
  )
  await asAdmin(database, (client) => client.query('grant create, usage on schema public to fieldbook'))
  expect(await refusal(address({ database }))).toBe('it started')
})

test('a certificate of its own is refused in a sentence, and taken where its file is named', async () => {
  const database = await newDatabase('owner fieldbook')
  expect(await refusal(address({ database, options: 'sslmode=require' }))).toMatch(
    /^StartFailure: The certificate of the database server is not trusted.*self-signed/,
  )
  const trusted = `sslmode=verify-full&sslrootcert=${certificate}`
  expect(await refusal(address({ database, options: trusted }))).toBe('it started')
  expect(await refusal(address({ database, options: 'sslmode=verify-full&sslrootcert=/no/ca.pem' }))).toMatch(
    /^StartFailure: A certificate that DATABASE_URL names cannot be read.*\/no\/ca\.pem/,
  )
})

test('a database with another encoding is refused', async () => {
  const database = await newDatabase("owner fieldbook encoding 'LATIN1' locale 'C' template template0")
  expect(await refusal(address({ database }))).toMatch(/^StartFailure: The database keeps text as LATIN1/)
})

test('a pooler that refuses a setting is told in a sentence', async () => {
  const pooler = await poolerThatRefuses('statement_timeout')
  expect(await refusal(address({ port: pooler }))).toMatch(
    /^StartFailure: The database, or the pooler.*ignore_startup_parameters.*unsupported startup parameter: statement_timeout/,
  )
})

/** As PgBouncer answers a connection that asks for a setting it does not know. */
async function poolerThatRefuses(setting: string): Promise<number> {
  const own = await freePort()
  const server = createServer((client) => {
    const behind = openSocket(port, '127.0.0.1')
    for (const socket of [client, behind]) socket.on('error', () => socket.destroy())
    client.on('close', () => behind.destroy())
    behind.on('close', () => client.destroy())
    behind.pipe(client)
    client.once('data', (first) => {
      if (!first.includes(setting)) {
        behind.write(first)
        client.pipe(behind)
        return
      }
      const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${setting}\0\0`)
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(fields.length + 4, 1)
      behind.unpipe(client)
      client.end(Buffer.concat([head, fields]))
    })
  }).listen(own, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return own
}
