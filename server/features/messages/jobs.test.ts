import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'
import { startJobs } from './jobs.ts'
import { queueMessage } from './queue.ts'

function queueTo({ context }: TestApp, recipient: string): Promise<string> {
  return queueMessage(context.db, { channel: 'email', kind: 'note', recipient, body: 'Hi' }, context.clock())
}

async function statusesOf({ context }: TestApp): Promise<readonly string[]> {
  const rows = await context.db.selectFrom('message').select('status').orderBy('id').execute()
  return rows.map(({ status }) => status)
}

test('a slow mail server gets eight at once, and all in the end', async () => {
  let together = 0
  let most = 0
  let open: () => void = () => {}
  const opened = new Promise<void>((go) => {
    open = go
  })
  const server = await startMailServer({
    beforeTaking: async () => {
      together += 1
      most = Math.max(most, together)
      await opened
      together -= 1
    },
  })
  onTestFinished(() => server.close())
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  const jobs = await startJobs(here.context)
  onTestFinished(() => jobs.stop())
  for (let one = 0; one < 20; one++) await queueTo(here, `s${one}@example.com`)
  await expect.poll(() => together).toBe(8)
  await jobs.sweep()
  open()
  await expect.poll(() => statusesOf(here)).toEqual(Array.from({ length: 20 }, () => 'sent'))
  expect(most).toBe(8)
  expect(server.received).toHaveLength(20)
})

test('messages queued while the listener is disconnected are sent after it reconnects', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  // Polling finds nothing here.
  const jobs = await startJobs(here.context, { pollSeconds: 3_600 })
  onTestFinished(() => jobs.stop())
  await queueTo(here, 'first@example.com')
  await expect.poll(() => statusesOf(here)).toEqual(['sent'])
  const cut = await sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'fieldbook-jobs'`.execute(here.context.db)
  expect(cut.rows).toHaveLength(1)
  await queueTo(here, 'second@example.com')
  await expect.poll(() => statusesOf(here)).toEqual(['sent', 'sent'])
})

test('a stop waits for sends in progress and starts no others', async () => {
  let asked = 0
  let open: () => void = () => {}
  const opened = new Promise<void>((go) => {
    open = go
  })
  const server = await startMailServer({
    beforeTaking: () => {
      asked += 1
      return opened
    },
  })
  onTestFinished(() => server.close())
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  const jobs = await startJobs(here.context)
  for (let one = 0; one < 12; one++) await queueTo(here, `s${one}@example.com`)
  await expect.poll(() => asked).toBe(8)
  const stopped = jobs.stop()
  open()
  await stopped
  const statuses = await statusesOf(here)
  expect(statuses.filter((status) => status === 'sent')).toHaveLength(8)
  expect(statuses.filter((status) => status === 'queued')).toHaveLength(4)
})
