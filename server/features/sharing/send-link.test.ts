import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { addMember } from '#contract/sharing/members.ts'
import { generateLink, revokeAccess, sendLink } from '#contract/sharing/sharing.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let nell: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
beforeEach(async () => {
  // Links are counted per account: each test has its own hour.
  nell = await here.make.account({ firstName: 'Nell', isProven: true })
})
afterAll(() => here.close())

const someone = () => `${newId()}@example.com`
let lastNumber = 0
const number = () => `212555${String(++lastNumber).padStart(4, '0')}`
const expired = [410, [{ message: 'This link has expired' }]]
const notFound = [404, [{ message: 'Not found.' }]]

interface To {
  readonly email?: string
  readonly phone_number?: string
}
async function send(by: MadeAccount, link_share_id: string, to: To, key = newKey()) {
  const { status, errors, body } = await by.api.call(sendLink, { body: { link_share_id, ...to } }, { key })
  return { answer: [status, errors], said: body?.data?.message }
}
async function sharedSurvey(owner = nell, name = 'Hill House') {
  const survey = await startSurvey(owner, { name })
  return { survey, link: await share(owner, survey.id) }
}

describe('access', () => {
  test('only the owner sends links', async () => {
    const { survey, link } = await sharedSurvey()
    const [eve, editor] = [
      await here.make.account({ isProven: true }),
      await here.make.account({ isProven: true }),
    ]
    const body = { email: editor.email, role: 'editor' } as const
    await nell.api.call(addMember, { params: { id: survey.id }, body })
    const email = someone()
    for (const named of [survey.id, link.id]) {
      expect((await here.api.call(sendLink, { body: { link_share_id: named, email } })).status).toBe(401)
      expect((await send(eve, named, { email })).answer).toEqual(notFound)
      expect((await send(editor, named, { email })).answer[0]).toBe(403)
    }
    for (const named of [newId(), 'x'.repeat(22)])
      expect((await send(nell, named, { email })).answer).toEqual(notFound)
    expect(await messagesTo(here, email)).toEqual([])
  })

  test('an unproven account may send a few, then no more until it is proven', async () => {
    const unknown = await here.make.account({ firstName: 'Your bank' })
    const { survey } = await sharedSurvey(unknown)
    for (let count = 0; count < limits.linksSentUnprovenPerDay; count++)
      expect((await send(unknown, survey.id, { email: someone() })).answer[0]).toBe(200)
    const email = someone()
    expect((await send(unknown, survey.id, { email })).answer).toEqual([
      422,
      [
        {
          message:
            'Please confirm your own email address first: people see your name when you send them a link.',
        },
      ],
    ])
    expect(await messagesTo(here, email)).toEqual([])
    const { db } = here.context
    const { id } = unknown
    await db.updateTable('account').set({ phone_proven_at: new Date() }).where('id', '=', id).execute()
    expect((await send(unknown, survey.id, { email })).answer[0]).toBe(200)
  })

  test('only a live link is sent, and no other in its place', async () => {
    const survey = await startSurvey(nell)
    const email = someone()
    expect((await send(nell, survey.id, { email })).answer).toEqual(expired)
    const first = await share(nell, survey.id)
    const second = await share(nell, survey.id)
    expect((await send(nell, first.id, { email })).answer).toEqual(expired)
    expect((await send(nell, second.id, { email })).answer[0]).toBe(200)
    await nell.api.call(revokeAccess, { body: { link_share_id: survey.id } })
    for (const named of [survey.id, second.id])
      expect((await send(nell, named, { email })).answer).toEqual(expired)
    expect(await messagesTo(here, email)).toHaveLength(1)
  })
})

