import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, resetPassword } from '#contract/accounts/accounts.ts'
import { auditLog, changeAccountAccess, invite, inviteAgain, listAccounts } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let ada: MadeAccount
beforeAll(async () => {
  here = await testApp()
  ada = await here.make.account({ role: 'admin', firstName: 'Ada' })
})
afterAll(() => here.close())

let count = 0
function bodyFor(given: Partial<{ first_name: string; email: string; role: 'admin' | 'surveyor' }> = {}) {
  const email = `new${++count}@example.com`
  return {
    data: {
      attributes: { first_name: 'Nell', last_name: 'Vance', email, role: 'surveyor' as const, ...given },
    },
  }
}

const group = '[a-hjkmnp-zA-HJKMNP-Z2-9]{4}'
async function mailsTo(email: string, at = here) {
  const rows = await at.context.db
    .selectFrom('message')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    password: new RegExp(`^${group}(-${group}){3}$`, 'm').exec(row.body)?.[0] ?? '',
  }))
}
const enter = (email: string, password: string, at = here) =>
  at.api.call(logIn, { body: { data: { attributes: { email, password } } } })
const noAccounts = async (email: string) =>
  (await ada.api.call(listAccounts, { query: { search_query: email } })).body.meta.total_count

describe('access', () => {
  test('requires an administrator’s full session; otherwise nothing is written or sent', async () => {
    const sam = await here.make.account()
    const restricted = await here.make.account({ role: 'admin', passwordIsOwn: false })
    const body = bodyFor()
    const email = body.data.attributes.email
    for (const api of [here.api, sam.api, restricted.api]) {
      const refused = [
        await api.call(invite, { body }),
        await api.call(inviteAgain, { params: { id: restricted.id } }),
      ]
      const status = api === here.api ? 401 : 403
      expect(refused.map((one) => one.status)).toEqual([status, status])
    }
    expect([await noAccounts(email), await mailsTo(email), await mailsTo(restricted.email)]).toEqual([
      0,
      [],
      [],
    ])
  })
})

