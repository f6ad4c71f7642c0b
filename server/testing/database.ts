import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestDatabaseServer } from '#server/testing/database-setup.ts'

/** A migrated, empty database. */
export interface TestDatabase {
  url: string
  /** Closes open connections and deletes it. */
  drop(): Promise<void>
}

/** Copies the run's migrated template, which is much cheaper than migrating; usually once per test file. */
export function testDatabase(): Promise<TestDatabase> {
  return newDatabase(inject('testDatabaseServer').template)
}

/** Returns a database without tables, for tests of migrations. */
export function emptyDatabase(): Promise<TestDatabase> {
  return newDatabase('template0')
}

/** Copies a database like a backup would. It must have no connections. */
export function copiedDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return newDatabase(/\/(test_\w+)\?/.exec(url)?.[1] ?? '')
}

async function newDatabase(template: string): Promise<TestDatabase> {
  const server = inject('testDatabaseServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(server, `create database ${name} template ${template} owner fieldbook`)
  return {
    url: server.databaseUrl.replace('/DATABASE?', `/${name}?`),
    drop: () => asAdmin(server, `drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(server: TestDatabaseServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.adminUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
