import type { ChildProcess } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { startServer } from '#server/testing/real-server.ts'

async function installation() {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-sample-'))
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
  })
  const count = async (what: string) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${what}`)
    return rows[0]?.count ?? 0
  }
  const environment = { DATABASE_URL: database.url, SAMPLE: '1' }
  return { count, client, start: { dataDir, environment } }
}

type Installation = Awaited<ReturnType<typeof installation>>

/** A start that is killed (SIGKILL) once this many of these exist. */
async function killedWhen({ count, start }: Installation, what: string, many: number): Promise<void> {
  let child: ChildProcess | null = null
  const started = startServer({
    ...start,
    begun: (process) => {
      child = process
    },
  })
  const ended = expect(started).rejects.toThrow(/ended with/)
  await expect.poll(() => count(what), { interval: 10 }).toBeGreaterThanOrEqual(many)
  const running = child as ChildProcess | null
  running?.kill('SIGKILL')
  await ended
}

test('a first start that is killed while making the sample leaves no half of it: the next makes it whole', async () => {
  const here = await installation()
  await killedWhen(here, 'account', 1)
  await killedWhen(here, 'session', 1)
  expect(await here.count('survey')).toBe(0)
  const server = await startServer(here.start)
  const { rows } = await here.client.query('select status, filled = fillable as whole from survey')
  expect(rows).toEqual([{ status: 'Started', whole: true }])
  expect(await here.count('media')).toBeGreaterThan(10)
  expect(await server.stop()).toBe(0)

  // Once it existed it is never made again unasked, even if someone deleted it.
  await here.client.query('delete from survey')
  const again = await startServer(here.start)
  expect(await here.count('survey')).toBe(0)
  expect(await again.stop()).toBe(0)
}, 240_000)

test('if the next start is to make none, none is made later either', async () => {
  const here = await installation()
  await killedWhen(here, 'session', 1)
  const environment = { ...here.start.environment, SAMPLE: '0' }
  const server = await startServer({ ...here.start, environment })
  expect(await here.count('survey')).toBe(0)
  await expect(access(join(here.start.dataDir, 'sample-due.json'))).rejects.toThrow('ENOENT')
  expect(await server.stop()).toBe(0)
}, 120_000)
