import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { profile } from '#contract/accounts/accounts.ts'
import { addPasskey, newPasskeyOptions } from '#contract/accounts/passkeys.ts'
import { changeProfile, confirmNewEmail } from '#contract/accounts/profile.ts'
import {
  joinByLink,
  joinLinkDetails,
  joinSocial,
  mailJoinLink,
  startJoining,
} from '#contract/accounts/social.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockAccount } from '#server/features/accounts/data.ts'
import { goodPassword } from '#server/testing/make.ts'
import { TestProvider } from '#server/testing/openid-provider.ts'
import { mailedToken, messagesTo } from '#server/testing/outbox.ts'
import { answerOf, logInBy, signInAt, signUpBy } from '#server/testing/social.ts'
import { SoftKey } from '#server/testing/soft-key.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { removeOtherLoginMethods } from './data.ts'

let there: TestProvider
let here: TestApp
beforeAll(async () => {
  there = await TestProvider.start({ returnTo: 'http://fieldbook.test/SocialMediaAccountLoginScreen' })
  here = await testApp(there.environment())
})
beforeEach(() => here.context.db.deleteFrom('rate').execute())
afterAll(async () => {
  await here.close()
  await there.stop()
})

test('the real owner’s login ends a squatter’s change of address', async () => {
  const squatter = await here.make.account()
  await here.context.db
    .updateTable('account')
    .set({ type: 'SmsAccount', full_phone_number: '+15550401', phone_proven_at: new Date() })
    .where('id', '=', squatter.id)
    .execute()
  const asked = await squatter.api.call(changeProfile, {
    body: { data: { new_email: 'mallory@example.com', current_password: goodPassword } },
  })
  expect(asked.status).toBe(200)
  const waiting = await mailedToken(here, 'mallory@example.com')
  await here.context.db
    .updateTable('account')
    .set({ type: 'EmailAccount' })
    .where('id', '=', squatter.id)
    .execute()

  const owner = there.person({ email: squatter.email })
  const { secret } = await signInAt(here.api, there, owner).then(async (answer) => {
    expect((await logInBy(here.api, answer)).status).toBe(409)
    return answer
  })
  await here.api.call(mailJoinLink, { body: { data: { attributes: { secret } } } })
  const [mail] = await messagesTo(here, squatter.email)
  const token = /join=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  expect((await here.api.call(joinByLink, { body: { data: { attributes: { token } } } })).status).toBe(200)

  const taken = await here.api.call(confirmNewEmail, { body: { data: { attributes: { token: waiting } } } })
  expect(taken.status).toBe(410)
  const { email } = await here.context.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', squatter.id)
    .executeTakeFirstOrThrow()
  expect(email).toBe(squatter.email)
})

test('someone who has the mailbox gets nothing from a phone account that only claims the address', async () => {
  const nell = await here.make.account()
  await ofPhone(nell.id, '+15550402')
  const owner = there.person({ email: nell.email })
  const answer = await signInAt(here.api, there, owner)
  expect((await logInBy(here.api, answer)).status).toBe(404)
  await here.api.call(mailJoinLink, { body: { data: { attributes: { secret: answer.secret } } } })
  expect(await messagesTo(here, nell.email)).toEqual([])

  const made = await signUpBy(here.api, { secret: answer.secret })
  expect(made.status).toBe(201)
  expect(made.body.data.id).not.toBe(nell.id)
  const own = await nell.api.call(profile, {})
  expect(own.status).toBe(200)
  const kept = await rowOf(nell.id)
  expect([kept.email, kept.phone_proven_at === null, kept.password_hash === null]).toEqual([
    null,
    false,
    false,
  ])
  expect((await rowOf(made.body.data.id)).email).toBe(nell.email)
})

