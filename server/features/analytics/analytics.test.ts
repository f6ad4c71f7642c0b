import { expect, test, vi } from 'vitest'
import { appLoaded, reportViolation } from '#contract/admin/analytics.ts'
import { countsLoadsHeader } from '#contract/counts-loads.ts'
import { live } from '#contract/health.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { loadsUntil } from './data.ts'

const day = 24 * 3_600_000

test('counts nothing by default: no header asks for it, and nothing is stored', async () => {
  const here = await testAppForThisTest()
  const sam = await here.make.account()
  const answers = [await here.api.call(live, {}), await sam.api.call(listSurveys, { query: {} })]
  for (const { headers } of answers) expect(Object.keys(headers)).not.toContain(countsLoadsHeader)
  expect((await here.api.call(appLoaded, {})).status).toBe(404)
  expect(await here.context.db.selectFrom('app_loaded').selectAll().execute()).toEqual([])
})

test('if set to, anyone is counted, as a number for each day and nothing else', async () => {
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

test('limits the counts per minute from one address', async () => {
  const here = await testAppForThisTest({ ANALYTICS: '1' })
  const statuses: number[] = []
  for (let number = 0; number < 61; number++) statuses.push((await here.api.call(appLoaded, {})).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})

test('reports of blocked code are logged once an hour, without the secrets of an address', async () => {
  const here = await testAppForThisTest()
  const send = (type: string, payload: string) =>
    here.app.inject({
      method: 'POST',
      url: `/api${reportViolation.path}`,
      headers: { 'content-type': type },
      payload,
    })
  const report = {
    'document-uri': 'https://fieldbook.test/survey-report/the-token/the-id?x=1',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.test/a/b.js?c',
  }
  const warned = vi.spyOn(here.context.log, 'warn')
  for (const _ of [1, 2]) {
    const answer = await send('application/csp-report', JSON.stringify({ 'csp-report': report }))
    expect(answer.statusCode).toBe(200)
  }
  expect(warned.mock.calls).toEqual([
    [
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.test/a',
        page: 'https://fieldbook.test/survey-report',
        source: '',
      },
      'Content security policy: a browser blocked something',
    ],
  ])
  expect((await send('application/csp-report', '{"csp-report":1}')).statusCode).toBe(400)
  expect((await send('application/csp-report', `"${'x'.repeat(20_000)}"`)).statusCode).toBe(413)
  // Browsers send this type only if a page names `Reporting-Endpoints`.
  expect((await send('application/reports+json', '[]')).statusCode).toBe(400)
  // No other call reads such a body, which any site can make a browser send.
  const elsewhere = await here.app.inject({
    ...{ method: 'POST', url: '/api/bx_block_login/login', payload: '{}' },
    headers: { 'content-type': 'application/csp-report' },
  })
  expect(elsewhere.statusCode).toBe(400)
})

test('limits the reports per minute from one address', async () => {
  const here = await testAppForThisTest()
  const body = { 'csp-report': { 'blocked-uri': 'inline' } }
  const statuses: number[] = []
  for (let number = 0; number < 31; number++)
    statuses.push((await here.api.call(reportViolation, { body })).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})
