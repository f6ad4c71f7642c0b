import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { systemState } from '#contract/admin/admin-system.ts'
import { sentenceOf } from '#server/command.ts'
import {
  addFace,
  addPhoto,
  backUpOf,
  damage,
  emptyInstallation,
  namesIn,
  newFolder,
  reason,
  restored,
  someFile,
  tablesIn,
  type Worked,
  work,
} from '#server/testing/backups.ts'
import { recorded } from '#server/testing/recorded.ts'
import { smallDisk } from '#server/testing/small-disk.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { backUp } from './back-up.ts'
import { openBackup, restore, verifyBackup } from './restore.ts'
import { readStoredFiles } from './stored-files.ts'

test('rejects a folder with other content, one in DATA_DIR, and one in use', async () => {
  const worked = await work()
  const { installation } = worked
  const strange = await newFolder()
  await mkdir(join(strange, 'snapshots', 'unfinished'), { recursive: true })
  await writeFile(join(strange, 'thesis.doc'), 'mine')
  expect(await reason(backUp({ ...installation, to: strange, keep: null }))).toBe(
    `${strange} is not empty and holds no backups: name another folder.`,
  )
  expect(await namesIn(strange)).toEqual(['snapshots', 'snapshots/unfinished', 'thesis.doc'])
  for (const to of [installation.dataDir, join(installation.dataDir, 'b')])
    expect(await reason(backUp({ ...installation, to, keep: null }))).toMatch(/lies in DATA_DIR/)
  const both = await Promise.all([reason(backUpOf(worked)), reason(backUpOf(worked))])
  expect(both.sort()).toEqual([
    expect.stringMatching(/^Another backup of .* is under way \(process \d+\)\.$/),
    'it was done',
  ])
})

test("two installations can't share a folder; the same one continues in it after a restore", async () => {
  const worked = await work()
  const [{ to }, first] = [worked, await backUpOf(worked)]
  const other = await testAppForThisTest()
  const { dataDir, databaseUrl } = other.context.config
  expect(await reason(backUp({ dataDir, databaseUrl, to, keep: 1 }))).toBe(
    `${to} holds the backups of another installation: name another folder.`,
  )
  const second = await backUp({ ...(await restored(to)), to, keep: null })
  expect(await readdir(join(to, 'snapshots'))).toEqual([first.name, second.name])
})

test('no other user of the machine can read a backup', async () => {
  const worked = await work()
  await backUpOf(worked)
  const modes = await Promise.all(
    (await readdir(worked.to, { recursive: true }))
      .filter((name) => !name.startsWith('owner.'))
      .map(async (name) => (await stat(join(worked.to, name))).mode & 0o077),
  )
  expect(new Set([(await stat(worked.to)).mode & 0o077, ...modes])).toEqual(new Set([0]))
})
test("a database form that this program can't create is rejected, and no snapshot is left", async () => {
  const { url, dataDir } = await recorded('survey-events-first-form')
  const to = await newFolder()
  expect(await reason(backUp({ dataDir, databaseUrl: url, to, keep: null }))).toMatch(
    /^The database has an earlier form of 0007_survey_events.sql: start this version/,
  )
  expect(await reason(openBackup(to, null))).toBe(`There are no backups in ${to}.`)
})

test('an interrupted backup leaves the previous one intact, and the next one works', async () => {
  const worked = await work()
  const first = await backUpOf(worked)
  await mkdir(join(worked.to, 'snapshots', 'unfinished'))
  await writeFile(join(worked.to, 'snapshots', 'unfinished', 'answer.copy.gz'), 'half')
  const file = await someFile(worked.to)
  await writeFile(`${file}.part`, 'half')
  await rm(file)
  expect(await reason(openBackup(worked.to, null))).toContain(file)
  const second = await backUpOf(worked)
  expect(second.added.count).toBe(1)
  for (const { name } of [first, second]) await verifyBackup(await openBackup(worked.to, name))
  expect(await readdir(join(worked.to, 'snapshots'))).toEqual([first.name, second.name])
})

test('a folder stores each file once, with the requested number of snapshots and the files they need', async () => {
  const worked = await work()
  const first = await backUpOf(worked)
  const face = await addFace(worked)
  const second = await backUpOf(worked)
  expect(second.added.count).toBe(1)
  await worked.app.context.db.deleteFrom('account_photo').execute()
  const third = await backUpOf(worked, 2)
  expect(third).toMatchObject({ added: { count: 0 }, removed: [first.name] })
  expect(await namesIn(join(worked.to, 'files'))).toContain(`${face.slice(0, 2)}/${face}`)
  const fourth = await backUpOf(worked, 2)
  expect(fourth.removed).toEqual([second.name])
  const left = (await namesIn(join(worked.to, 'files'))).filter((name) => name.includes('/'))
  const { snapshot, manifest } = await openBackup(worked.to, null)
  const listed = await readStoredFiles(join(snapshot, manifest.files.path))
  expect(left).toEqual(listed.map(({ key }) => `${key.slice(0, 2)}/${key}`).sort())
  await verifyBackup(await openBackup(worked.to, third.name))
})

/** Only in this database, since other tests run in parallel. */
const waiting = `select from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`

/**
 * Runs a backup, does the work once the backup has listed the files and reads the last table, and returns the
 * result.
 */
async function meanwhile(worked: Worked, work: (holder: pg.Client) => Promise<unknown>): Promise<string> {
  const holder = new pg.Client({ connectionString: worked.installation.databaseUrl ?? '' })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table upload in access exclusive mode')
  const backedUp = told(backUpOf(worked))
  await expect.poll(async () => (await holder.query(waiting)).rows.length).toBeGreaterThan(0)
  await work(holder)
  await holder.query('commit')
  await holder.end()
  return backedUp
}

