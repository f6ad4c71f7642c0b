import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resetPassword } from '#contract/accounts/accounts.ts'
import { confirmEmail, resendEmailLink } from '#contract/accounts/entry.ts'
import { askResetLink } from '#contract/accounts/recovery.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { mailedToken, messagesTo } from '#server/testing/outbox.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const minute = 60_000
let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())
beforeEach(async () => {
  await here.context.db.deleteFrom('rate').execute()
})

async function addWaysIn({ id }: MadeAccount, phone: string) {
  const { db } = here.context
  const now = here.context.clock()
  const name = crypto.randomUUID()
  const common = { id: crypto.randomUUID(), account_id: id, created_at: now }
  await db
    .insertInto('passkey')
    .values({ ...common, credential_id: name, public_key: Buffer.alloc(1), counter: 0, name })
    .execute()
  await db
    .insertInto('social_identity')
    .values({ ...common, provider: 'acme', issuer: 'https://acme.example', subject: name })
    .execute()
  const proven = { full_phone_number: phone, phone_proven_at: now }
  await db.updateTable('account').set(proven).where('id', '=', id).execute()
}

async function waysInto({ id }: MadeAccount) {
  const { db } = here.context
  const passkeys = await db.selectFrom('passkey').select('id').where('account_id', '=', id).execute()
  const joined = await db.selectFrom('social_identity').select('id').where('account_id', '=', id).execute()
  const { phone_proven_at: phone } = await db
    .selectFrom('account')
    .select('phone_proven_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [passkeys.length, joined.length, phone !== null]
}

async function provesAddress(owner: MadeAccount) {
  await owner.api.call(resendEmailLink, {})
  const token = await mailedToken(here, owner.email)
  expect((await owner.api.call(confirmEmail, { body: { token } })).status).toBe(200)
}

async function resets({ email }: MadeAccount) {
  await here.api.call(askResetLink, { body: { data: { attributes: { email } } } })
  const attributes = {
    token: await mailedToken(here, email),
    new_password: 'Kestrel-Attic-19',
    confirm_password: 'Kestrel-Attic-19',
  }
  expect((await here.api.call(resetPassword, { body: { data: { attributes } } })).status).toBe(200)
}

test('confirming and resetting an account created by a stranger removes everything the stranger left in it', async () => {
  const account = await here.make.account()
  await addWaysIn(account, '+15550301')
  here.passTime(minute)
  await provesAddress(account)
  here.passTime(minute)
  await resets(account)
  expect(await waysInto(account)).toEqual([0, 0, false])
  expect((await messagesTo(here, account.email))[0]?.body).toContain('were removed')
})

test('login methods added after the address was proven stay', async () => {
  const account = await here.make.account()
  await provesAddress(account)
  here.passTime(minute)
  await addWaysIn(account, '+15550302')
  await resets(account)
  expect(await waysInto(account)).toEqual([1, 1, true])
  expect((await messagesTo(here, account.email))[0]?.body).not.toContain('were removed')
})

test('an account created by phone keeps its number as a login method', async () => {
  const account = await here.make.account()
  await addWaysIn(account, '+15550303')
  await here.context.db
    .updateTable('account')
    .set({ type: 'SmsAccount' })
    .where('id', '=', account.id)
    .execute()
  here.passTime(minute)
  await provesAddress(account)
  await resets(account)
  expect(await waysInto(account)).toEqual([1, 1, true])
})
