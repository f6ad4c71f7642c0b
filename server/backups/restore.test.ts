import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { quiet } from '#server/command.ts'
import { rejectInterruptedRestore } from '#server/db/interrupted-restore.ts'
import { openDatabase } from '#server/db/open.ts'
import {
  backUpOf,
  damage,
  emptyInstallation,
  namesIn,
  newFolder,
  query,
  reason,
  restored,
  someFile,
  tablesIn,
  work,
} from '#server/testing/backups.ts'
import { backUp } from './back-up.ts'
import { openBackup, restore, verifyBackup } from './restore.ts'

test.for([
  [
    'a byte more in a table',
    (to: string, name: string) => appendFile(join(to, 'snapshots', name, 'answer.copy.gz'), 'x'),
  ],
  ['no list of the files', (to: string, name: string) => rm(join(to, 'snapshots', name, 'files.jsonl.gz'))],
  ['a photo that is gone', async (to: string) => rm(await someFile(to))],
  ['a photo that is cut off', async (to: string) => writeFile(await someFile(to), 'x')],
  ['a photo with another byte', async (to: string) => damage(await someFile(to))],
  [
    'another number in the manifest',
    (to: string, name: string) => renumber(join(to, 'snapshots', name, 'manifest.json')),
  ],
  [
    'half a manifest',
    (to: string, name: string) => writeFile(join(to, 'snapshots', name, 'manifest.json'), '{"sha'),
  ],
] as const)('a bad backup leaves the target as it was: %s', async ([, spoil]) => {
  const { to, name } = await goodBackup()
  await spoil(to, name)
  const place = await emptyInstallation()
  const whole = openBackup(to, null)
  expect(await reason(whole.then((backup) => restore(backup, place)))).toMatch(/is (missing|damaged)/)
  expect(await reason(whole.then(verifyBackup))).toMatch(/is (missing|damaged)/)
  expect(await namesIn(place.dataDir)).toEqual([])
  expect(await tablesIn(place.databaseUrl)).toBe(0)
})

let good: Promise<{ readonly folder: string; readonly name: string }> | null = null
afterAll(async () => good && rm((await good).folder, { recursive: true, force: true }))

/** A copy of an intact backup, to be damaged. */
async function goodBackup(): Promise<{ to: string; name: string }> {
  good ??= work().then(async (worked) => {
    const [folder, { name }] = [await mkdtemp(join(tmpdir(), 'fieldbook-backups-')), await backUpOf(worked)]
    await cp(worked.to, folder, { recursive: true })
    return { folder, name }
  })
  const [{ folder, name }, to] = [await good, await newFolder()]
  await cp(folder, to, { recursive: true })
  return { to, name }
}

async function renumber(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/"rows": (\d+)/, '"rows": 1$1'))
}

test('a restore never overwrites data', async () => {
  const worked = await work()
  await backUpOf(worked)
  const backup = await openBackup(worked.to, null)
  const { dataDir, databaseUrl } = worked.installation
  const empty = await emptyInstallation()
  const before = await namesIn(dataDir)
  expect(await reason(restore(backup, { dataDir, databaseUrl: empty.databaseUrl }))).toMatch(
    /^Fieldbook is already running on/,
  )
  expect(await reason(restore(backup, { dataDir: empty.dataDir, databaseUrl }))).toMatch(
    /^The database of DATABASE_URL has data already/,
  )
  expect(await namesIn(empty.dataDir)).toEqual([])
  const full = await restored(worked.to)
  expect(await reason(restore(backup, { ...full, databaseUrl: empty.databaseUrl }))).toMatch(
    /has data already/,
  )
  await mkdir(join(empty.dataDir, 'postgres'))
  expect(await reason(restore(backup, empty))).toMatch(/has data already/)
  expect(await namesIn(empty.dataDir)).toEqual(['postgres'])
  expect(await namesIn(dataDir)).toEqual(before)
  expect(await tablesIn(empty.databaseUrl)).toBe(0)
})

test('an interrupted restore keeps servers from starting, and is repeated from its start', async () => {
  const worked = await work()
  await backUpOf(worked)
  const backup = await openBackup(worked.to, null)
  const place = await emptyInstallation()
  const unfinished = join(place.dataDir, 'restore.unfinished')
  const cutOff = /was cut off: run it once more/

  // Interrupted while it copies.
  await mkdir(join(unfinished, 'files', 'kept', 'ab'), { recursive: true })
  await writeFile(join(unfinished, 'files', 'kept', 'ab', 'half'), 'x')
  expect(await reason(backUp({ ...place, to: worked.to, keep: null }))).toMatch(cutOff)
  expect(await reason(openDatabase({ ...place, log: quiet }))).toMatch(cutOff)

  // Interrupted when its files are in place, before the database commits.
  await mkdir(join(place.dataDir, 'files', 'kept', 'ab'), { recursive: true })
  await writeFile(join(place.dataDir, 'files', 'kept', 'ab', 'stranger'), 'x')
  await writeFile(join(unfinished, 'placing'), 'of another run')
  await restore(backup, place)
  expect(await namesIn(place.dataDir)).not.toContain('files/kept/ab/stranger')
  expect(await namesIn(place.dataDir)).not.toContain('restore.unfinished')

  // Interrupted after the commit, before it is reported.
  const [note] = await query(
    place.databaseUrl,
    "select obj_description('schema_migrations'::regclass) as text",
  )
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'placing'), String(note?.text).replace('restored as ', ''))
  const before = await namesIn(join(place.dataDir, 'files'))
  await restore(backup, place)
  expect(await namesIn(join(place.dataDir, 'files'))).toEqual(before)
  expect(() => rejectInterruptedRestore(place.dataDir)).not.toThrow()
  const again = await backUp({ ...place, to: join(await newFolder(), 'b'), keep: null })
  expect(again.manifest.tables).toEqual(backup.manifest.tables)
})
