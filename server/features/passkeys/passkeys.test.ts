import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#contract/accounts/accounts.ts'
import {
  addPasskey,
  newPasskeyOptions,
  passkeyLogin,
  passkeyLoginOptions,
  passkeys,
  removePasskey,
  renamePasskey,
} from '#contract/accounts/passkeys.ts'
import { limits } from '#contract/limits.ts'
import { passkeys as words } from '#contract/messages/passkeys.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { SoftKey, type Twist } from '#server/testing/soft-key.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const site = { origin: 'http://fieldbook.test', rpId: 'fieldbook.test' }

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

async function begin(owner: MadeAccount, password?: string) {
  const attributes = password === undefined ? {} : { current_password: password }
  return owner.api.call(newPasskeyOptions, { body: { data: { attributes } } })
}

async function add(owner: MadeAccount, key = new SoftKey(site), twist: Twist = {}, name = 'Tablet') {
  const begun = await begin(owner)
  const response = key.register(challengeIn(begun.body), twist)
  const added = await owner.api.call(addPasskey, {
    body: { data: { id: begun.body.data.id, attributes: { name, response } } },
  })
  return { key, added }
}

function challengeIn(body: { data: { attributes: { options: Record<string, unknown> } } }) {
  return { challenge: String(body.data.attributes.options.challenge) }
}

async function logIn(key: SoftKey, twist: Twist = {}) {
  const begun = await here.api.call(passkeyLoginOptions, {})
  const response = key.answer(challengeIn(begun.body), twist)
  return here.api.call(passkeyLogin, { body: { data: { id: begun.body.data.id, attributes: { response } } } })
}

async function owner() {
  const account = await here.make.account()
  const { key, added } = await add(account)
  expect(added.status).toBe(201)
  return { account, key, id: added.body.data.id }
}

describe('access', () => {
  test('another account cannot see, rename or remove mine', async () => {
    const { account, id } = await owner()
    const other = await here.make.account()
    expect((await other.api.call(passkeys, {})).body.data).toEqual([])
    const unknown = { params: { id: crypto.randomUUID() } }
    const name = { body: { data: { attributes: { name: 'Mine now' } } } }
    const renamed = await other.api.call(renamePasskey, { params: { id }, ...name })
    expect([renamed.status, renamed.errors]).toEqual(
      await other.api
        .call(renamePasskey, { ...unknown, ...name })
        .then(({ status, errors }) => [status, errors]),
    )
    expect(renamed.status).toBe(404)
    expect((await other.api.call(removePasskey, { params: { id } })).status).toBe(404)
    expect((await account.api.call(passkeys, {})).body.data).toMatchObject([
      { id, attributes: { name: 'Tablet' } },
    ])
  })

  test('a challenge for one account does not work for another, nor a login’s for adding a key', async () => {
    const [mine, other] = [await here.make.account(), await here.make.account()]
    const begun = await begin(mine)
    const loginBegun = await here.api.call(passkeyLoginOptions, {})
    for (const [challenge, caller] of [
      [begun.body, other],
      [loginBegun.body, mine],
    ] as const) {
      const response = new SoftKey(site).register(challengeIn(challenge))
      const added = await caller.api.call(addPasskey, {
        body: { data: { id: challenge.data.id, attributes: { name: 'Tablet', response } } },
      })
      expect(added).toMatchObject({ status: 422, errors: [{ message: words.refused }] })
    }
  })

  test('one credential cannot belong to two accounts', async () => {
    const { key } = await owner()
    const { added } = await add(await here.make.account(), key)
    expect(added.status).toBe(422)
  })
})

describe('adding', () => {
  test('a session that is no longer fresh needs the password, and the right one', async () => {
    const app = await testAppForThisTest()
    const account = await app.make.account()
    app.passTime(limits.freshSession + 1_000)
    expect(await begin(account)).toMatchObject({ status: 422, errors: [{ password: words.confirmFirst }] })
    expect(await begin(account, 'Wrong7horse')).toMatchObject({
      status: 422,
      errors: [{ password: words.wrongPassword }],
    })
    expect((await begin(account, goodPassword)).status).toBe(200)
  })

  test('an account without a password logs in again first', async () => {
    const app = await testAppForThisTest()
    const account = await app.make.account()
    await app.context.db
      .updateTable('account')
      .set({ password_hash: null })
      .where('id', '=', account.id)
      .execute()
    expect((await begin(account)).status).toBe(200)
    app.passTime(limits.freshSession + 1_000)
    expect(await begin(account)).toMatchObject({ status: 422, errors: [{ message: words.logInAgain }] })
  })

  test('someone who found the device cannot guess the password here: wrong ones count as everywhere', async () => {
    const app = await testAppForThisTest()
    const account = await app.make.account()
    app.passTime(limits.freshSession + 1_000)
    for (let tries = 0; tries < 10; tries++) expect((await begin(account, 'Wrong7horse')).status).toBe(422)
    expect((await begin(account, goodPassword)).status).toBe(429)
    const refused = await app.context.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'password.refused')
      .execute()
    expect(refused).toHaveLength(10)
  })

  test.each<[string, Twist]>([
    ['made for another site', { origin: 'http://evil.test' }],
    ['bound to another domain', { rpId: 'evil.test' }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['without finger, face or code', { unverified: true }],
    ['that is a login', { type: 'webauthn.get' }],
  ])('a key %s is refused', async (_, twist) => {
    const account = await here.make.account()
    expect((await add(account, new SoftKey(site), twist)).added.status).toBe(422)
    expect((await account.api.call(passkeys, {})).body.data).toEqual([])
  })

  test('a challenge is valid for one answer and five minutes', async () => {
    const app = await testAppForThisTest()
    const account = await app.make.account()
    const begun = await begin(account)
    const attempt = (key: SoftKey) =>
      account.api.call(addPasskey, {
        body: {
          data: {
            id: begun.body.data.id,
            attributes: { name: 'Tablet', response: key.register(challengeIn(begun.body)) },
          },
        },
      })
    const both = await Promise.all([attempt(new SoftKey(site)), attempt(new SoftKey(site))])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    const late = await begin(account)
    app.passTime(limits.passkeyChallengeLife + 1_000)
    const answer = new SoftKey(site).register(challengeIn(late.body))
    const added = await account.api.call(addPasskey, {
      body: { data: { id: late.body.data.id, attributes: { name: 'Tablet', response: answer } } },
    })
    expect(added.status).toBe(422)
  })

  test('the owner is notified by mail, and it is logged', async () => {
    const { account } = await owner()
    const mails = await here.context.db
      .selectFrom('message')
      .select(['subject', 'body'])
      .where('recipient', '=', account.email)
      .execute()
    expect(mails).toMatchObject([{ subject: words.addedSubject, body: expect.stringContaining('Tablet') }])
    const entries = await here.context.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', account.id)
      .execute()
    expect(entries.map(({ action }) => action)).toContain('passkey.added')
  })

  test('if the installation is reached by an IP address there are no passkeys, and the message says why', async () => {
    const app = await testAppForThisTest({ PUBLIC_URL: 'http://127.0.0.1:3000' })
    const account = await app.make.account()
    expect(await begin(account)).toMatchObject({ status: 422, errors: [{ message: words.noDomain }] })
    expect((await app.api.call(passkeyLoginOptions, {})).status).toBe(422)
  })
})

