import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { takeOwnership } from '#server/db/owner-lock.ts'
import { databaseFolder, seededFolder, startDatabaseProcess } from '#server/testing/database-folder.ts'

const silent = { info() {}, warn() {}, error() {} }

test('a second start on the same DATA_DIR prints one sentence and exits with 1', async () => {
  await using folder = await seededFolder()
  const first = startDatabaseProcess(folder)
  await first.heard(1)
  const second = startDatabaseProcess(folder)
  expect(await second.ended).toBe(1)
  expect(second.complained()).toBe(
    `Fieldbook is already running on ${folder.dataDir} (process ${first.child.pid}): stop it first, or give this one another DATA_DIR.\n`,
  )
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
})

test('one of ten simultaneous callers gets the lock, and another one gets it after the release', async () => {
  await using folder = await databaseFolder()
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => takeOwnership(folder.dataDir)))
  const locks = results.filter((result) => result.status === 'fulfilled')
  expect(locks).toHaveLength(1)
  locks[0]?.value.release()
  const next = await takeOwnership(folder.dataDir)
  next.release()
})

test('after kill -9 of the owner under load, the next start works and has every acknowledged row', {
  timeout: 120_000,
}, async () => {
  await using folder = await seededFolder()
  let written = 0
  for (const lines of fc.sample(fc.integer({ min: 1, max: 400 }), { numRuns: 8, seed: 20_261_121 })) {
    const run = startDatabaseProcess(folder, written + 1)
    await run.heard(1 + lines)
    run.child.kill('SIGKILL')
    await run.ended
    expect(run.complained()).toBe('')
    const acknowledged = Number(run.said.at(-1))
    const server = await startEmbedded(folder.dataDir, silent)
    const client = new pg.Client(server.connection)
    await client.connect()
    const { rows } = await client.query('select count(*)::int as rows, max(number) as last from kept')
    await client.end()
    await server.stop()
    // One more row may have been committed without an acknowledgment.
    expect(rows[0].rows).toBe(rows[0].last)
    expect([acknowledged, acknowledged + 1]).toContain(rows[0].last)
    written = rows[0].last
  }
})
