import { expect, test, vi } from 'vitest'
import { addPhoto } from '#server/testing/photos.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { monitorMissingFiles } from './missing-file-monitor.ts'

const minute = 60_000

test('while files are missing only they are checked, until they are restored or no row refers to them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const app = await testAppForThisTest()
  const { db, files, log } = app.context
  const owner = await app.make.account()
  await addSampleTemplate(app)
  const survey = await startSurvey(owner)
  for (let count = 0; count < 3; count++) await addPhoto(app, owner.id, survey)
  const rows = await db.selectFrom('rendition').select(['store_key', 'size', 'name']).execute()
  const sizes = new Map(rows.map(({ store_key, size }) => [store_key, Number(size)]))
  const asked: number[] = []
  const watch = monitorMissingFiles(
    db,
    {
      ...files,
      sizesOf: async (keys) => {
        asked.push(keys.length)
        return new Map([...sizes].filter(([key]) => keys.includes(key)))
      },
    },
    log,
  )
  /** Returns the number of missing files after the triggered check has ended. */
  const later = async (minutes: number) => {
    vi.advanceTimersByTime(minutes * minute)
    watch.missing()
    await watch.close()
    return watch.missing()
  }

  const [first, second] = rows.map(({ store_key }) => store_key)
  sizes.delete(first ?? '')
  sizes.delete(second ?? '')
  expect(await later(0)).toBe(2)
  expect(await later(1)).toBe(2)
  sizes.set(first ?? '', Number(rows[0]?.size))
  expect(await later(1)).toBe(1)
  await db
    .deleteFrom('rendition')
    .where('store_key', '=', second ?? '')
    .execute()
  expect(await later(1)).toBe(0)
  // All files exist: the next check covers all of them, after an hour.
  expect(await later(1)).toBe(0)
  expect(asked).toEqual([rows.length, 2, 2, 0])
  sizes.clear()
  expect(await later(60)).toBe(rows.length - 1)
  vi.useRealTimers()
})
