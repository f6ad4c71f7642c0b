import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { changeOwner, databaseUser } from '#server/db/unprivileged.ts'
import type { TestDatabaseServer } from './database-setup.ts'
import { endWithParent } from './end-with-parent.ts'
import { findPostgres } from './installed.ts'
import { freePort } from './real-server.ts'

/**
 * A PostgreSQL server as operators run it: Debian's, over TCP, with passwords, TLS and its own certificate.
 */
export interface NamedServer {
  readonly port: number
  readonly password: string
  /** Its self-signed certificate. */
  readonly certificate: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    namedServer: NamedServer
  }
}

const password = 'p@ss/word'
const quiet = { info() {}, warn() {}, error() {} }

/** Global setup of Vitest's project `postgres`, which repeats the database tests on such a server. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binaries = findPostgres()
  if (!binaries) throw new Error("These tests need Debian's package 'postgresql', or POSTGRES_BIN")
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-named-'))
  const port = await freePort()
  const stop = await startCluster(binaries, folder, port)
  const secret = encodeURIComponent(password)
  const address = (user: string, database: string) =>
    `postgresql://${user}:${secret}@127.0.0.1:${port}/${database}?sslmode=disable`
  const admin = new pg.Client({ connectionString: address('postgres', 'postgres') })
  await admin.connect()
  await admin.query(`create role fieldbook login password '${password}'`)
  await admin.query('create database fieldbook owner fieldbook')
  await admin.end()
  await migrate({ connectionString: address('fieldbook', 'fieldbook') }, quiet)
  const shared: TestDatabaseServer = {
    template: 'fieldbook',
    adminUrl: address('postgres', 'postgres'),
    databaseUrl: address('fieldbook', 'DATABASE'),
  }
  project.provide('testDatabaseServer', shared)
  project.provide('namedServer', { port, password, certificate: join(folder, 'server.crt') })
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startCluster(binaries: string, folder: string, port: number): Promise<() => Promise<void>> {
  const user = await databaseUser(join(folder, 'data'))
  await writeFile(join(folder, 'password'), password)
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...[
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
  ])
  await changeOwner(user, folder)
  const data = join(folder, 'data')
  await promisify(execFile)(
    join(binaries, 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', join(folder, 'password')],
      ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'],
    ],
    { cwd: folder, ...user },
  )
  const settings = {
    ...{ listen_addresses: '127.0.0.1', port, unix_socket_directories: folder, max_connections: 200 },
    ...{ ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key },
    // Test data need not survive a crash.
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  endWithParent(server, { signal: 'QUIT' })
  let said = ''
  server.stderr.on('data', (text) => {
    said += text
  })
  const ended = once(server, 'exit')
  while (!said.includes('ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said}`)
    await pause(20)
  }
  return async () => {
    server.kill('SIGINT')
    await ended
  }
}
