import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn, resetPassword, sessions } from '#contract/accounts/accounts.ts'
import { askResetLink, checkResetLink } from '#contract/accounts/recovery.ts'
import { limits } from '#contract/limits.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { mailedToken, messagesTo } from '#server/testing/outbox.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const fresh = 'Kestrel-Attic-19'
const half = 30 * 60_000

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())
/** All tests call from one address. */
beforeEach(async () => {
  await here.context.db.deleteFrom('rate').execute()
})

const asking = (email: string, host?: string) => ({
  body: { data: { attributes: { email } }, ...(host === undefined ? {} : { host }) },
})
const setting = (token: string, password = fresh, confirm = password) => ({
  body: { data: { attributes: { token, new_password: password, confirm_password: confirm } } },
})
const credentials = (email: string, password: string) => ({
  body: { data: { attributes: { email, password } } },
})

async function linkFor(account: MadeAccount, on = here): Promise<string> {
  const asked = await on.api.call(askResetLink, asking(account.email))
  expect(asked.status).toBe(200)
  return mailedToken(on, account.email)
}

describe('access', () => {
  test('rejects a missing token, an invented one and a session’s token', async () => {
    const { api } = await here.make.account()
    const none = await here.api.call(resetPassword, {
      body: { data: { attributes: { new_password: fresh, confirm_password: fresh } } },
    })
    expect([none.status, Object.keys(none.errors[0] ?? {})]).toEqual([401, ['token']])
    for (const token of ['', 'A'.repeat(43), api.token ?? '']) {
      const refused = await here.api.call(resetPassword, setting(token))
      expect([refused.status, refused.errors]).toEqual([
        410,
        [{ token: 'This link is no longer valid. Please request a new one.' }],
      ])
    }
  })

  test('no full session, not even with a valid link, which stays valid', async () => {
    const owner = await here.make.account()
    const token = await linkFor(owner)
    expect((await owner.api.call(resetPassword, setting(token))).status).toBe(403)
    expect((await owner.api.call(resetPassword, setting(owner.api.token ?? ''))).status).toBe(403)
    expect((await here.api.call(checkResetLink, { query: { token } })).status).toBe(200)
  })

  test('a one-time password’s session with its own token or none, and with no other', async () => {
    const [newcomer, other] = [await here.make.account({ passwordIsOwn: false }), await here.make.account()]
    const token = await linkFor(other)
    for (const foreign of [token, other.api.token ?? '', 'x'])
      expect((await newcomer.api.call(resetPassword, setting(foreign))).status).toBe(403)
    const changed = await newcomer.api.call(resetPassword, setting(newcomer.api.token ?? ''))
    expect(changed.body).toMatchObject({
      data: { id: newcomer.id, attributes: { is_one_time_password_expired: true } },
      meta: { message: 'Your password has been successfully changed', role: 'surveyor' },
    })
    expect((await here.api.withToken(changed.body.meta.token ?? '').call(sessions, {})).status).toBe(200)
  })

  test('an expired one-time password’s session does not count as no session', async () => {
    const newcomer = await here.make.account({ passwordIsOwn: false })
    const token = await linkFor(newcomer)
    await newcomer.api.call(resetPassword, setting(newcomer.api.token ?? ''))
    expect((await newcomer.api.call(resetPassword, setting(token))).status).toBe(401)
  })
})

