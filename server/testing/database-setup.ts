import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

/** The server on which test files create their databases. */
export interface TestDatabaseServer {
  template: string
  adminUrl: string
  /** For the application's role, with `DATABASE` in place of the name. */
  databaseUrl: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabaseServer: TestDatabaseServer
    /** A DATA_DIR with a new, stopped database; copying it is faster than creating one. */
    seedDataDir: string
  }
}

/** Test data need not survive a crash. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** Prints only warnings of the database layer. */
const quiet = { info() {}, warn: (text: string) => process.stderr.write(`${text}\n`), error() {} }

/** Vitest's global setup: one database server for the whole run, and one migrated template in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-test-'))
  const [seed, own] = [join(folder, 'seed'), join(folder, 'own')]
  const seeded = await startEmbedded(seed, quiet, FAST)
  await seeded.stop()
  await promisify(execFile)('cp', ['-a', seed, own])
  const server = await startEmbedded(own, quiet, FAST)
  await migrate({ ...server.connection }, quiet)
  project.provide('seedDataDir', seed)
  project.provide('testDatabaseServer', {
    template: 'fieldbook',
    adminUrl: server.url({ user: 'postgres', database: 'postgres' }),
    databaseUrl: server.url({ database: 'DATABASE' }),
  })
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
