import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, profile, resetPassword, signUp } from '#contract/accounts/accounts.ts'
import { confirmEmail, resendEmailLink } from '#contract/accounts/entry.ts'
import { limits } from '#contract/limits.ts'
import { goodPassword } from '#server/testing/make.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

let count = 0

/** A person who has just signed up, and the secret of the link in their mailbox. */
async function newcomer(app: TestApp = here) {
  const email = `theo${++count}@example.com`
  const attributes = { first_name: 'Theo', last_name: 'Crain', email, password: goodPassword }
  const made = await app.api.call(signUp, { body: { data: { type: 'email_account', attributes } } })
  const session = await app.api.call(logIn, {
    body: { data: { attributes: { email, password: goodPassword } } },
  })
  return {
    id: made.body.data.id,
    email,
    token: await linkTo(app, email),
    api: app.api.withToken(session.body.meta.token),
  }
}

async function mailsTo({ context }: TestApp, email: string) {
  return context.db
    .selectFrom('message')
    .selectAll()
    .where('recipient', '=', email)
    .where('kind', '=', 'entry.confirmEmail')
    .orderBy('id', 'desc')
    .execute()
}

async function linkTo(app: TestApp, email: string): Promise<string> {
  const [mail] = await mailsTo(app, email)
  return /EmailConfirmation\?token=([\w-]{43})\b/.exec(mail?.body ?? '')?.[1] ?? ''
}

const over = { status: 410, errors: [{ message: 'This link has expired' }] }

async function isProven(person: { api: TestApp['api'] }) {
  return (await person.api.call(profile, {})).body.data.attributes.email_proven
}

test('the link is sent again only for one’s own account', async () => {
  const refused = await here.api.call(resendEmailLink, {})
  expect([refused.status, refused.errors]).toEqual([401, [{ token: 'Session Expired' }]])
})

test('the link goes to the configured address of the installation, in both forms of the mail', async () => {
  const app = await testAppForThisTest()
  const email = 'theo@example.com'
  await app.app.inject({
    method: 'POST',
    url: '/api/account/accounts',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
    payload: {
      data: {
        type: 'email_account',
        attributes: { first_name: 'Theo', last_name: 'Crain', email, password: goodPassword },
      },
    },
  })
  const [mail] = await mailsTo(app, email)
  expect(mail?.subject).toBe('Confirm your email address')
  for (const form of [mail?.body, mail?.html]) {
    expect(form).toMatch(/http:\/\/fieldbook\.test\/EmailConfirmation\?token=[\w-]{43}/)
    expect(form).not.toContain('evil')
  }
  const links = await app.context.db.selectFrom('mailed_link').selectAll().execute()
  expect(JSON.stringify(links)).not.toContain(await linkTo(app, email))
})

test('proves the address, once; until then nothing is blocked', async () => {
  const person = await newcomer()
  expect(await isProven(person)).toBe(false)
  const done = await person.api.call(confirmEmail, { body: { token: person.token } })
  expect([done.status, done.body.data]).toEqual([
    200,
    { message: 'Your email address is confirmed.', email: person.email },
  ])
  expect(await isProven(person)).toBe(true)
  expect(await person.api.call(confirmEmail, { body: { token: person.token } })).toMatchObject(over)
  const record = await here.context.db
    .selectFrom('audit')
    .select('action')
    .where('account_id', '=', person.id)
    .where('action', '=', 'account.emailProven')
    .execute()
  expect(record).toHaveLength(1)
})

/** Whether the person still gets in: by the earlier session, and by the password. */
async function comesIn({ api, email }: { api: TestApp['api']; email: string }, password = goodPassword) {
  const attributes = { email, password }
  const login = await here.api.call(logIn, { body: { data: { attributes } } })
  return [(await api.call(profile, {})).status, login.status]
}

test('opened without a session or the password, the first proof ends both: someone else may have made the account', async () => {
  const squatter = await newcomer()
  const owner = here.api
  const done = await owner.call(confirmEmail, { body: { token: squatter.token } })
  expect(done.status).toBe(200)
  expect(await comesIn(squatter)).toEqual([401, 401])
  const token = done.body.meta.token ?? ''
  const chosen = { token, new_password: 'Kestrel-Attic-19', confirm_password: 'Kestrel-Attic-19' }
  expect((await owner.call(resetPassword, { body: { data: { attributes: chosen } } })).status).toBe(200)
  expect(await comesIn(squatter, chosen.new_password)).toEqual([401, 200])
})

