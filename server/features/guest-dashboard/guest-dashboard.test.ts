import { v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#contract/accounts/accounts.ts'
import { confirmCode, sendCode } from '#contract/accounts/entry.ts'
import { limits } from '#contract/limits.ts'
import {
  guestCompanies,
  guestLogIn,
  guestLogOut,
  guestPortfolio,
  guestRecord,
  sendGuestCode,
} from '#contract/sharing/guest-dashboard.ts'
import { guestInfo } from '#contract/sharing/guests.ts'
import { generateLink, revokeAccess, sendLink } from '#contract/sharing/sharing.ts'
import { deleteSurvey } from '#contract/surveys/surveys.ts'
import { anotherThan } from '#server/testing/codes.ts'
import { askGuestCode, enterAsGuest, newGuestNumber } from '#server/testing/guest-session.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { messagesTo, sentCode } from '#server/testing/outbox.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let nell: MadeAccount
beforeAll(async () => {
  here = await testApp({ TRUST_PROXY: '1' })
  await addSampleTemplate(here)
  nell = await here.make.account({ firstName: 'Nell', isProven: true })
})
afterAll(() => here.close())

let places = 0
/** Limits count by address. */
const elsewhere = () => ({ headers: { 'x-forwarded-for': `10.9.0.${++places}` } })
const over = [401, ['token']]

async function shareWith(phone_number: string, owner = nell, name = 'Hill House') {
  const survey = await startSurvey(owner, { name })
  const link = await share(owner, survey.id)
  const body = { link_share_id: link.id, phone_number }
  const sent = await owner.api.call(sendLink, { body }, elsewhere())
  if (sent.status !== 200) throw new Error(`Not sent: ${JSON.stringify(sent.errors)}`)
  return { survey, link }
}
async function reportsOf(guest: TestApp['api']) {
  const { body } = await guest.call(guestPortfolio, {})
  return body.data.map(({ attributes }) => attributes.survey_name)
}
const tryCode = (token: string, otp_code: string) =>
  here.api.call(guestLogIn, { body: { data: { attributes: { otp_code, token } } } }, elsewhere())

describe('a code', () => {
  test.each(['212555010', '12125550100', '', 'abcdefghij', '+442071838750'])(
    'goes to exactly ten digits: not to %j',
    async (phone_number) => {
      const { status, errors } = await here.api.call(sendGuestCode, { body: { phone_number } })
      expect([status, errors]).toEqual([422, [{ phone_number: 'Phone number is not valid.' }]])
    },
  )

  test('is not sent without a number', async () => {
    expect((await here.api.call(sendGuestCode, { body: {} })).status).toBe(422)
  })

  test('has four digits, and goes to every number alike', async () => {
    const [known, unknown] = [newGuestNumber(), newGuestNumber()]
    await shareWith(known.typed)
    const answers = []
    for (const { typed, full } of [known, unknown]) {
      const body = { data: { attributes: { phone_number: typed } } }
      const sent = await here.api.call(sendGuestCode, { body }, elsewhere())
      expect(await sentCode(here, full)).toMatch(/^\d{4}$/)
      answers.push([sent.status, sent.body.data, sent.body.meta.code_length])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[2]).toBe(4)
  })

  test('opens nothing with other digits, and after five tries not even with its own', async () => {
    const { token, code } = await askGuestCode(here, newGuestNumber().typed)
    for (let tries = 0; tries < limits.codeTries; tries++) {
      const wrong = await tryCode(token, anotherThan(code))
      expect([wrong.status, wrong.errors]).toEqual([422, [{ otp_code: expect.any(String) }]])
    }
    expect((await tryCode(token, code)).status).toBe(422)
  })

  test('is no longer checked once a number’s guesses of the day are used up, from any source', async () => {
    const { full, typed } = newGuestNumber()
    let last = { token: '', code: '' }
    for (const tries of [limits.codeTries, limits.codeFailuresOfStrangers - limits.codeTries]) {
      last = await askGuestCode(here, typed)
      for (let tried = 0; tried < tries; tried++)
        expect((await tryCode(last.token, anotherThan(last.code))).status).toBe(422)
    }
    expect((await tryCode(last.token, last.code)).status).toBe(429)
    const wrong = here.context.db.selectFrom('audit').select('action').where('target_id', '=', full)
    expect((await wrong.execute()).map(({ action }) => action)).toContain('code.locked')
  })

  test('opens one session, once', async () => {
    const { token, code } = await askGuestCode(here, newGuestNumber().typed)
    const statuses = await Promise.all(Array.from({ length: 4 }, () => tryCode(token, code)))
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    expect((await tryCode(token, code)).status).toBe(422)
  })

  test('expires after its time', async () => {
    const own = await testAppForThisTest()
    const { token, code: otp_code } = await askGuestCode(own, newGuestNumber().typed)
    own.passTime(11 * 60_000)
    expect((await own.api.call(guestLogIn, { body: { token, otp_code } })).status).toBe(422)
  })

  test('from a login or a sign-up does not work for a guest, nor the other way around', async () => {
    const { full, typed } = newGuestNumber()
    const sent = await here.api.call(
      sendCode,
      { body: { data: { attributes: { full_phone_number: full, purpose: 'log-in' } } } },
      elsewhere(),
    )
    expect((await tryCode(sent.body.meta.token, await sentCode(here, full))).status).toBe(422)
    const { token, code } = await askGuestCode(here, typed)
    const attributes = { pin: code, token }
    expect((await here.api.call(confirmCode, { body: { data: { attributes } } }, elsewhere())).status).toBe(
      422,
    )
  })

  test('is sent three times in ten minutes, and is subject to the limits of all texts', async () => {
    const own = await testAppForThisTest({ SMS_COUNTRIES: 'US', SMS_PER_DAY: '4' })
    const body = { phone_number: newGuestNumber().typed }
    const sent = async (given: typeof body) => (await own.api.call(sendGuestCode, { body: given })).status
    for (const status of [200, 200, 200, 429]) expect(await sent(body)).toBe(status)
    expect(await sent({ phone_number: '2423225555' })).toBe(422)
    for (const status of [200, 429]) expect(await sent({ phone_number: newGuestNumber().typed })).toBe(status)
  })
})

describe('a guest’s session', () => {
  test('is recorded, and ends with its logout', async () => {
    const { full, typed } = newGuestNumber()
    const guest = await enterAsGuest(here, typed)
    const other = await enterAsGuest(here, typed)
    const left = await guest.call(guestLogOut, {})
    expect([left.status, left.body.data.message]).toEqual([200, 'You are logged out.'])
    for (const endpoint of [guestPortfolio, guestCompanies, guestRecord, guestLogOut] as const) {
      const { status, errors } = await guest.call(endpoint, {})
      expect([status, Object.keys(errors[0] ?? {})]).toEqual(over)
    }
    expect((await other.call(guestPortfolio, {})).status).toBe(200)
    const rows = await here.context.db
      .selectFrom('audit')
      .select('action')
      .where('target_id', '=', full)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['guest.loggedIn', 'guest.loggedIn', 'guest.loggedOut'])
  })

  test('ends after a day, even if the clock then goes back', async () => {
    const own = await testAppForThisTest()
    const guest = await enterAsGuest(own, newGuestNumber().typed)
    own.passTime(limits.sessionDay - 60_000)
    expect((await guest.call(guestPortfolio, {})).status).toBe(200)
    own.passTime(120_000)
    expect((await guest.call(guestPortfolio, {})).status).toBe(401)
    own.passTime(-limits.sessionDay)
    expect((await guest.call(guestPortfolio, {})).status).toBe(401)
  })

  test('that began while the clock was ahead does not last longer for that', async () => {
    const own = await testAppForThisTest()
    const ahead = 10 * limits.sessionDay
    own.passTime(ahead)
    const guest = await enterAsGuest(own, newGuestNumber().typed)
    own.passTime(-ahead)
    expect((await guest.call(guestPortfolio, {})).status).toBe(200)
    own.passTime(limits.sessionDay + 60_000)
    expect((await guest.call(guestPortfolio, {})).status).toBe(401)
  })

  test('is not stored in clear text', async () => {
    const guest = await enterAsGuest(here, newGuestNumber().typed)
    const rows = await here.context.db.selectFrom('guest_session').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(guest.token)
  })

  test('does not open the account with that number', async () => {
    const { full, typed } = newGuestNumber()
    const { db } = here.context
    const theo = await here.make.account({ firstName: 'Theo' })
    await db
      .updateTable('account')
      .set({ full_phone_number: full, phone_proven_at: new Date() })
      .where('id', '=', theo.id)
      .execute()
    const guest = await enterAsGuest(here, typed)
    expect((await guest.call(guestPortfolio, {})).status).toBe(200)
    expect((await guest.call(sessions, {})).status).toBe(401)
    const parts = { 'tus-resumable': '1.0.0', 'upload-length': '1', token: guest.token ?? '' }
    const upload = await here.app.inject({ method: 'POST', url: '/api/files/uploads', headers: parts })
    expect(upload.statusCode).toBe(401)
    expect((await theo.api.call(sessions, {})).body.data).toHaveLength(1)
    expect((await theo.api.call(guestPortfolio, {})).status).toBe(401)
  })
})

