import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import {
  collectUnsentWork,
  finishCollection,
  makeCollectionCode,
  unsentWorkState,
} from '#contract/accounts/unsent-work.ts'
import { restoreAccount } from '#contract/admin/admin.ts'
import { api } from '#contract/api.ts'
import { deviceHeader } from '#contract/device.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { activeLink } from '#contract/sharing/sharing.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { hideAccount } from '#server/features/accounts/deletion.ts'
import { codeFor, collecting, disable, handOverSurveys } from '#server/testing/collections.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, sampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let admin: MadeAccount
let leaver: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  admin = await here.make.account({ role: 'admin' })
})
afterAll(() => here.close())
beforeEach(async () => {
  leaver = await here.make.account({ firstName: 'Lee' })
})

const codeOf = ({ api: caller }: Pick<MadeAccount, 'api'>, id: string) =>
  caller.call(makeCollectionCode, { params: { id } })
const collect = (id: string, code: string, from: TestApp = here) =>
  from.api.call(collectUnsentWork, { body: { account_id: id, code } })
const refused = [
  422,
  [{ code: 'This code is not valid. Check the digits, or ask the administrator for a new code.' }],
]
const outcome = async (called: ReturnType<typeof collect>) => {
  const { status, errors } = await called
  return [status, errors]
}
/** A different code of the same length. */
const other = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

describe('no code is made', () => {
  test('by anyone but an administrator', async () => {
    await disable(admin, leaver)
    const surveyor = await here.make.account()
    expect((await codeOf(here, leaver.id)).status).toBe(401)
    expect((await codeOf(surveyor, leaver.id)).status).toBe(403)
  })

  test('for an account that can sign in, was deleted, or does not exist', async () => {
    const live = await codeOf(admin, leaver.id)
    expect([live.status, live.errors]).toEqual([
      422,
      [{ message: 'This account isn’t disabled, so it sends its work itself when it signs in.' }],
    ])
    await hideAccount(here.context.db, leaver.id, new Date())
    expect((await codeOf(admin, leaver.id)).status).toBe(404)
    expect((await codeOf(admin, newId())).status).toBe(404)
  })
})