describe('a mail', () => {
  test('brings the link, by the survey’s id or the link’s, and is recorded', async () => {
    const { survey, link } = await sharedSurvey()
    for (const named of [survey.id, link.id]) {
      const email = someone()
      const { answer, said } = await send(nell, named, { email: ` ${email.toUpperCase()} ` })
      expect([answer[0], said]).toEqual([
        200,
        `Email and text messages aren’t set up. Your administrator can read the message to ${email} and pass it on.`,
      ])
      const [mail] = await messagesTo(here, email)
      expect(mail).toMatchObject({ channel: 'email', subject: 'Nell Rivera shared a survey report with you' })
      expect(mail?.body).toContain(link.address)
      expect(mail?.body).toContain('They named the survey: “Hill House”')
    }
    const rows = await here.context.db
      .selectFrom('audit')
      .select(['account_id', 'detail'])
      .where('target_id', '=', survey.id)
      .where('action', '=', 'link.sent')
      .execute()
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      account_id: nell.id,
      detail: { recipient: expect.stringContaining('@example.com') },
    })
    expect(JSON.stringify(rows)).not.toContain(link.id)
  })

  test('says that it is on its way when a mail server is set up', async () => {
    const own = await testAppForThisTest({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'f@example.com' })
    await addSampleTemplate(own)
    const owner = await own.make.account({ isProven: true })
    const { survey } = await sharedSurvey(owner)
    const { said } = await send(owner, survey.id, { email: 'guest@example.com' })
    expect(said).toBe('The link is on its way to guest@example.com.')
  })

  test('quotes the sharer’s words as theirs', async () => {
    const named = 'Log in: https://evil.example/x <b>now</b> “or else” mail@evil.example'
    const { survey } = await sharedSurvey(nell, named)
    const email = someone()
    await send(nell, survey.id, { email })
    const [mail] = await messagesTo(here, email)
    for (const text of [mail?.subject, mail?.body, mail?.html]) expect(text).not.toMatch(/evil\.example/)
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.subject).not.toMatch(/https?:|@/)
  })

  test('gets the same answer whether or not the recipient has an account', async () => {
    const { survey } = await sharedSurvey()
    const stranger = someone()
    const { email } = await here.make.account({ isProven: true })
    const [known, unknown] = [
      await send(nell, survey.id, { email }),
      await send(nell, survey.id, { email: stranger }),
    ]
    expect(known.answer).toEqual(unknown.answer)
    expect(known.said?.replace(email, '')).toBe(unknown.said?.replace(stranger, ''))
    const [[one], [other]] = [await messagesTo(here, email), await messagesTo(here, stranger)]
    expect([one?.subject, one?.body, one?.account_id]).toEqual([other?.subject, other?.body, null])
  })

  test('goes out once per key', async () => {
    const { survey } = await sharedSurvey()
    const [email, key] = [someone(), newKey()]
    for (const _ of ['first', 'again'])
      expect((await send(nell, survey.id, { email }, key)).answer[0]).toBe(200)
    expect(await messagesTo(here, email)).toHaveLength(1)
  })

  test('is not sent once the link has ended', async () => {
    const survey = await startSurvey(nell)
    const ends = new Date(here.context.clock().getTime() + 3_600_000)
    await nell.api.call(generateLink, { body: { link_share_id: survey.id, ends_at: ends.toISOString() } })
    const email = someone()
    await send(nell, survey.id, { email })
    expect((await messagesTo(here, email))[0]?.expires_at).toEqual(ends)
  })
})

describe('a recipient', () => {
  test.each([
    [{ email: 'nobody' }, { email: 'The email address you entered is not valid.' }],
    [{ email: '' }, { email: 'The email address you entered is not valid.' }],
    [{}, { email: 'The email address you entered is not valid.' }],
    [
      { email: 'a@example.com', phone_number: '2125550100' },
      { email: 'The email address you entered is not valid.' },
    ],
    [{ phone_number: '212555010' }, { phone_number: 'Phone number is not valid.' }],
    [{ phone_number: '12125550100' }, { phone_number: 'Phone number is not valid.' }],
    [{ phone_number: '+442071838750' }, { phone_number: 'Phone number is not valid.' }],
  ])('%j is refused', async (to, error) => {
    const { survey } = await sharedSurvey()
    expect((await send(nell, survey.id, to)).answer).toEqual([422, [error]])
  })

  test('gets ten links an hour, no matter who sends them', async () => {
    const email = someone()
    const others = [nell, await here.make.account({ isProven: true })]
    const shared = await Promise.all(others.map(async (by) => ({ by, ...(await sharedSurvey(by)) })))
    for (let n = 0; n < limits.sharedMailsPerPersonHour; n++) {
      const one = shared[n % 2]
      if (one) expect((await send(one.by, one.survey.id, { email })).answer[0]).toBe(200)
    }
    for (const { by, survey } of shared) expect((await send(by, survey.id, { email })).answer[0]).toBe(429)
    expect(await messagesTo(here, email)).toHaveLength(limits.sharedMailsPerPersonHour)
  })

  test('is one of sixty an hour per account', async () => {
    const own = await testAppForThisTest()
    await addSampleTemplate(own)
    const owner = await own.make.account({ isProven: true })
    const { survey } = await sharedSurvey(owner)
    for (let n = 0; n < limits.linksSentPerHour; n++) await send(owner, survey.id, { email: someone() })
    expect((await send(owner, survey.id, { email: someone() })).answer[0]).toBe(429)
  })
})

describe('a text', () => {
  test('goes to a number however its digits were grouped, and is kept with the link', async () => {
    const { survey, link } = await sharedSurvey()
    const { answer, said } = await send(nell, survey.id, { phone_number: '(212) 555-9876' })
    expect([answer[0], said]).toEqual([
      200,
      'Email and text messages aren’t set up. Your administrator can read the message to +12125559876 and pass it on.',
    ])
    const [text] = await messagesTo(here, '+12125559876')
    expect(text).toMatchObject({ channel: 'sms', subject: '' })
    expect(text?.body).toContain(link.address)
    // A letter outside the basic SMS alphabet turns one message into three.
    expect(text?.body).toMatch(/^[\x20-\x7e\n]+$/)
    const kept = here.context.db.selectFrom('phone_share').selectAll().where('link_id', '=', link.id)
    expect(await kept.execute()).toMatchObject([{ phone: '+12125559876' }])
  })

  test('is subject to the limits of all texts', async () => {
    const own = await testAppForThisTest({ SMS_COUNTRIES: 'US', SMS_PER_DAY: '2' })
    await addSampleTemplate(own)
    const owner = await own.make.account({ isProven: true })
    const { survey } = await sharedSurvey(owner)
    // The Bahamas: ten digits after the same +1.
    expect((await send(owner, survey.id, { phone_number: '2423225555' })).answer).toEqual([
      422,
      [{ full_phone_number: expect.any(String) }],
    ])
    for (const expectedStatus of [200, 200, 429])
      expect((await send(owner, survey.id, { phone_number: number() })).answer[0]).toBe(expectedStatus)
  })
})