describe('the reports', () => {
  test('are only those sent to the number', async () => {
    const [mine, theirs] = [newGuestNumber(), newGuestNumber()]
    const { link } = await shareWith(mine.typed, nell, 'Hill House')
    await shareWith(theirs.typed, nell, 'Lake House')
    await share(nell, (await startSurvey(nell, { name: 'Only linked' })).id)
    const guest = await enterAsGuest(here, mine.typed)
    const { body } = await guest.call(guestPortfolio, {})
    expect(body.data).toMatchObject([
      {
        id: link.id,
        attributes: {
          survey_name: 'Hill House',
          company_name: 'Nell Rivera',
          shared_by: 'Nell Rivera',
          guest_survey_id: link.id,
          shareable_link: link.address,
          ends_at: null,
        },
      },
    ])
    // The returned link opens the report.
    const info = await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })
    expect(info.body.data.attributes.survey_name).toBe('Hill House')
    expect(await reportsOf(await enterAsGuest(here, newGuestNumber().typed))).toEqual([])
  })

  test('the message links to them', async () => {
    const { full, typed } = newGuestNumber()
    await shareWith(typed)
    expect((await messagesTo(here, full))[0]?.body).toContain('http://fieldbook.test/GuestLogin')
  })

  test('sent twice are listed once, newest first', async () => {
    const { typed } = newGuestNumber()
    const first = await shareWith(typed, nell, 'First')
    await shareWith(typed, nell, 'Second')
    const guest = await enterAsGuest(here, typed)
    expect(await reportsOf(guest)).toEqual(['Second', 'First'])
    const body = { link_share_id: first.survey.id, phone_number: typed }
    await nell.api.call(sendLink, { body }, { ...elsewhere(), key: newKey() })
    expect(await reportsOf(guest)).toEqual(['First', 'Second'])
  })

  test.each([
    ['revoked', (id: string) => nell.api.call(revokeAccess, { body: { link_share_id: id } })],
    ['replaced', (id: string) => nell.api.call(generateLink, { body: { link_share_id: id } })],
    ['deleted', (id: string) => nell.api.call(deleteSurvey, { params: { id } })],
  ])('go at once when they are %s', async (_, end) => {
    const { typed } = newGuestNumber()
    const { survey, link } = await shareWith(typed)
    const guest = await enterAsGuest(here, typed)
    expect(await reportsOf(guest)).toEqual(['Hill House'])
    expect((await end(survey.id)).status).toBe(200)
    expect(await reportsOf(guest)).toEqual([])
    expect((await guest.call(guestCompanies, {})).body.data).toEqual([])
    expect((await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })).status).toBe(410)
  })

  test('go when their link ends, and with their owner', async () => {
    const own = await testAppForThisTest({ TRUST_PROXY: '1' })
    await addSampleTemplate(own)
    const owner = await own.make.account({ isProven: true })
    const { typed } = newGuestNumber()
    await shareWith(typed, owner, 'Endless')
    const survey = await startSurvey(owner, { name: 'Ends' })
    await share(owner, survey.id, new Date(own.context.clock().getTime() + 3_600_000))
    const body = { link_share_id: survey.id, phone_number: typed }
    await owner.api.call(sendLink, { body }, elsewhere())
    const guest = await enterAsGuest(own, typed)
    expect(await reportsOf(guest)).toEqual(['Ends', 'Endless'])
    own.passTime(3_600_001)
    expect(await reportsOf(guest)).toEqual(['Endless'])
    const { db } = own.context
    await db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', owner.id).execute()
    expect(await reportsOf(guest)).toEqual([])
  })

  test('are counted by company, or by name if there is none', async () => {
    const { typed } = newGuestNumber()
    const { db } = here.context
    const make = async (company_name: string) => {
      const account = await here.make.account({ firstName: 'Ada', isProven: true })
      await db.updateTable('account').set({ company_name }).where('id', '=', account.id).execute()
      return account
    }
    const [one, other, alone] = [await make('Acme Wiring'), await make('ACME wiring'), await make('')]
    for (const owner of [alone, one, other]) await shareWith(typed, owner)
    const guest = await enterAsGuest(here, typed)
    const { body } = await guest.call(guestCompanies, {})
    expect(body.data.map(({ attributes }) => attributes)).toEqual([
      { company_name: 'ACME wiring', reports: 2 },
      { company_name: 'Ada Rivera', reports: 1 },
    ])
    const reports = await guest.call(guestPortfolio, {})
    expect(new Set(reports.body.data.map(({ attributes }) => attributes.company_id))).toEqual(
      new Set(body.data.map(({ id }) => id)),
    )
  })
})