describe('an invitation', () => {
  test('makes the account and mails a one-time password; only a slow hash of it is kept', async () => {
    const body = bodyFor({ role: 'admin' })
    const { email } = body.data.attributes
    const { status, body: reply } = await ada.api.call(invite, { body })
    expect(status).toBe(201)
    expect(reply.data.attributes).toMatchObject({
      email,
      role: 'admin',
      is_invited: true,
      is_disabled: false,
      last_seen_at: null,
    })
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      channel: 'email',
      kind: 'admin.invitation',
      subject: 'You are invited to Fieldbook',
    })
    expect(mail?.body).toContain('Ada Rivera created a Fieldbook account for you')
    expect(mail?.body).toContain('http://fieldbook.test/')
    expect(mail?.password).not.toBe('')
    expect(mail?.body).toContain(`the one-time password:\n\n${mail?.password}\n`)
    const { password_hash } = await here.context.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', reply.data.id)
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(reply)).not.toContain(mail?.password)
    const log = await ada.api.call(auditLog, { query: { account_id: reply.data.id } })
    expect(log.body.data.map(({ attributes }) => [attributes.action, attributes.account_id])).toEqual([
      ['account.invited', ada.id],
    ])
    expect(JSON.stringify(log.body)).not.toContain(mail?.password)
  })

  test('leads to a restricted session, which setting one’s own password opens', async () => {
    const body = bodyFor()
    const { email } = body.data.attributes
    await ada.api.call(invite, { body })
    const [mail] = await mailsTo(email)
    const entered = await enter(email, mail?.password ?? '')
    expect(entered.body.data.attributes.is_one_time_password_expired).toBe(false)
    const api = here.api.withToken(entered.body.meta.token)
    expect((await api.call(listSurveys, { query: {} })).status).toBe(403)
    const passwords = { new_password: 'Own7password', confirm_password: 'Own7password' }
    const changed = await api.call(resetPassword, { body: { data: { attributes: passwords } } })
    expect(changed.status).toBe(200)
    expect((await enter(email, mail?.password ?? '')).status).toBe(401)
    const full = await enter(email, 'Own7password')
    expect((await here.api.withToken(full.body.meta.token).call(listSurveys, { query: {} })).status).toBe(200)
    const { body: listed } = await ada.api.call(listAccounts, { query: { search_query: email } })
    expect(listed.data[0]?.attributes).toMatchObject({ is_invited: false, invitation_ends_at: null })
    // The one-time password came by mail: the address is proven.
    const { email_proven_at } = await here.context.db
      .selectFrom('account')
      .select('email_proven_at')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(email_proven_at).not.toBeNull()
  })

  test('is valid for seven days and no longer', async () => {
    const own = await testAppForThisTest()
    const boss = await own.make.account({ role: 'admin' })
    const body = bodyFor()
    const { email } = body.data.attributes
    await boss.api.call(invite, { body })
    const [mail] = await mailsTo(email, own)
    own.passTime(limits.oneTimePasswordLife - 60_000)
    expect((await enter(email, mail?.password ?? '', own)).status).toBe(200)
    own.passTime(61_000)
    expect((await enter(email, mail?.password ?? '', own)).status).toBe(401)
  })

  test('to an address that has an account is refused at that field, regardless of upper and lower case', async () => {
    const body = bodyFor()
    await ada.api.call(invite, { body })
    const { email } = body.data.attributes
    const again = await ada.api.call(invite, { body: bodyFor({ email: email.toUpperCase() }) })
    expect([again.status, again.errors]).toEqual([
      422,
      [{ email: 'This email address is already registered.' }],
    ])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('names the field that is wrong, and nothing happens', async () => {
    for (const [field, value] of [
      ['email', 'nobody'],
      ['first_name', '7'],
      ['last_name', ''],
    ] as const) {
      const body = bodyFor()
      const refused = await ada.api.call(invite, {
        body: { data: { attributes: { ...body.data.attributes, [field]: value } } },
      })
      expect([refused.status, Object.keys(refused.errors[0] ?? {})]).toEqual([422, [field]])
      expect(await mailsTo(body.data.attributes.email)).toEqual([])
    }
  })

  test('sent again with the same key counts once; of two at once only one succeeds', async () => {
    const body = bodyFor()
    const key = newKey()
    const [first, replayed] = [
      await ada.api.call(invite, { body }, { key }),
      await ada.api.call(invite, { body }, { key }),
    ]
    expect([first.status, replayed.status, replayed.body]).toEqual([201, 201, first.body])
    expect(await mailsTo(body.data.attributes.email)).toHaveLength(1)
    const other = bodyFor()
    const answers = await Promise.all([1, 2, 3].map(() => ada.api.call(invite, { body: other })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    expect(await mailsTo(other.data.attributes.email)).toHaveLength(1)
  })
})

describe('sending it again', () => {
  test('makes a new one-time password; the previous one, and a session it opened, no longer work', async () => {
    const body = bodyFor()
    const { email } = body.data.attributes
    const { data } = (await ada.api.call(invite, { body })).body
    const [first] = await mailsTo(email)
    const entered = await enter(email, first?.password ?? '')
    const again = await ada.api.call(inviteAgain, { params: { id: data.id } })
    expect([again.status, again.body.data.id]).toEqual([200, data.id])
    const second = (await mailsTo(email))[1]
    expect(second?.password).not.toBe(first?.password)
    expect(second?.body).toContain('no longer works')
    expect((await enter(email, first?.password ?? '')).status).toBe(401)
    const passwords = { new_password: 'Own7password', confirm_password: 'Own7password' }
    const late = await here.api
      .withToken(entered.body.meta.token)
      .call(resetPassword, { body: { data: { attributes: passwords } } })
    expect(late.status).toBe(401)
    expect((await enter(email, second?.password ?? '')).status).toBe(200)
  })

  test('works after the seven days', async () => {
    const own = await testAppForThisTest()
    const boss = await own.make.account({ role: 'admin' })
    const body = bodyFor()
    const { email } = body.data.attributes
    const { data } = (await boss.api.call(invite, { body })).body
    own.passTime(limits.oneTimePasswordLife - 3_600_000)
    const token = await enter(boss.email, 'Correct7horse', own)
    own.passTime(2 * 3_600_000)
    const late = await own.api.withToken(token.body.meta.token).call(inviteAgain, { params: { id: data.id } })
    expect(late.status).toBe(200)
    const second = (await mailsTo(email, own))[1]
    expect((await enter(email, second?.password ?? '', own)).status).toBe(200)
  })

  test('is refused if there is an own password, no account, or a disabled one', async () => {
    const sam = await here.make.account()
    const used = await ada.api.call(inviteAgain, { params: { id: sam.id } })
    expect([used.status, used.errors]).toEqual([
      422,
      [{ message: 'This person has already chosen a password, so there is no invitation to send again.' }],
    ])
    expect((await ada.api.call(inviteAgain, { params: { id: newId() } })).status).toBe(404)
    const { data } = (await ada.api.call(invite, { body: bodyFor() })).body
    await ada.api.call(changeAccountAccess, { params: { id: data.id }, body: { disabled: true } })
    expect((await ada.api.call(inviteAgain, { params: { id: data.id } })).status).toBe(422)
    expect(await mailsTo(sam.email)).toEqual([])
  })

  test('and setting one’s own password at the same moment: only one of them counts', async () => {
    for (let round = 0; round < 3; round++) {
      const body = bodyFor()
      const { email } = body.data.attributes
      const { data } = (await ada.api.call(invite, { body })).body
      const [mail] = await mailsTo(email)
      const entered = await enter(email, mail?.password ?? '')
      const passwords = { new_password: 'Own7password', confirm_password: 'Own7password' }
      const [changed, again] = await Promise.all([
        here.api
          .withToken(entered.body.meta.token)
          .call(resetPassword, { body: { data: { attributes: passwords } } }),
        ada.api.call(inviteAgain, { params: { id: data.id } }),
      ])
      const own = (await enter(email, 'Own7password')).status
      expect([changed.status === 200, own === 200]).toEqual(
        again.status === 200 ? [false, false] : [true, true],
      )
    }
  })

  test('is limited to five an hour per person', async () => {
    const own = await testAppForThisTest()
    const boss = await own.make.account({ role: 'admin' })
    const { data } = (await boss.api.call(invite, { body: bodyFor() })).body
    const ask = async () => boss.api.call(inviteAgain, { params: { id: data.id } })
    for (let n = 0; n < limits.invitationsPerPersonHour; n++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    own.passTime(3_601_000)
    expect((await ask()).status).toBe(200)
  })
})
