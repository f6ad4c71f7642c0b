import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { StartFailure } from '#server/db/start-failure.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { startJobs } from './jobs.ts'

/** A role that may do everything in a database but make a schema, and what an administrator can do about it. */
async function limitedRole(databaseUrl: string) {
  const { adminUrl } = inject('testDatabaseServer')
  const url = adminUrl.replace(/\/postgres\?/, `/${/\/(test_\w+)\?/.exec(databaseUrl)?.[1]}?`)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const role = `limited_${randomBytes(8).toString('hex')}`
  await admin.query(`create role ${role} login`)
  onTestFinished(async () => {
    await admin.query(`drop owned by ${role} cascade; drop role ${role}`)
    await admin.end()
  })
  return {
    connection: { connectionString: url.replace('user=postgres', `user=${role}`) },
    makeSchema: () => admin.query(`create schema jobs authorization ${role}`),
  }
}

test('a role that may make no schema is told what to do, and sends once that is done', async () => {
  const { context } = await testAppForThisTest({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { connection, makeSchema } = await limitedRole(context.config.databaseUrl ?? '')
  const limited = { ...context, connection }
  await expect(startJobs(limited)).rejects.toThrow(StartFailure)
  await expect(startJobs(limited)).rejects.toThrow('create schema jobs authorization')
  await makeSchema()
  await (await startJobs(limited)).stop()
})
