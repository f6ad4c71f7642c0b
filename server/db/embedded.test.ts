import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { serverArguments, startEmbedded } from '#server/db/embedded.ts'
import { findBinaries } from '#server/db/embedded-binaries.ts'
import { recordedPid } from '#server/db/embedded-orphans.ts'
import { ownName } from '#server/db/embedded-place.ts'
import { changeOwner, databaseUser } from '#server/db/unprivileged.ts'
import { databaseFolder, seededFolder, startDatabaseProcess } from '#server/testing/database-folder.ts'

const silent = { info() {}, warn() {}, error() {} }

async function ask(connection: pg.ClientConfig, question: string): Promise<unknown> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
    .query({ text: question, rowMode: 'array' })
    .then(({ rows }) => rows[0]?.[0])
    .finally(() => client.end())
}

test('a new database is UTF-8 with checksums, private, durable, and not run as root', async () => {
  await using folder = await databaseFolder()
  const server = await startEmbedded(folder.dataDir, silent)
  try {
    const settings = await ask(
      server.connection,
      `select jsonb_object_agg(name, setting) from pg_settings where name in
        ('server_encoding', 'data_checksums', 'fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')`,
    )
    expect(settings).toEqual({
      server_encoding: 'UTF8',
      data_checksums: 'on',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
    })
    expect(await ask(server.connection, 'select usesuper from pg_user where usename = current_user')).toBe(
      false,
    )
    expect(
      await ask(
        server.connection,
        "select 'Ä' < 'Ö' and upper('straße ж') = 'STRASSE Ж' or upper('ж') = 'Ж'",
      ),
    ).toBe(true)
  } finally {
    await server.stop()
  }
  expect(await recordedPid(server.clusterDir)).toBeNull()
})

test('a start after a killed initdb recovers', async () => {
  await using folder = await databaseFolder()
  const scratch = join(folder.dataDir, 'postgres.new-killed')
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const user = await databaseUser(scratch)
  await changeOwner(user, scratch)
  // An initdb without a parent that still runs; its first output shows that it has started.
  const initdb = spawn(
    join(await findBinaries(user), 'initdb'),
    ['-D', ownName(scratch), '-U', 'postgres', '-A', 'trust'],
    {
      cwd: scratch,
      stdio: ['ignore', 'pipe', 'ignore'],
      ...user,
    },
  )
  await once(initdb.stdout, 'data')
  const ended = once(initdb, 'exit')
  const server = await startEmbedded(folder.dataDir, silent)
  await ended
  await server.stop()
  expect((await readdir(folder.dataDir)).sort()).toEqual(['owner.lock', 'owner.pid', 'postgres'])
})

test.for([1, 2, 3, 4])(
  'a first start that is killed at moment %i is recovered by the next',
  async (moment) => {
    await using folder = await seededFolder()
    const first = startDatabaseProcess(folder)
    const signs = [folder.dataDir, join(folder.dataDir, 'owner.pid'), join(folder.dataDir, 'postgres')]
    if (moment <= signs.length) await appears(signs[moment - 1] ?? '')
    else await first.heard(1)
    first.child.kill('SIGKILL')
    await first.ended
    const second = startDatabaseProcess(folder, 1)
    await second.heard(2)
    expect(second.said[1]).toBe('1')
    second.child.kill('SIGKILL')
    await second.ended
  },
)

test('a killed postmaster restarts by itself, with all acknowledged data', {
  timeout: 60_000,
}, async () => {
  await using folder = await seededFolder()
  const server = await startEmbedded(folder.dataDir, silent)
  try {
    await ask(server.connection, 'create table kept (number integer)')
    for (let round = 1; round <= 4; round++) {
      await ask(server.connection, `insert into kept values (${round})`)
      const killed = server.pid() ?? 0
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => server.pid() ?? killed).not.toBe(killed)
      expect(await ask(server.connection, 'select count(*)::int from kept')).toBe(round)
    }
  } finally {
    await server.stop()
  }
})

test('a busy child of a killed postmaster does not block the restart', { timeout: 60_000 }, async () => {
  await using folder = await seededFolder()
  const server = await startEmbedded(folder.dataDir, silent)
  try {
    const busy = ask(server.connection, 'select count(*) from generate_series(1, 100000000000)').catch(
      () => 'ended',
    )
    await expect
      .poll(() =>
        ask(
          server.connection,
          "select count(*)::int from pg_stat_activity where query like 'select count(*) from gen%'",
        ),
      )
      .toBe(1)
    const killed = server.pid() ?? 0
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.pid() ?? killed).not.toBe(killed)
    expect(await busy).toBe('ended')
  } finally {
    await server.stop()
  }
})

test('a postmaster that outlived its parent and the guard is stopped, and its data is kept', async () => {
  await using folder = await seededFolder()
  const first = await startEmbedded(folder.dataDir, silent)
  await first.stop()
  const user = await databaseUser(first.clusterDir)
  const command = join(await findBinaries(user), 'postgres')
  const orphan = spawn(command, serverArguments(ownName(first.clusterDir), ownName(first.clusterDir)), {
    cwd: first.clusterDir,
    stdio: 'ignore',
    detached: true,
    ...user,
  })
  const ended = once(orphan, 'exit')
  await expect
    .poll(() =>
      ask(first.connection, 'create table kept ()').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const second = await startEmbedded(folder.dataDir, silent)
  expect(await ended).toEqual([0, null])
  expect(second.pid()).not.toBe(orphan.pid)
  expect(await ask(second.connection, 'select count(*)::int from kept')).toBe(0)
  await second.stop()
})

test('a pid file that names an unrelated process does not block the start', async () => {
  await using folder = await seededFolder()
  const first = await startEmbedded(folder.dataDir, silent)
  await first.stop()
  await writeFile(join(first.clusterDir, 'postmaster.pid'), `${process.pid}\n/proc/self/cwd\n1\n5432\n`)
  const second = await startEmbedded(folder.dataDir, silent)
  expect(second.pid()).not.toBe(process.pid)
  await second.stop()
})

test('a path too long for a socket gets a short one in the temporary folder', async () => {
  await using folder = await seededFolder(join('x'.repeat(90), 'ÄÖ, "quoted" name', 'y'.repeat(50)))
  const server = await startEmbedded(folder.dataDir, silent)
  expect(server.connection.host.length).toBeLessThan(100)
  expect(await ask({ connectionString: server.url() }, 'select 1')).toBe(1)
  await server.stop()
  await expect(access(server.connection.host)).rejects.toThrow('ENOENT')
})

test('data of another PostgreSQL version is rejected in one sentence', async () => {
  await using folder = await databaseFolder()
  const cluster = join(folder.dataDir, 'postgres')
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, 'PG_VERSION'), '15\n')
  await expect(startEmbedded(folder.dataDir, silent)).rejects.toThrow('were written by PostgreSQL 15')
})

async function appears(path: string): Promise<void> {
  await expect
    .poll(
      () =>
        access(path).then(
          () => true,
          () => false,
        ),
      { interval: 5 },
    )
    .toBe(true)
}