describe('a code opens nothing', () => {
  test('if it is wrong, nor if it is right once its tries are used up', async () => {
    await disable(admin, leaver)
    const code = await codeFor(admin, leaver)
    expect(code).toMatch(/^\d{8}$/)
    for (let tries = 0; tries < limits.codeTries; tries++)
      expect(await outcome(collect(leaver.id, other(code)))).toEqual(refused)
    expect(await outcome(collect(leaver.id, code))).toEqual(refused)
  })

  test('for another disabled account, or for an account that does not exist', async () => {
    const second = await here.make.account()
    for (const one of [leaver, second]) await disable(admin, one)
    const code = await codeFor(admin, leaver)
    expect(await outcome(collect(second.id, code))).toEqual(refused)
    expect(await outcome(collect(newId(), code))).toEqual(refused)
    await codeFor(admin, second)
    expect(await outcome(collect(second.id, code))).toEqual(refused)
  })

  test('a second time, even for two calls at once, or once a newer one was made', async () => {
    await disable(admin, leaver)
    const code = await codeFor(admin, leaver)
    const both = await Promise.all([collect(leaver.id, code), collect(leaver.id, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await outcome(collect(leaver.id, code))).toEqual(refused)
    const old = await codeFor(admin, leaver)
    const newer = await codeFor(admin, leaver)
    expect(await outcome(collect(leaver.id, old))).toEqual(refused)
    expect((await collect(leaver.id, newer)).status).toBe(200)
  })

  test('after a quarter of an hour, even if the clock goes back', async () => {
    const mine = await testAppForThisTest()
    const [boss, gone] = [await mine.make.account({ role: 'admin' }), await mine.make.account()]
    await disable(boss, gone)
    const code = await codeFor(boss, gone)
    mine.passTime(limits.collectionCodeLife)
    expect(await outcome(collect(gone.id, code, mine))).toEqual(refused)
    mine.passTime(-limits.collectionCodeLife)
    expect(await outcome(collect(gone.id, code, mine))).toEqual(refused)
  })

  test('once the account is enabled or deleted', async () => {
    await disable(admin, leaver)
    const code = await codeFor(admin, leaver)
    await disable(admin, leaver, false)
    expect(await outcome(collect(leaver.id, code))).toEqual(refused)
    await disable(admin, leaver)
    const again = await codeFor(admin, leaver)
    await hideAccount(here.context.db, leaver.id, new Date())
    expect(await outcome(collect(leaver.id, again))).toEqual(refused)
  })

  test('to someone who keeps guessing from one address', async () => {
    const mine = await testAppForThisTest()
    const statuses = []
    for (let tries = 0; tries < 21; tries++) statuses.push((await collect(newId(), '12345678', mine)).status)
    expect([statuses.slice(0, 20).every((status) => status === 422), statuses.at(20)]).toEqual([true, 429])
  })
})

describe('tries of a code', () => {
  const from = (address: string, device?: string) => ({
    headers: { 'x-forwarded-for': address, ...(device && { [deviceHeader]: device }) },
  })
  const device = '5'.repeat(64)

  /** A disabled account that signed in from 192.0.2.1 on a device, its code, and tries of it. */
  async function guessed() {
    const mine = await testAppForThisTest({ TRUST_PROXY: '1' })
    const [boss, gone] = [await mine.make.account({ role: 'admin' }), await mine.make.account()]
    const attributes = { email: gone.email, password: goodPassword }
    const entered = await mine.api.call(logIn, { body: { data: { attributes } } }, from('192.0.2.1', device))
    expect(entered.status).toBe(200)
    await disable(boss, gone)
    const code = await codeFor(boss, gone)
    const tried = async (given: string, ...caller: Parameters<typeof from>) => {
      const body = { account_id: gone.id, code: given }
      return (await mine.api.call(collectUnsentWork, { body }, from(...caller))).status
    }
    const compared = () =>
      mine.context.db
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'account.collectionRefused')
        .execute()
    return { mine, boss, gone, code, tried, compared }
  }

  test('are reserved for the account’s own device, however many strangers guess', async () => {
    const { code, tried, compared } = await guessed()
    for (let address = 1; address <= 30; address++) await tried(other(code), `198.51.100.${address}`)
    expect(await compared()).toHaveLength(limits.collectionTriesOfStrangers)
    expect(await tried(code, '203.0.113.1')).toBe(422)
    // Strangers at the account's own address have one more between them.
    for (let times = 0; times < 5; times++) await tried(other(code), '192.0.2.1')
    expect(await compared()).toHaveLength(limits.collectionTriesOfKnownPlaces)
    expect(await tried(code, '203.0.113.1', device)).toBe(200)
  })

  test('are five in total for all callers', async () => {
    const { code, tried, compared } = await guessed()
    for (let address = 1; address <= 9; address++) await tried(other(code), `198.51.100.${address}`, device)
    expect(await compared()).toHaveLength(limits.codeTries)
    expect(await tried(code, '192.0.2.1', device)).toBe(422)
  })

  test('from one unknown address leave one for the next, and start over with a new code', async () => {
    const { boss, gone, code, tried, compared } = await guessed()
    for (let times = 0; times < 5; times++) await tried(other(code), '198.51.100.1')
    expect(await compared()).toHaveLength(limits.collectionTriesPerStranger)
    expect(await tried(code, '198.51.100.1')).toBe(422)
    expect(await tried(code, '198.51.100.2')).toBe(200)
    expect(await tried(await codeFor(boss, gone), '198.51.100.1')).toBe(200)
  })
})

describe('a collection session', () => {
  const send = async (endpoint: Endpoint, token: string) => {
    const url = `/api${endpoint.path.replaceAll(/\{\w+\}/g, newId())}`
    const response = await here.app.inject({ method: endpoint.method, url, headers: { token } })
    return [response.statusCode, response.json().errors]
  }

  test('opens only the calls that add work', async () => {
    await disable(admin, leaver)
    const token = (await collecting(here, admin, leaver)).api.token ?? ''
    const asked = [...api.values()].filter(({ access }) =>
      ['restricted', 'surveyor', 'admin', 'optional'].includes(access),
    )
    for (const endpoint of asked.filter(({ collects }) => !collects))
      expect(await send(endpoint, token), endpoint.name).toEqual([
        403,
        [{ handed_over: 'This session only sends unsent work.' }],
      ])
    const adding = asked.filter(({ collects }) => collects).map(({ name }) => name)
    expect(adding.sort()).toEqual([
      ...['media.copy', 'media.describe', 'media.draw', 'media.upload', 'plans.add', 'plans.setPin'],
      ...['surveys.addSimilar', 'surveys.autoSave', 'surveys.create', 'unsentWork.finish'],
    ])
    const parts = await here.app.inject({
      method: 'POST',
      url: '/api/files/uploads',
      headers: { token, 'tus-resumable': '1.0.0', 'upload-length': '1' },
    })
    expect(parts.statusCode).toBe(403)
  })

  test('counts as signed out in calls that need no sign-in', async () => {
    const { id } = await startSurvey(leaver)
    await disable(admin, leaver)
    const sender = await collecting(here, admin, leaver)
    const asked = await sender.api.call(activeLink, { query: { user_survey_id: id } })
    expect(asked.body.data).toEqual({ active_link: null, link: null })
  })

  test('ends with its work, after two hours, and when the account is enabled or disabled again', async () => {
    const mine = await testAppForThisTest()
    await addSampleTemplate(mine)
    const [boss, gone] = [await mine.make.account({ role: 'admin' }), await mine.make.account()]
    await disable(boss, gone)
    const make = ({ api: caller }: MadeAccount) =>
      caller.call(createSurvey, {
        body: { survey_template_id: sampleTemplate.id, survey_name: 'Barn', owner_name: 'Al' },
      })
    const statuses = async (one: MadeAccount, end: () => Promise<unknown>) => {
      const before = (await make(one)).status
      await end()
      return [before, (await make(one)).status]
    }
    const finished = await collecting(mine, boss, gone)
    const counts = { body: { sent: 3, left: 0 } }
    expect(await statuses(finished, () => finished.api.call(finishCollection, counts))).toEqual([201, 401])
    const enabled = await collecting(mine, boss, gone)
    expect(await statuses(enabled, () => disable(boss, gone, false))).toEqual([201, 401])
    await disable(boss, gone)
    expect((await make(enabled)).status).toBe(401)
    const late = await collecting(mine, boss, gone)
    expect(await statuses(late, async () => mine.passTime(limits.collectionSession))).toEqual([201, 401])
  })
})

test('an ordinary session finishes no collection', async () => {
  const counts = { body: { sent: 0, left: 0 } }
  expect((await leaver.api.call(finishCollection, counts)).status).toBe(403)
})

test('surveys made offline go where the others went', async () => {
  const heir = await here.make.account()
  await disable(admin, leaver)
  // The account had none at that moment, but the heir is known.
  expect(await handOverSurveys(admin, leaver, heir)).toBe(0)
  const sender = await collecting(here, admin, leaver)
  const made = await startSurvey(sender, { id: newId(), name: 'Offline barn' })
  const { db } = here.context
  const ownerOf = () =>
    db.selectFrom('survey').select(['account_id', 'made_by']).where('id', '=', made.id).executeTakeFirst()
  expect(await ownerOf()).toEqual({ account_id: leaver.id, made_by: null })
  await sender.api.call(finishCollection, { body: { sent: 1, left: 0 } })
  expect(await ownerOf()).toEqual({ account_id: heir.id, made_by: leaver.id })
  // The device lost the reply and asks again: nothing is made twice, and nothing shows what the heir has now.
  const again = await startSurvey(await collecting(here, admin, leaver), {
    id: made.id,
    name: 'Offline barn',
  })
  expect(again.id).toBe(made.id)
})

test('an account that came back and was disabled again keeps its new surveys until they are handed over', async () => {
  const heir = await here.make.account()
  await disable(admin, leaver)
  await handOverSurveys(admin, leaver, heir)
  await disable(admin, leaver, false)
  const made = await startSurvey(await here.make.again(leaver))
  await disable(admin, leaver)
  const sender = await collecting(here, admin, leaver)
  await sender.api.call(finishCollection, { body: { sent: 0, left: 0 } })
  const { db } = here.context
  const row = await db.selectFrom('survey').select('account_id').where('id', '=', made.id).executeTakeFirst()
  expect(row).toEqual({ account_id: leaver.id })
})

test('says whether an account can sign in, to anyone who knows its id', async () => {
  const [live, off, gone, back] = await Promise.all([1, 2, 3, 4].map(() => here.make.account()))
  if (!live || !off || !gone || !back) throw new Error('No accounts')
  await disable(admin, off)
  for (const { id } of [gone, back]) await hideAccount(here.context.db, id, new Date())
  await admin.api.call(restoreAccount, { params: { id: back.id } })
  const account_ids = [live.id, off.id, gone.id, back.id, newId()]
  const { body } = await here.api.call(unsentWorkState, { body: { account_ids } })
  expect(body.data.map(({ state }) => state)).toEqual(['active', 'disabled', 'gone', 'active', 'gone'])
  expect(Object.keys(body.data[0] ?? {})).toEqual(['account_id', 'state'])
  const none = await here.api.call(unsentWorkState, { body: { account_ids: [] } })
  expect(none.body.data).toEqual([])
})

test('code, wrong tries, start and end are recorded, and no code is', async () => {
  await disable(admin, leaver)
  const code = await codeFor(admin, leaver)
  await collect(leaver.id, other(code))
  const { body } = await collect(leaver.id, code)
  const sender = here.api.withToken(body.meta.token)
  await sender.call(finishCollection, { body: { sent: 12, left: 1 } })
  const rows = await here.context.db
    .selectFrom('audit')
    .select(['action', 'account_id', 'detail'])
    .where('target_id', '=', leaver.id)
    .where('action', 'like', 'account.collection%')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { action: 'account.collectionCode', account_id: admin.id, detail: {} },
    { action: 'account.collectionRefused', account_id: null, detail: {} },
    { action: 'account.collectionBegun', account_id: leaver.id, detail: {} },
    { action: 'account.collectionEnded', account_id: leaver.id, detail: { sent: 12, left: 1 } },
  ])
  const stored = await here.context.db.selectFrom('collection_code').selectAll().execute()
  expect(JSON.stringify([rows, stored])).not.toContain(code)
})
