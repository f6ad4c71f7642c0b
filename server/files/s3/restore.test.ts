import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openBackup, restore, verifyBackup } from '#server/backups/restore.ts'
import { readConfig } from '#server/config.ts'
import { beginCommand, runCommand } from '#server/testing/backup-commands.ts'
import {
  addPhoto,
  backUpOf,
  damage,
  type EmptyInstallation,
  emptyInstallation,
  namesIn,
  reason,
  someFile,
  tablesIn,
  work,
} from '#server/testing/backups.ts'
import { cuttingProxy } from '#server/testing/cutting-proxy.ts'
import { startServer } from '#server/testing/real-server.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { Bucket } from './bucket.ts'
import { takeBucketLease } from './bucket-lease.ts'
import { keptPrefix } from './store.ts'

/** These tests start real processes. */
const slow = { timeout: 120_000 }

function bucketOf({ settings }: EmptyInstallation): Bucket {
  const { s3 } = readConfig(settings)
  if (!s3) throw new Error('No bucket')
  const bucket = new Bucket(s3)
  onTestFinished(() => bucket.close())
  return bucket
}

async function filesIn(place: EmptyInstallation): Promise<number> {
  return (await Readable.from(bucketOf(place).list(keptPrefix)).toArray()).length
}

test('a restore rejects a bucket with files, and leaves them there', async () => {
  const worked = await work()
  await backUpOf(worked)
  const place = await emptyInstallation()
  const bytes = Buffer.from('of others')
  await bucketOf(place).write(`${keptPrefix}ab/abcdef0123456789abcdef0123456789`, bytes)
  expect(await reason(restore(await openBackup(worked.to, null), place))).toMatch(
    /^s3:.* has files already: name another bucket or S3_PREFIX. Nothing was restored\.$/,
  )
  expect(await filesIn(place)).toBe(1)
  expect(await namesIn(place.dataDir)).toEqual([])
})

test('a restore rejects a bucket that a server uses, even if it is empty', async () => {
  const worked = await work()
  await backUpOf(worked)
  const place = await emptyInstallation()
  const { installation, home } = { installation: 'another', home: 'elsewhere' }
  const lease = await takeBucketLease(bucketOf(place), {
    ...{ installation, home, place: 'there:/data', knows: async () => 0 },
    ...{ log: { warn() {} }, lost: () => {} },
  })
  const backup = await openBackup(worked.to, null)
  expect(await reason(restore(backup, place))).toMatch(
    /^Fieldbook is running with s3:.*, at there:\/data: stop it/,
  )
  await lease.release()
  await restore(backup, place)
  // The earlier note does not block the installation that knows these files.
  const app = await testAppForThisTest(place.settings)
  await app.context.fileWatch.look()
  expect(app.context.fileWatch.missing()).toBe(0)
})

test('a damaged file leaves database and bucket unchanged', async () => {
  const worked = await work()
  await backUpOf(worked)
  await damage(await someFile(worked.to))
  const place = await emptyInstallation()
  const backup = await openBackup(worked.to, null)
  expect(await reason(restore(backup, place))).toMatch(/is damaged/)
  expect([await filesIn(place), await tablesIn(place.databaseUrl)]).toEqual([0, 0])
  expect(await namesIn(place.dataDir)).toEqual([])
})

test('an unreachable bucket leaves the restore unfinished, and no server starts until it is repeated', async () => {
  const worked = await work()
  await backUpOf(worked)
  const place = await emptyInstallation()
  const way = await cuttingProxy(place.settings.S3_ENDPOINT ?? '')
  const through = { ...place.settings, S3_ENDPOINT: way.address }
  const cut = restore(await openBackup(worked.to, null), {
    ...place,
    s3: readConfig(through).s3,
    tell: (text) => void (text.startsWith('Writing') && way.close()),
  })
  // The database is last and no longer needs the bucket, so the restore succeeds.
  expect(await reason(cut)).toBe('it was done')

  const again = await emptyInstallation()
  const gone = { ...again.settings, S3_ENDPOINT: 'http://127.0.0.1:1' }
  const failed = restore(await openBackup(worked.to, null), { ...again, s3: readConfig(gone).s3 })
  expect(await reason(failed)).toMatch(/does not answer/)
  expect(await tablesIn(again.databaseUrl)).toBe(0)
  await restore(await openBackup(worked.to, null), again)
  const app = await testAppForThisTest(again.settings)
  await app.context.fileWatch.look()
  expect(app.context.fileWatch.missing()).toBe(0)
})

test('files of an interrupted restore are removed before the next one, and no others', async () => {
  const worked = await work()
  await backUpOf(worked)
  const place = await emptyInstallation()
  const [bucket, bytes] = [bucketOf(place), Buffer.from('half')]
  await bucket.write(`${keptPrefix}ab/abcdef0123456789abcdef0123456789`, bytes)
  await mkdir(join(place.dataDir, 'restore.unfinished'), { recursive: true })
  const backup = await openBackup(worked.to, null)
  // The marker names another bucket, so this one is not cleared.
  await writeFile(join(place.dataDir, 'restore.unfinished', 'bucket'), 's3://elsewhere/ at http://s3')
  expect(await reason(restore(backup, place))).toMatch(/has files already/)
  expect(await filesIn(place)).toBe(1)
  await mkdir(join(place.dataDir, 'restore.unfinished'), { recursive: true })
  await writeFile(join(place.dataDir, 'restore.unfinished', 'bucket'), bucket.place)
  await restore(backup, place)
  expect(await filesIn(place)).toBe(backup.kept.length)
})

test(
  'commands back up from a bucket, survive a kill during a restore into another, and complete it',
  slow,
  async () => {
    const worked = await work()
    for (let seed = 2; seed < 6; seed++) await addPhoto(worked.owner, worked.survey, seed)
    const { dataDir, databaseUrl } = worked.installation
    const from = { ...worked.settings, DATABASE_URL: databaseUrl ?? '' }
    expect(await runCommand('backup', dataDir, [worked.to], from)).toEqual([
      0,
      expect.stringMatching(/^The database is read.*\nBacked up to .*\n.* tables with .*\n {2}\d+ files/s),
    ])
    await verifyBackup(await openBackup(worked.to, null))
    const place = await emptyInstallation()
    const noted = join(place.dataDir, 'restore.unfinished', 'bucket')
    const child = beginCommand('restore', place.dataDir, [worked.to], place.settings)
    const ended = once(child, 'close')
    while (!existsSync(noted) && child.exitCode === null) await nextTurn()
    child.kill('SIGKILL')
    await ended
    expect(existsSync(noted)).toBe(true)
    const refused = startServer({ dataDir: place.dataDir, environment: place.settings })
    await expect(refused).rejects.toThrow(/A restore into .* was cut off: run it once more/)
    expect(await runCommand('restore', place.dataDir, [worked.to], place.settings)).toEqual([
      0,
      expect.stringMatching(/\nRestored .* and s3:\/\/fieldbook\/.* Start Fieldbook now\.\n$/),
    ])
    const app = await testAppForThisTest(place.settings)
    await app.context.fileWatch.look()
    expect(app.context.fileWatch.missing()).toBe(0)
  },
)