test('a file deleted while it is copied is not in the backup: the database is read again', async () => {
  const worked = await work()
  const { db, files } = worked.app.context
  const face = await addFace(worked)
  const said = await meanwhile(worked, async () => {
    await db.deleteFrom('account_photo').execute()
    await files.remove(face)
  })
  expect(said).toBe('it was done')
  const { manifest, name } = await openBackup(worked.to, null)
  expect(manifest.missing).toEqual([])
  expect(manifest.tables.find((table) => table.name === 'account_photo')?.rows).toBe(0)
  expect(await readdir(join(worked.to, 'snapshots'))).toEqual([name])
})

test('a database that fails or is upgraded meanwhile gives no snapshot, and one sentence', async () => {
  const worked = await work()
  const { name } = await backUpOf(worked)
  const gone = await meanwhile(worked, (holder) =>
    holder.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fieldbook backup' and datname = current_database()",
    ),
  )
  expect(gone).toMatch(/^The database does not answer: /)
  const upgraded = await meanwhile(worked, (holder) =>
    holder.query("insert into schema_migrations (name, checksum) values ('0999_later.sql', '')"),
  )
  expect(upgraded).toMatch(/^The database is newer than this program \(it has 0999_later.sql\)/)
  expect(await readdir(join(worked.to, 'snapshots'))).toEqual([name])
})

test('missing or damaged files are named, and all others are backed up', async () => {
  const worked = await work()
  const keys = await worked.app.context.db
    .selectFrom('rendition')
    .select('store_key')
    .orderBy(({ ref }) => ref('store_key'))
    .execute()
  const [gone = '', spoilt = ''] = keys.map(({ store_key }) => store_key)
  const place = (key: string) => join(worked.installation.dataDir, 'files', 'kept', key.slice(0, 2), key)
  await rm(place(gone))
  await damage(place(spoilt))
  const { manifest } = await backUpOf(worked)
  expect(manifest.missing).toEqual([gone, spoilt])
  expect(manifest.files.count).toBe(keys.length - 2)
  const { dataDir } = await restored(worked.to)
  expect((await namesIn(join(dataDir, 'files', 'kept'))).filter((name) => name.includes('/'))).toHaveLength(
    keys.length - 2,
  )
})

test('if a remaining snapshot is unreadable, no file is removed, and that is reported', async () => {
  const worked = await work()
  await backUpOf(worked)
  const second = await backUpOf(worked)
  await writeFile(join(worked.to, 'snapshots', second.name, 'manifest.json'), '{"sha')
  const before = await namesIn(join(worked.to, 'files'))
  const third = await backUpOf(worked, 2)
  expect(third).toMatchObject({ removed: [], notRemoved: expect.stringMatching(/manifest.json is damaged/) })
  expect(await namesIn(join(worked.to, 'files'))).toEqual(before)
  await verifyBackup(await openBackup(worked.to, third.name))
})

test('the next backup contains files that the server has lost since', async () => {
  const worked = await work()
  const { manifest } = await backUpOf(worked)
  await rm(join(worked.installation.dataDir, 'files', 'kept'), { recursive: true })
  const next = await backUpOf(worked, 1)
  expect(next.manifest).toMatchObject({ files: manifest.files, missing: [] })
  await verifyBackup(await openBackup(worked.to, null))
})

test('administrators see the time of the last backup and its missing files', async () => {
  const worked = await work()
  const boss = await worked.app.make.account({ role: 'admin' })
  const lastBackup = async () => (await boss.api.call(systemState, {})).body.data.last_backup
  expect(await lastBackup()).toBeNull()
  const first = await backUpOf(worked)
  expect(await lastBackup()).toEqual({ at: first.manifest.madeAt, missing_files: 0 })
  await addPhoto(worked.owner, worked.survey, 2)
  await rm(join(worked.installation.dataDir, 'files', 'kept'), { recursive: true })
  const { missing, madeAt } = (await backUpOf(worked)).manifest
  expect(missing.length).toBeGreaterThan(0)
  expect(await lastBackup()).toEqual({ at: madeAt, missing_files: missing.length })
  await writeFile(join(worked.installation.dataDir, 'backing-up', 'last.json'), '{"made')
  expect(await lastBackup()).toBeNull()
})

test('a full disk is reported, and harms neither earlier backups nor the target of a restore', async ({
  skip,
}) => {
  const [large, small] = [await smallDisk(16), await smallDisk(1)]
  if (!large || !small) return skip('This user may not mount disks that can be filled.')
  onTestFinished(async () => {
    for (const disk of [large, small]) await disk[Symbol.asyncDispose]()
  })
  const worked = { ...(await work()), to: join(large.folder, 'b') }
  await addFace(worked, Buffer.alloc(2_000_000, 'a face'))
  const { name } = await backUpOf(worked)
  const noRoom = 'There is no room left on the disk: ENOSPC: no space left on device, write'
  await large.fill()
  await addPhoto(worked.owner, worked.survey, 4)
  expect(await told(backUpOf(worked))).toBe(noRoom)
  expect(await readdir(join(worked.to, 'snapshots'))).toEqual([name])
  const backup = await openBackup(worked.to, name)
  await verifyBackup(backup)
  await large.free()
  expect((await backUpOf(worked)).added.count).toBeGreaterThan(0)

  const place = { ...(await emptyInstallation()), dataDir: join(small.folder, 'data') }
  expect(await told(restore(backup, place))).toBe(noRoom)
  expect(await namesIn(place.dataDir)).toEqual([])
  expect(await tablesIn(place.databaseUrl)).toBe(0)
})

/** The message that the operator gets. */
async function told(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it was done',
    (error: unknown) => sentenceOf(error) ?? String(error),
  )
}
