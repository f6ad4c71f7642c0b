import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestDatabaseServer } from '#server/testing/database-setup.ts'

/** A database of one's own, migrated and empty. */
export interface TestDatabase {
  url: string
  /** Ends what is still connected. */
  drop(): Promise<void>
}

/** Copies the run's migrated template, which is much cheaper than migrating: one for each test file is the usual measure. */
export function testDatabase(): Promise<TestDatabase> {
  return newDatabase(inject('testDatabaseServer').template)
}

/** One without any table, for tests of what makes them. */
export function emptyDatabase(): Promise<TestDatabase> {
  return newDatabase('template0')
}

/** What a backup of it is: the same rows in another database. Nothing may be connected to the one that is copied. */
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
