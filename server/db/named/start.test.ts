import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { address, asAdmin, namedDatabase, refusal } from '#server/testing/named-database.ts'
import { startServer } from '#server/testing/real-server.ts'

test('a wrong password, an unknown user and a missing database are reported in one sentence', async () => {
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

test('the program prints the sentence without a stack or the password', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-named-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const environment = { DATABASE_URL: address({ password: 'not-the-one' }) }
  const failed = await startServer({ dataDir, environment }).catch((error: unknown) => String(error))
  expect(failed).toMatch(/ended with 1: The database refuses user and password/)
  expect(failed).not.toMatch(/not-the-one|\n {4}at /)
})

test('a role that may not create tables is reported, as in PostgreSQL 15', async () => {
  const database = await namedDatabase('')
  expect(await refusal(address({ database }))).toMatch(
    /^StartFailure: The role of DATABASE_URL lacks a right.*permission denied for schema public/,
  )
  await asAdmin(database, 'grant create, usage on schema public to fieldbook')
  expect(await refusal(address({ database }))).toBe('it started')
})

test('a self-signed certificate is rejected with a sentence, and accepted if its file is named', async () => {
  const database = await namedDatabase('owner fieldbook')
  expect(await refusal(address({ database, options: 'sslmode=require' }))).toMatch(
    /^StartFailure: The certificate of the database server is not trusted.*self-signed/,
  )
  const trusted = `sslmode=verify-full&sslrootcert=${inject('namedServer').certificate}`
  expect(await refusal(address({ database, options: trusted }))).toBe('it started')
  expect(await refusal(address({ database, options: 'sslmode=verify-full&sslrootcert=/no/ca.pem' }))).toMatch(
    /^StartFailure: A certificate that DATABASE_URL names cannot be read.*\/no\/ca\.pem/,
  )
})

test('a database with another encoding is rejected', async () => {
  const database = await namedDatabase("owner fieldbook encoding 'LATIN1' locale 'C' template template0")
  expect(await refusal(address({ database }))).toMatch(/^StartFailure: The database keeps text as LATIN1/)
})
