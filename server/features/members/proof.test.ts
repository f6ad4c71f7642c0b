import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetPassword } from '#contract/accounts/accounts.ts'
import { confirmEmail, resendEmailLink } from '#contract/accounts/entry.ts'
import { askResetLink } from '#contract/accounts/recovery.ts'
import { addMember, listMembers } from '#contract/sharing/members.ts'
import { listSurveys, type SurveyDetail, surveyDetail } from '#contract/surveys/surveys.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addAccount, proveEmail } from '#server/features/accounts/data.ts'
import { hideAccount, restoreAccount } from '#server/features/accounts/deletion.ts'
import { openSurvey, wholeAccount } from '#server/features/surveys/access.ts'
import { someoneWaits } from '#server/testing/locks.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { mailedToken } from '#server/testing/outbox.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { addMember as insertMember, lockAddress } from './data.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  await here.context.db.deleteFrom('rate').execute()
  owner = await here.make.account({ isProven: true })
  survey = await startSurvey(owner)
})

const add = (email: string) =>
  owner.api.call(addMember, { params: { id: survey.id }, body: { email, role: 'editor' } })
const opens = async ({ api }: MadeAccount) =>
  (await api.call(surveyDetail, { params: { id: survey.id } })).status
/** For accounts that have no session here. */
const mayOpen = async (accountId: string) =>
  'role' in (await openSurvey(here.context.db, wholeAccount(accountId), survey.id, 'read'))

async function confirms({ api, email }: MadeAccount) {
  await api.call(resendEmailLink, {})
  return api.call(confirmEmail, { body: { token: await mailedToken(here, email) } })
}

function newAccount(email: string, emailProvenAt: Date | null) {
  const names = { firstName: 'Luke', lastName: 'Crain', phone: '', role: 'surveyor' } as const
  return { id: newId(), email, passwordHash: null, passwordIsOwn: true, emailProvenAt, ...names }
}

function accountOf(email: string, emailProvenAt: Date | null) {
  const { db, clock } = here.context
  return inTransaction(db, (tx) => addAccount(tx, newAccount(email, emailProvenAt), clock()))
}

test('an account that only claims the address gets nothing', async () => {
  const squatter = await here.make.account()
  await add(squatter.email)
  expect(await opens(squatter)).toBe(404)
  expect((await squatter.api.call(listSurveys, { query: {} })).body.data).toEqual([])
  const seen = await owner.api.call(listMembers, { params: { id: survey.id } })
  expect(seen.body.data[1]?.attributes).toMatchObject({ name: '', state: 'invited' })
})

describe('an account that proves the address later gets the survey', () => {
  test('by the mailed link', async () => {
    const theo = await here.make.account()
    await add(theo.email)
    expect((await confirms(theo)).status).toBe(200)
    expect(await opens(theo)).toBe(200)
  })

  test('by a new password, which removes the access of the account’s creator', async () => {
    const squatter = await here.make.account()
    const { email } = squatter
    await add(email)
    await here.api.call(askResetLink, { body: { data: { attributes: { email } } } })
    const token = await mailedToken(here, email)
    const password = { new_password: 'Kestrel-Attic-19', confirm_password: 'Kestrel-Attic-19' }
    await here.api.call(resetPassword, { body: { data: { attributes: { token, ...password } } } })
    expect(await opens(squatter)).toBe(401)
    expect(await mayOpen(squatter.id)).toBe(true)
  })

  test('with an account created with it, as by a sign-in through a provider', async () => {
    const email = `${newId()}@example.com`
    await add(email)
    expect(await mayOpen((await accountOf(email, new Date())).id)).toBe(true)
  })

  test('as the new address of an account', async () => {
    const theo = await here.make.account({ isProven: true })
    const email = `${newId()}@example.com`
    await add(email)
    expect(await opens(theo)).toBe(404)
    const { db } = here.context
    await db.updateTable('account').set({ email }).where('id', '=', theo.id).execute()
    expect(await opens(theo)).toBe(200)
  })

  test('and with an account that was deleted and comes back', async () => {
    const theo = await here.make.account({ isProven: true })
    const { db, clock } = here.context
    await inTransaction(db, (tx) => hideAccount(tx, theo.id, clock()))
    await add(theo.email)
    expect(await mayOpen(theo.id)).toBe(false)
    await inTransaction(db, (tx) => restoreAccount(tx, theo.id, clock()))
    expect(await mayOpen(theo.id)).toBe(true)
  })
})

describe('adding and proving at the same moment work in either order', () => {
  test('an address is added while its proof is in progress', async () => {
    const theo = await here.make.account()
    const email = `${newId()}@example.com`
    const { db } = here.context
    let adding: Promise<unknown> | undefined
    const made = await db.transaction().execute(async (tx) => {
      await proveEmail(tx, theo.id, theo.email, new Date())
      const account = await addAccount(tx, newAccount(email, new Date()), new Date())
      adding = add(theo.email).then(() => add(email))
      await someoneWaits(db)
      return account
    })
    await adding
    expect([await opens(theo), await mayOpen(made.id)]).toEqual([200, true])
  })

  test('an address is proven while it is being added', async () => {
    const theo = await here.make.account()
    const { db, clock } = here.context
    let proving: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      const known = await lockAddress(tx, theo.email)
      const place = { id: newId(), surveyId: survey.id, addedBy: owner.id }
      const member = { ...place, email: theo.email, accountId: known?.id ?? null, role: 'viewer' } as const
      await insertMember(tx, member, clock())
      proving = proves(theo)
      await someoneWaits(db)
    })
    await proving
    expect(await opens(theo)).toBe(200)
  })
})

function proves({ id, email }: MadeAccount) {
  return inTransaction(here.context.db, (tx) => proveEmail(tx, id, email, here.context.clock()))
}

test('an account is a member once, under any of its addresses', async () => {
  const theo = await here.make.account({ isProven: true })
  const second = `${newId()}@example.com`
  for (const email of [theo.email, second]) await add(email)
  const { db } = here.context
  for (const { id } of [theo, owner])
    await db
      .updateTable('account')
      .set({ email: id === theo.id ? second : `${newId()}@example.com` })
      .where('id', '=', id)
      .execute()
  const rows = await db
    .selectFrom('survey_member')
    .select(['email', 'account_id'])
    .where('survey_id', '=', survey.id)
    .orderBy('created_at')
    .execute()
  expect(rows).toEqual([
    { email: theo.email, account_id: theo.id },
    { email: second, account_id: null },
  ])
})

test('an owner who takes over an address they had added remains only the owner', async () => {
  const email = `${newId()}@example.com`
  await add(email)
  const { db } = here.context
  await db.updateTable('account').set({ email }).where('id', '=', owner.id).execute()
  expect(await openSurvey(db, wholeAccount(owner.id), survey.id, 'own')).toMatchObject({ role: 'owner' })
  expect((await owner.api.call(listSurveys, { query: {} })).body.meta.total_count).toBe(1)
})

test('the address of a deleted account belongs to its next holder', async () => {
  const theo = await here.make.account({ isProven: true })
  await add(theo.email)
  const { db, clock } = here.context
  await inTransaction(db, (tx) => hideAccount(tx, theo.id, clock()))
  const next = await accountOf(theo.email, null)
  expect(await mayOpen(next.id)).toBe(false)
  await proves({ ...theo, id: next.id })
  expect([await mayOpen(next.id), await mayOpen(theo.id)]).toEqual([true, false])
})