test('a link sent before the account became a phone account opens nothing', async () => {
  const nell = await here.make.account()
  const answer = await signInAt(here.api, there, there.person({ email: nell.email }))
  expect((await logInBy(here.api, answer)).status).toBe(409)
  await here.api.call(mailJoinLink, { body: { data: { attributes: { secret: answer.secret } } } })
  const [mail] = await messagesTo(here, nell.email)
  const token = /join=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  await ofPhone(nell.id, '+15550403')
  const attributes = { token }
  for (const call of [joinLinkDetails, joinByLink])
    expect((await here.api.call(call, { body: { data: { attributes } } })).status).toBe(410)
  expect((await nell.api.call(profile, {})).status).toBe(200)
})

test('someone whose address is unproven cannot take it from anyone', async () => {
  const nell = await here.make.account()
  await ofPhone(nell.id, '+15550404')
  const mallory = there.person({ email: nell.email, email_verified: false })
  expect((await signUpBy(here.api, await signInAt(here.api, there, mallory))).status).toBe(409)
  expect((await rowOf(nell.id)).email).toBe(nell.email)
})

function ofPhone(id: string, number: string) {
  const phone = { full_phone_number: number, phone_proven_at: new Date() }
  return here.context.db
    .updateTable('account')
    .set({ type: 'SmsAccount', ...phone })
    .where('id', '=', id)
    .execute()
}

function rowOf(id: string) {
  return here.context.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('a login at the moment all ways in are closed leaves no session behind', async () => {
  const squatter = await here.make.account()
  const mallory = there.person()
  await here.context.db
    .insertInto('social_identity')
    .values({
      id: crypto.randomUUID(),
      account_id: squatter.id,
      provider: 'acme',
      issuer: there.issuer,
      subject: mallory.sub,
    })
    .execute()
  const answer = await signInAt(here.api, there, mallory)
  let login: ReturnType<typeof logInBy> | undefined
  await inTransaction(here.context.db, async (tx) => {
    const account = await lockAccount(tx, squatter.id)
    if (account) await removeOtherLoginMethods(tx, account)
    login = logInBy(here.api, answer)
    const over = new AbortController()
    await Promise.race([login.finally(() => over.abort()), waiting(1, over.signal)])
  })
  expect((await login)?.status).not.toBe(200)
  const left = await here.context.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', squatter.id)
    .execute()
  expect(left).toEqual([])
})

test('nor does an identity or a key that a squatter adds at that moment stay', async () => {
  const squatter = await here.make.account()
  const started = await squatter.api.call(startJoining, {
    body: { data: { attributes: { provider: 'acme' } } },
  })
  const { authorize_url, secret } = started.body.data.attributes
  const identity = { ...(await answerOf(there, authorize_url, there.person())), secret }
  const begun = await squatter.api.call(newPasskeyOptions, { body: { data: { attributes: {} } } })
  const key = new SoftKey({ origin: 'http://fieldbook.test', rpId: 'fieldbook.test' })
  const response = key.register({ challenge: String(begun.body.data.attributes.options.challenge) })
  const calls: Promise<unknown>[] = []
  await inTransaction(here.context.db, async (tx) => {
    const account = await lockAccount(tx, squatter.id)
    if (account) await removeOtherLoginMethods(tx, account)
    calls.push(
      squatter.api.call(joinSocial, { body: { data: { attributes: identity } } }),
      squatter.api.call(addPasskey, {
        body: { data: { id: begun.body.data.id, attributes: { name: 'Back door', response } } },
      }),
    )
    const over = new AbortController()
    await Promise.race([Promise.all(calls).finally(() => over.abort()), waiting(2, over.signal)])
  })
  await Promise.all(calls)
  for (const table of ['passkey', 'social_identity'] as const)
    expect(
      await here.context.db.selectFrom(table).select('id').where('account_id', '=', squatter.id).execute(),
    ).toEqual([])
})

/** Waits until this many statements are blocked by another transaction. */
async function waiting(many: number, over: AbortSignal): Promise<void> {
  const blocked = sql`
    select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while (!over.aborted && (await blocked.execute(here.context.db)).rows.length < many);
}
