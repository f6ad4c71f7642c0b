import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { askResetCode, askResetLink } from '#contract/accounts/recovery.ts'
import * as hashes from '#server/features/accounts/password/hash.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

vi.mock('#server/features/accounts/password/hash.ts', { spy: true })

let here: TestApp
/** Addresses and numbers by what is behind them. */
const emails: Record<string, string> = { unknown: 'nobody@example.com' }
const phones: Record<string, string> = { unknown: '+15550990000' }

beforeAll(async () => {
  here = await testApp()
  const changes = {
    known: {},
    invited: { password_is_own: false },
    deleted: { deleted_at: new Date() },
    disabled: { disabled_at: new Date() },
    social: { type: 'SocialAccount', password_hash: null },
    phone: { type: 'SmsAccount' },
  } as const
  for (const [index, [kind, change]] of Object.entries(changes).entries()) {
    const { id, email } = await here.make.account()
    const phone = `+1555099100${index}`
    emails[kind] = email
    phones[kind] = phone
    await here.context.db
      .updateTable('account')
      .set({ ...change, full_phone_number: phone, phone_proven_at: new Date() })
      .where('id', '=', id)
      .execute()
    if (kind !== 'social') continue
    const identity = {
      id: newId(),
      account_id: id,
      provider: 'google',
      issuer: 'https://accounts.google.com',
    }
    await here.context.db
      .insertInto('social_identity')
      .values({ ...identity, subject: 'g-1' })
      .execute()
  }
})
afterAll(() => here.close())
beforeEach(async () => {
  await here.context.db.deleteFrom('rate').execute()
})

const ways = {
  'a link by mail': () => emails,
  'a code by mail': () => emails,
  'a code by SMS': () => phones,
}

function ask(way: string, target: string) {
  if (way === 'a link by mail')
    return here.api.call(askResetLink, { body: { data: { attributes: { email: target } } } })
  const given = way === 'a code by mail' ? { email: target } : { full_phone_number: target }
  return here.api.call(askResetCode, { body: { data: { attributes: given } } })
}

/** Removes the parts that differ between calls: a code's token and its time. */
function withoutToken(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value) => (['token', 'expires_at'].includes(key) ? key : value)),
  )
}

describe.each(Object.entries(ways))('%s', (way, targetsOf) => {
  test('gets the same answer for known, unknown, invited, deleted, disabled, social and phone', async () => {
    const answers = await Promise.all(
      Object.values(targetsOf()).map(async (target) => {
        const { status, body, headers } = await ask(way, target)
        return { status, body: withoutToken(body), length: headers['content-length'] }
      }),
    )
    expect(answers[0]?.status).toBe(200)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('takes the same number of statements, and no hashing, for all of them', async () => {
    const counts: Record<string, number> = {}
    const hashing = vi.mocked(hashes.hashPassword).mock.calls.length
    const fitting = vi.mocked(hashes.passwordFits).mock.calls.length
    for (const [kind, target] of Object.entries(targetsOf())) {
      const { statements } = await statementsOf(() => ask(way, target))
      expect(statements).toContain('commit')
      counts[kind] = statements.length
    }
    expect(new Set(Object.values(counts)).size, JSON.stringify(counts)).toBe(1)
    expect(counts.known).toBeGreaterThan(6)
    expect(vi.mocked(hashes.hashPassword).mock.calls.length).toBe(hashing)
    expect(vi.mocked(hashes.passwordFits).mock.calls.length).toBe(fitting)
  })
})

test('recipients and messages', async () => {
  await here.context.db.deleteFrom('message').execute()
  for (const target of Object.values(emails)) await ask('a link by mail', target)
  await here.context.db.deleteFrom('rate').execute()
  for (const target of Object.values(phones)) await ask('a code by SMS', target)
  const got: Record<string, readonly string[]> = {}
  for (const kind of Object.keys(emails)) {
    const both = [
      ...(await messagesTo(here, emails[kind] ?? '')),
      ...(await messagesTo(here, phones[kind] ?? '')),
    ]
    got[kind] = both.map((message) => message.kind)
  }
  expect(got).toEqual({
    known: ['recovery.link', 'recovery.code'],
    invited: ['recovery.link', 'recovery.code'],
    // An address that a phone account only claims may belong to someone else.
    phone: ['recovery.code'],
    social: ['recovery.social'],
    unknown: [],
    deleted: [],
    disabled: [],
  })
  const [social] = await messagesTo(here, emails.social ?? '')
  expect(social?.body).toContain('you log in with google')
  expect(social?.body).not.toContain('token=')
})

test('a code without an account is never right, and nothing reveals that', async () => {
  const asked = await ask('a code by SMS', phones.unknown ?? '')
  expect('meta' in asked.body && asked.body.meta).toMatchObject({ token: expect.any(String) })
})

test('requests are recorded, without the address and without a secret', async () => {
  await here.context.db.deleteFrom('message').execute()
  await ask('a link by mail', emails.known ?? '')
  await ask('a link by mail', emails.unknown ?? '')
  const rows = await here.context.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'password.resetAsked')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(rows.map(({ detail }) => detail)).toEqual([
    { by: 'link', known: false },
    { by: 'link', known: true },
  ])
  expect(JSON.stringify(rows)).not.toContain('example.com')
})