describe('a reset by link', () => {
  test('sets the password, ends every session, notifies the owner and does not log in', async () => {
    const owner = await here.make.account()
    const token = await linkFor(owner)
    const [mail] = await messagesTo(here, owner.email)
    expect(mail?.body).toContain(`http://fieldbook.test/passwords/forgot_password?token=${token}`)
    expect(mail?.html).toContain(token)
    expect([mail?.kind, mail?.account_id]).toEqual(['recovery.link', owner.id])

    expect((await here.api.call(checkResetLink, { query: { token } })).body).toEqual({
      token,
      meta: { token },
    })
    const reset = await here.api.call(resetPassword, setting(token))
    expect(reset.status).toBe(200)
    expect(reset.body.data).toMatchObject({ id: owner.id, attributes: { email: owner.email } })
    expect(reset.body.meta).toEqual({ message: 'Your password has been successfully changed' })

    expect((await owner.api.call(sessions, {})).status).toBe(401)
    expect((await here.api.call(logIn, credentials(owner.email, goodPassword))).status).toBe(401)
    expect((await here.api.call(logIn, credentials(owner.email, fresh))).status).toBe(200)
    const [told] = await messagesTo(here, owner.email)
    expect([told?.kind, told?.subject]).toEqual(['password.changed', 'Your Fieldbook password was changed'])
    expect(told?.body).not.toContain(fresh)
  })

  test('proves the address', async () => {
    const owner = await here.make.account()
    await here.api.call(resetPassword, setting(await linkFor(owner)))
    expect((await rowOf(here, owner)).email_proven_at).not.toBeNull()
  })

  test('removes what someone added to an account under an address that was not theirs', async () => {
    const owner = await here.make.account()
    const { db } = here.context
    await db
      .updateTable('account')
      .set({ full_phone_number: '+15550177', phone_proven_at: new Date() })
      .where('id', '=', owner.id)
      .execute()
    await addPasskey(here, owner)
    await here.api.call(resetPassword, setting(await linkFor(owner)))
    const keys = await db.selectFrom('passkey').selectAll().where('account_id', '=', owner.id).execute()
    expect([keys, (await rowOf(here, owner)).phone_proven_at]).toEqual([[], null])
    expect((await messagesTo(here, owner.email))[0]?.body).toContain('passkeys and other ways to log in')

    await addPasskey(here, owner)
    await here.api.call(resetPassword, setting(await linkFor(owner), 'Heron-Cellar-77'))
    const kept = await db.selectFrom('passkey').selectAll().where('account_id', '=', owner.id).execute()
    expect(kept).toHaveLength(1)
  })

  test('reports an invalid password, and the link stays valid', async () => {
    const owner = await here.make.account()
    const token = await linkFor(owner)
    const refusals = {
      weak: setting(token, 'weak'),
      long: setting(token, `Aa1${'x'.repeat(126)}`),
      differs: setting(token, fresh, 'Kestrel-Attic-18'),
      same: setting(token, goodPassword),
      common: setting(token, 'Password1'),
    }
    const words: Record<string, unknown> = {}
    for (const [name, given] of Object.entries(refusals)) {
      const refused = await here.api.call(resetPassword, given)
      expect(refused.status, name).toBe(422)
      words[name] = refused.errors[0]
    }
    expect(words).toEqual({
      weak: { password: 'New password not valid.' },
      long: { password: 'New password not valid.' },
      differs: { password: "New password and confirm new password doesn't match." },
      same: { password: 'New password cannot match current password.' },
      common: { password: 'This password is one of the most commonly guessed. Please choose another one.' },
    })
    expect((await here.api.call(resetPassword, setting(token))).status).toBe(200)
  })

  test('works once', async () => {
    const owner = await here.make.account()
    const token = await linkFor(owner)
    expect((await here.api.call(resetPassword, setting(token))).status).toBe(200)
    expect((await here.api.call(resetPassword, setting(token, 'Heron-Cellar-77'))).status).toBe(410)
    expect((await here.api.call(checkResetLink, { query: { token } })).status).toBe(410)
  })

  test('of two at the same moment only one succeeds', async () => {
    const owner = await here.make.account()
    const token = await linkFor(owner)
    const passwords = [fresh, 'Heron-Cellar-77']
    const both = await Promise.all(passwords.map((one) => here.api.call(resetPassword, setting(token, one))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    const winner = passwords[both.findIndex(({ status }) => status === 200)] ?? ''
    expect((await here.api.call(logIn, credentials(owner.email, winner))).status).toBe(200)
  })

  test('only the newest link works, even when two are requested at the same moment', async () => {
    const owner = await here.make.account()
    const first = await linkFor(owner)
    await Promise.all([1, 2].map(() => here.api.call(askResetLink, asking(owner.email))))
    const bodies = (await messagesTo(here, owner.email)).map(
      ({ body }) => /token=([\w-]+)/.exec(body)?.[1] ?? '',
    )
    const statuses = await Promise.all(
      bodies.map(async (token) => (await here.api.call(checkResetLink, { query: { token } })).status),
    )
    expect(bodies).toContain(first)
    expect(statuses.toSorted()).toEqual([200, 410, 410])
  })

  test('a link is valid for half an hour, or as long as the installation is set to', async () => {
    const [usual, short] = [await testAppForThisTest(), await testAppForThisTest({ RESET_TTL: '60' })]
    for (const [on, life] of [
      [usual, half],
      [short, 60_000],
    ] as const) {
      const token = await linkFor(await on.make.account(), on)
      on.passTime(life - 5_000)
      expect((await on.api.call(checkResetLink, { query: { token } })).status).toBe(200)
      on.passTime(6_000)
      expect((await on.api.call(checkResetLink, { query: { token } })).status).toBe(410)
      expect((await on.api.call(resetPassword, setting(token))).status).toBe(410)
    }
  })

  test('a link ends when the address, the account or the password changes', async () => {
    const [moved, gone] = [await here.make.account(), await here.make.account()]
    const tokens = [await linkFor(moved), await linkFor(gone)]
    const { db } = here.context
    await db
      .updateTable('account')
      .set({ email: `${newId()}@example.com` })
      .where('id', '=', moved.id)
      .execute()
    await db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', gone.id).execute()
    for (const token of tokens) expect((await here.api.call(resetPassword, setting(token))).status).toBe(410)
    const newcomer = await here.make.account({ passwordIsOwn: false })
    const token = await linkFor(newcomer)
    await newcomer.api.call(resetPassword, setting(newcomer.api.token ?? ''))
    expect((await here.api.call(resetPassword, setting(token, 'Heron-Cellar-77'))).status).toBe(410)
  })
})

describe('the link’s address', () => {
  test('is the installation’s own, regardless of the request', async () => {
    const owner = await here.make.account()
    const evil = 'https://evil.example'
    for (const host of [evil, 'http://fieldbook.test.evil.example', 'http://fieldbook.test@evil.example']) {
      await here.context.db.deleteFrom('rate').execute()
      const headers = {
        host: 'evil.example',
        origin: evil,
        'x-forwarded-host': 'evil.example',
        referer: evil,
      }
      await here.api.call(askResetLink, asking(owner.email, host), { headers })
      const [mail] = await messagesTo(here, owner.email)
      expect(mail?.body).toContain('http://fieldbook.test/passwords/forgot_password?token=')
      expect(`${mail?.body}${mail?.html}`).not.toContain('evil')
    }
  })

  test('is another of the installation’s if the page says so and the operator has configured it', async () => {
    const on = await testAppForThisTest({ OTHER_PUBLIC_URLS: 'https://one.test, https://two.test/' })
    const owner = await on.make.account()
    await on.api.call(askResetLink, asking(owner.email, 'https://two.test'))
    expect((await messagesTo(on, owner.email))[0]?.body).toContain(
      'https://two.test/passwords/forgot_password?token=',
    )
  })
})

test('a link can be requested three times in ten minutes, and then the reply has the wait', async () => {
  const on = await testAppForThisTest()
  for (const email of [(await on.make.account()).email, 'nobody@example.com']) {
    for (let count = 0; count < limits.sendsPerTarget; count++)
      expect((await on.api.call(askResetLink, asking(email))).status).toBe(200)
    const refused = await on.api.call(askResetLink, asking(email))
    expect([refused.status, refused.errors]).toEqual([
      429,
      [{ message: 'Too many attempts. Please try again later.' }],
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    on.passTime(10 * 60_000)
  }
})

test('the same request sent again mails only once', async () => {
  const owner = await here.make.account()
  const key = crypto.randomUUID()
  for (const _ of [1, 2])
    expect((await here.api.call(askResetLink, asking(owner.email), { key })).status).toBe(200)
  expect(await messagesTo(here, owner.email)).toHaveLength(1)
  expect((await here.api.call(askResetLink, asking('other@example.com'), { key })).status).toBe(422)
})

test.each([
  ['', 'Email is requeired'],
  ['somebody', 'Email is invalid'],
  ['some body@example.com', 'Email is invalid'],
  ['somebody@example.c', 'Email is invalid'],
])('the address %j is refused: %s', async (email, words) => {
  const refused = await here.api.call(askResetLink, asking(email))
  expect([refused.status, refused.errors[0]]).toEqual([422, { email: words }])
})

async function rowOf({ context }: TestApp, { id }: MadeAccount) {
  return context.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function addPasskey({ context }: TestApp, { id }: MadeAccount): Promise<void> {
  await context.db
    .insertInto('passkey')
    .values({
      id: newId(),
      account_id: id,
      credential_id: newId(),
      public_key: Buffer.from('k'),
      counter: 0,
      name: 'Phone',
    })
    .execute()
}