describe('logging in', () => {
  test('opens a full session of the owner', async () => {
    const { account, key } = await owner()
    const session = await logIn(key, { userHandle: handle(account) })
    expect(session).toMatchObject({
      status: 200,
      body: { data: { id: account.id }, meta: { role: 'surveyor' } },
    })
    const mine = await here.api.withToken(session.body.meta.token).call(sessions, {})
    expect(mine.status).toBe(200)
    expect((await account.api.call(passkeys, {})).body.data[0]?.attributes.last_used_at).not.toBeNull()
  })

  test.each<[string, Twist]>([
    ['made for another site', { origin: 'http://evil.test' }],
    ['bound to another domain', { rpId: 'evil.test' }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['without finger, face or code', { unverified: true }],
    ['of a key whose count does not grow', { counter: 1 }],
    ['in the name of another account', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('an answer %s opens nothing', async (_, twist) => {
    const { key } = await owner()
    expect(await logIn(key, twist)).toMatchObject({ status: 422, errors: [{ message: words.refused }] })
  })

  test('an unknown key, a removed one and a disabled account get the same answer', async () => {
    const [removed, disabled] = [await owner(), await owner()]
    await removed.account.api.call(removePasskey, { params: { id: removed.id } })
    await here.context.db
      .updateTable('account')
      .set({ disabled_at: new Date() })
      .where('id', '=', disabled.account.id)
      .execute()
    const answers = [await logIn(new SoftKey(site)), await logIn(removed.key), await logIn(disabled.key)].map(
      ({ status, errors }) => ({ status, errors }),
    )
    expect(answers).toEqual(Array(3).fill({ status: 422, errors: [{ message: words.refused }] }))
  })

  test('one answer opens one session, even if it is sent twice at the same moment', async () => {
    const { key } = await owner()
    const begun = await here.api.call(passkeyLoginOptions, {})
    const response = key.answer(challengeIn(begun.body))
    const body = { data: { id: begun.body.data.id, attributes: { response } } }
    const both = await Promise.all([
      here.api.call(passkeyLogin, { body }),
      here.api.call(passkeyLogin, { body }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('good and bad ones are recorded', async () => {
    const { account, key } = await owner()
    await logIn(key)
    await logIn(key, { unverified: true })
    const entries = await here.context.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('account_id', '=', account.id)
      .where('action', 'like', 'login.%')
      .execute()
    expect(entries).toEqual(
      expect.arrayContaining([
        { action: 'login.succeeded', detail: { by: 'passkey' } },
        { action: 'login.failed', detail: { by: 'passkey' } },
      ]),
    )
  })
})

describe('keeping', () => {
  test('can be renamed', async () => {
    const { account, id } = await owner()
    const body = { data: { attributes: { name: '  Work\nphone ' } } }
    const renamed = await account.api.call(renamePasskey, { params: { id }, body })
    expect(renamed.body.data.attributes.name).toBe('Work phone')
  })

  test('the only login method cannot be removed; of two removed at once, one stays', async () => {
    const { account, id } = await owner()
    const second = (await add(account)).added.body.data.id
    await here.context.db
      .updateTable('account')
      .set({ password_hash: null })
      .where('id', '=', account.id)
      .execute()
    const gone = await Promise.all(
      [id, second].map((one) => account.api.call(removePasskey, { params: { id: one } })),
    )
    expect(gone.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(gone.find(({ status }) => status === 422)?.errors).toEqual([{ message: words.lastWayIn }])
    expect((await account.api.call(passkeys, {})).body.data).toHaveLength(1)
  })
})

function handle({ id }: MadeAccount): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}
