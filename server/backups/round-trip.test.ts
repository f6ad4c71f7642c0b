import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { quiet } from '#server/command.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import {
  addPhoto,
  backUpOf,
  emptyInstallation,
  newFolder,
  query,
  restored,
  work,
} from '#server/testing/backups.ts'
import { detailOf, readSurvey, save } from '#server/testing/surveys.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { backUp } from './back-up.ts'

test('a restore equals the backup of the running server, row for row and byte for byte', async () => {
  const worked = await work()
  const first = await backUpOf(worked)
  // Written after the backup, so not in it.
  await save(worked.owner, worked.survey, [{ in: 'Building', field: 'Units', field_value: '12' }])
  await addPhoto(worked.owner, worked.survey, 2)

  const place = await restored(worked.to)
  const again = await backUp({ ...place, to: join(await newFolder(), 'b'), keep: null })
  expect(again.manifest.tables).toEqual(first.manifest.tables)
  expect(again.manifest.migrations).toEqual(first.manifest.migrations)
  expect(again.manifest.sequences).toEqual(first.manifest.sequences)
  expect(again.manifest.files).toEqual(first.manifest.files)
  expect(first.manifest.files.count).toBeGreaterThan(0)
  expect(again.manifest.missing).toEqual([])
})

test('a restored server continues with accounts, answers, photos and constraints of the backup', async () => {
  const worked = await work()
  await backUpOf(worked)
  await save(worked.owner, worked.survey, [{ in: 'Building', field: 'Units', field_value: '12' }])
  const { databaseUrl, settings } = await restored(worked.to)

  const app = await testAppForThisTest(settings)
  const owner = await app.make.again(worked.owner)
  const survey = await readSurvey(owner, worked.survey.id)
  expect(detailOf(survey, 'Building', 'Building name').field_value).toBe('East\twing\\n\n«é» 家')
  expect(detailOf(survey, 'Building', 'Units').field_value).toBe('')
  await app.context.fileWatch.look()
  expect(app.context.fileWatch.missing()).toBe(0)
  // Events, starts and other numbers continue after the restored ones.
  expect((await save(owner, survey, [{ in: 'Building', field: 'Units', field_value: '7' }])).status).toBe(200)
  await addPhoto(owner, survey, 3)
  await expect(query(databaseUrl, 'update audit set action = action')).rejects.toThrow(
    /append|only grows|added/i,
  )
  await expect(query(databaseUrl, 'delete from account')).rejects.toThrow(/foreign key/)
})

test('devices learn from a restored server which acknowledged writes it lacks', async () => {
  const worked = await work()
  const { history } = worked.app.context
  const keyed = (units: string) =>
    save(worked.owner, worked.survey, [{ in: 'Building', field: 'Units', field_value: units }], newId())
  await keyed('1')
  const before = history.point()
  await backUpOf(worked)
  await keyed('2')
  const since = history.point()
  expect(since).not.toBe(before)

  const { settings } = await restored(worked.to)
  const app = await testAppForThisTest(settings)
  expect([before, since].map((point) => app.context.history.holds(point))).toEqual([true, false])
})

test('a database of an earlier version is backed up before an upgrade, and upgraded after a restore', async () => {
  const [before, to, folder] = [await emptyInstallation(), await newFolder(), await newFolder()]
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const earlier = names.slice(0, 15)
  for (const name of earlier) await cp(join(migrationsFolder, name), join(folder, name))
  await migrate({ connectionString: before.databaseUrl }, quiet, folder)
  await query(
    before.databaseUrl,
    `insert into account (id, email, first_name, last_name, role) values ('${newId()}', 'early@example.com', 'Early', 'Rivera', 'surveyor')`,
  )
  const { manifest } = await backUp({ ...before, to, keep: null })
  expect(manifest.migrations.map(({ name }) => name)).toEqual(earlier)

  const place = await restored(to)
  expect(await query(place.databaseUrl, 'select name from schema_migrations order by name')).toEqual(
    earlier.map((name) => ({ name })),
  )
  const app = await testAppForThisTest(place.settings)
  const accounts = await app.context.db.selectFrom('account').select('email').execute()
  expect(accounts).toEqual([{ email: 'early@example.com' }])
})