test('opened with its session, or with the password elsewhere, nothing ends', async () => {
  const here1 = await newcomer()
  const eve = await newcomer()
  const own = await here1.api.call(confirmEmail, { body: { token: here1.token } })
  expect([own.status, own.body.meta]).toEqual([200, { token: null }])
  expect(await comesIn(here1)).toEqual([200, 200])
  const elsewhere = await newcomer()
  const wrong = await here.api.call(confirmEmail, {
    body: { token: elsewhere.token, password: 'Wrong7horse' },
  })
  expect([wrong.status, wrong.errors]).toEqual([422, [{ password: 'Current password not valid.' }]])
  const right = await eve.api.call(confirmEmail, {
    body: { token: elsewhere.token, password: goodPassword },
  })
  expect([right.status, right.body.meta]).toEqual([200, { token: null }])
  expect(await comesIn(elsewhere)).toEqual([200, 200])
})

test('someone else’s session does not count: the first proof with it ends the account’s own sessions', async () => {
  const [squatter, eve] = [await newcomer(), await newcomer()]
  expect(
    (await eve.api.call(confirmEmail, { body: { token: squatter.token } })).body.meta.token,
  ).not.toBeNull()
  expect(await comesIn(squatter)).toEqual([401, 401])
  expect(await comesIn(eve)).toEqual([200, 200])
})

test('a mailbox cannot take an account away from its number', async () => {
  const person = await newcomer()
  await here.context.db
    .updateTable('account')
    .set({ type: 'SmsAccount' })
    .where('id', '=', person.id)
    .execute()
  expect((await here.api.call(confirmEmail, { body: { token: person.token } })).status).toBe(403)
  expect(await comesIn(person)).toEqual([200, 200])
  expect(await isProven(person)).toBe(false)
  expect((await person.api.call(confirmEmail, { body: { token: person.token } })).status).toBe(200)
})

test('of two at once only one proves it', async () => {
  const { token } = await newcomer()
  const both = await Promise.all([1, 2].map(() => here.api.call(confirmEmail, { body: { token } })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
})

test('a made-up link, one that was replaced, and one that is too old prove nothing', async () => {
  expect(await here.api.call(confirmEmail, { body: { token: 'A'.repeat(43) } })).toMatchObject(over)
  const app = await testAppForThisTest()
  const person = await newcomer(app)
  expect((await person.api.call(resendEmailLink, {})).status).toBe(200)
  expect(await app.api.call(confirmEmail, { body: { token: person.token } })).toMatchObject(over)
  const second = await linkTo(app, person.email)
  expect(second).not.toBe(person.token)
  app.passTime(limits.proveEmailLife + 1000)
  expect(await app.api.call(confirmEmail, { body: { token: second } })).toMatchObject(over)
})

test('proves only the address that it was sent to', async () => {
  const person = await newcomer()
  await here.context.db
    .updateTable('account')
    .set({ email: 'somebody.else@example.com' })
    .where('id', '=', person.id)
    .execute()
  expect(await person.api.call(confirmEmail, { body: { token: person.token } })).toMatchObject(over)
  expect(await isProven(person)).toBe(false)
})

test('is sent again three times in ten minutes, and not at all once it is proven', async () => {
  const app = await testAppForThisTest()
  const person = await newcomer(app)
  for (let sent = 0; sent < limits.sendsPerTarget; sent++)
    expect((await person.api.call(resendEmailLink, {})).status).toBe(200)
  expect((await person.api.call(resendEmailLink, {})).status).toBe(429)
  expect(await mailsTo(app, person.email)).toHaveLength(1 + limits.sendsPerTarget)
  const token = await linkTo(app, person.email)
  expect((await person.api.call(confirmEmail, { body: { token } })).status).toBe(200)
  const done = await person.api.call(resendEmailLink, {})
  expect([done.status, done.errors]).toEqual([422, [{ email: 'This email address is already confirmed.' }]])
})

test('an account without an address has none to confirm', async () => {
  const person = await newcomer()
  await here.context.db.updateTable('account').set({ email: null }).where('id', '=', person.id).execute()
  expect((await person.api.call(resendEmailLink, {})).status).toBe(422)
})

test('a login says which address is still to be confirmed, until it is', async () => {
  const person = await newcomer()
  const again = async () => {
    const attributes = { email: person.email, password: goodPassword }
    return (await here.api.call(logIn, { body: { data: { attributes } } })).body.data.attributes
  }
  expect(await again()).toMatchObject({ unproven_email: person.email })
  await person.api.call(confirmEmail, { body: { token: person.token } })
  expect(await again()).not.toHaveProperty('unproven_email')
})
