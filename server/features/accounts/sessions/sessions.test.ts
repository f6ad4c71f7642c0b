import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOtherSessions, logIn, sessions } from '#contract/accounts/accounts.ts'
import { limits } from '#contract/limits.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

/** The same account on another device. */
async function another({ email }: MadeAccount) {
  const session = await here.api.call(logIn, {
    body: { data: { attributes: { email, password: goodPassword } } },
  })
  return here.api.withToken(session.body.meta.token)
}

test('ending all others ends no session of another account', async () => {
  const [mine, stranger] = [await here.make.account(), await here.make.account()]
  expect((await mine.api.call(endOtherSessions, {})).status).toBe(200)
  expect((await stranger.api.call(sessions, {})).status).toBe(200)
})

test('ends every other session at once and keeps this one; a repetition changes nothing', async () => {
  const owner = await here.make.account()
  const [phone, tablet] = [await another(owner), await another(owner)]
  for (const _ of ['once', 'again']) {
    expect((await tablet.call(endOtherSessions, {})).status).toBe(200)
    expect((await phone.call(sessions, {})).status).toBe(401)
    expect((await owner.api.call(sessions, {})).status).toBe(401)
    expect((await tablet.call(sessions, {})).body.data).toMatchObject([{ attributes: { is_current: true } }])
  }
  const ended = await here.context.db
    .selectFrom('audit')
    .select('detail')
    .where('account_id', '=', owner.id)
    .where('action', '=', 'session.ended')
    .execute()
  expect(ended).toEqual([{ detail: { ended: 2 } }])
})

test('two devices that end all others at the same moment do not both stay', async () => {
  const owner = await here.make.account()
  const other = await another(owner)
  await Promise.all([owner.api.call(endOtherSessions, {}), other.call(endOtherSessions, {})])
  const left = await here.context.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', owner.id)
    .execute()
  expect(left.length).toBeLessThanOrEqual(1)
})

test('an account has at most a hundred sessions; the least recently used one ends', async () => {
  const owner = await here.make.account()
  const old = await here.make.again(owner)
  const { db } = here.context
  await db
    .updateTable('session')
    .set({ last_seen_at: new Date(Date.now() - 60_000) })
    .where('id', '=', old.sessionId)
    .execute()
  const opened = []
  while (opened.length < limits.sessionsMax - 1) opened.push(await here.make.again(owner))
  const listed = await owner.api.call(sessions, {})
  expect([listed.status, listed.body.data.length]).toEqual([200, limits.sessionsMax])
  expect((await old.api.call(sessions, {})).status).toBe(401)
})
