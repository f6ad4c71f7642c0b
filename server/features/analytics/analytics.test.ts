import { expect, test } from 'vitest'
import { appLoaded } from '#contract/admin/analytics.ts'
import { countsLoadsHeader } from '#contract/counts-loads.ts'
import { live } from '#contract/health.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { loadsUntil } from './data.ts'

const day = 24 * 3_600_000

test('nobody counts unless the installation is set to: no answer says so, and nothing is kept', async () => {
  const here = await testAppForThisTest()
  const sam = await here.make.account()
  const answers = [await here.api.call(live, {}), await sam.api.call(listSurveys, { query: {} })]
  for (const { headers } of answers) expect(Object.keys(headers)).not.toContain(countsLoadsHeader)
  expect((await here.api.call(appLoaded, {})).status).toBe(404)
  expect(await here.context.db.selectFrom('app_loaded').selectAll().execute()).toEqual([])
})

test('set to, anybody counts, as a number for each day and nothing else', async () => {
  const here = await testAppForThisTest({ ANALYTICS: '1' })
  const { db, clock } = here.context
  expect((await here.api.call(listSurveys, { query: {} })).headers).toHaveProperty(countsLoadsHeader, '1')
  const load = async () => (await here.api.call(appLoaded, {})).status
  expect([await load(), await load()]).toEqual([200, 200])
  here.passTime(6 * day)
  expect(await load()).toBe(200)
  expect(await loadsUntil(db, clock())).toEqual({ today: 1, last_7_days: 3, last_30_days: 3 })
  here.passTime(day)
  expect(await loadsUntil(db, clock())).toEqual({ today: 0, last_7_days: 1, last_30_days: 3 })
  here.passTime(29 * day)
  expect(await loadsUntil(db, clock())).toEqual({ today: 0, last_7_days: 0, last_30_days: 0 })
  const rows = await db.selectFrom('app_loaded').selectAll().execute()
  expect(rows.map((row) => Object.keys(row).sort())).toEqual([
    ['count', 'day'],
    ['count', 'day'],
  ])
})

test('from one place only so many a minute count', async () => {
  const here = await testAppForThisTest({ ANALYTICS: '1' })
  const statuses: number[] = []
  for (let number = 0; number < 61; number++) statuses.push((await here.api.call(appLoaded, {})).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})
