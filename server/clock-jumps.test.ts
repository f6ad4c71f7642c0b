import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, resetPassword, sessions } from '#contract/accounts/accounts.ts'
import { confirmCode } from '#contract/accounts/entry.ts'
import { askResetLink, checkResetLink } from '#contract/accounts/recovery.ts'
import { limits } from '#contract/limits.ts'
import { uploadMedia } from '#contract/media/media.ts'
import { guestInfo } from '#contract/sharing/guests.ts'
import { surveyDetail } from '#contract/surveys/surveys.ts'
import { aheadSince, tidy } from '#server/housekeeping.ts'
import { askCode, newNumber } from '#server/testing/codes.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { phonePhoto, photoPart } from '#server/testing/media.ts'
import { mailedToken } from '#server/testing/outbox.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, detailOf, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let here: TestApp
beforeAll(async () => {
  here = await testApp({ TRUST_PROXY: '1' })
  await addSampleTemplate(here)
})
afterAll(() => here.close())

let addresses = 0
function newPlace() {
  return { headers: { 'x-forwarded-for': `10.7.0.${++addresses}` } }
}

/** Runs work while the server's clock is wrong. */
async function whileAhead<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  here.passTime(milliseconds)
  try {
    return await work()
  } finally {
    here.passTime(-milliseconds)
  }
}

/** Any call makes the server read its clock. */
async function anyCall(): Promise<void> {
  await here.api.call(checkResetLink, { query: { token: 'A'.repeat(43) } }, newPlace())
}

function enter({ email }: MadeAccount, password: string, place = newPlace()) {
  return here.api.call(logIn, { body: { data: { attributes: { email, password } } } }, place)
}

async function statusOf(api: MadeAccount['api']): Promise<number> {
  return (await api.call(sessions, {})).status
}

test('a limit reached while the clock was ahead lasts no longer than its window', async () => {
  const owner = await here.make.account()
  const place = newPlace()
  const window = 1_000 * Math.max(...(logIn.rates ?? []).map(({ seconds }) => seconds))
  await whileAhead(day, async () => {
    for (;;) if ((await enter(owner, 'wrong', place)).status === 429) return
  })
  const refused = await enter(owner, goodPassword, place)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after']) * 1_000).toBeLessThanOrEqual(window)
  here.passTime(window + 1_000)
  expect((await enter(owner, goodPassword, place)).status).toBe(200)
})

test('an expired or used link stays invalid after the clock comes back', async () => {
  const linkFor = async (owner: MadeAccount) => {
    await here.api.call(askResetLink, { body: { data: { attributes: { email: owner.email } } } }, newPlace())
    return mailedToken(here, owner.email)
  }
  const check = async (token: string) => (await here.api.call(checkResetLink, { query: { token } })).status
  const [sam, ada] = [await here.make.account(), await here.make.account()]
  const [old, used] = [await linkFor(sam), await linkFor(ada)]
  const password = { new_password: 'Kestrel-Attic-19', confirm_password: 'Kestrel-Attic-19' }
  const reset = (token: string) =>
    here.api.call(resetPassword, { body: { data: { attributes: { token, ...password } } } }, newPlace())
  expect((await reset(used)).status).toBe(200)
  expect(await check(old)).toBe(200)
  await whileAhead(day, async () => expect([await check(old), await check(used)]).toEqual([410, 410]))
  expect([await check(old), await check(used), (await reset(old)).status]).toEqual([410, 410, 410])
})

test('a link created while the clock was ahead has the usual lifetime', async () => {
  const sam = await here.make.account()
  const body = { data: { attributes: { email: sam.email } } }
  await whileAhead(day, async () => here.api.call(askResetLink, { body }, newPlace()))
  const token = await mailedToken(here, sam.email)
  await anyCall()
  here.passTime(here.context.config.resetTtl + minute)
  expect((await here.api.call(checkResetLink, { query: { token } })).status).toBe(410)
})

test('an expired code stays expired, and a code created while the clock was ahead has the usual lifetime', async () => {
  const give = ({ token, code }: { token: string; code: string }) =>
    here.api.call(confirmCode, { body: { data: { attributes: { token, pin: code } } } }, newPlace())
  const old = await askCode(here, newNumber())
  await whileAhead(day, async () => expect((await give(old)).status).toBe(422))
  expect((await give(old)).status).toBe(422)
  const early = await whileAhead(day, () => askCode(here, newNumber()))
  await anyCall()
  here.passTime(Math.max(here.context.config.otpTtl, limits.codeConfirmed) + minute)
  expect((await give(early)).status).toBe(422)
})

test('an expired session stays expired, and a session started while the clock was ahead lasts one day', async () => {
  const sam = await here.make.account()
  const early = await whileAhead(day + hour, async () => {
    expect(await statusOf(sam.api)).toBe(401)
    return here.make.again(sam)
  })
  expect([await statusOf(sam.api), await statusOf(early.api)]).toEqual([401, 200])
  here.passTime(limits.sessionDay - hour)
  expect(await statusOf(early.api)).toBe(200)
  here.passTime(2 * hour)
  expect(await statusOf(early.api)).toBe(401)
})

test('a session used while the clock was ahead ends after the usual idle time', async () => {
  const idle = here.context.config.sessionIdle
  const sam = await here.make.account()
  const { token } = (
    await here.api.call(
      logIn,
      { body: { data: { attributes: { email: sam.email, password: goodPassword, remember_me: true } } } },
      newPlace(),
    )
  ).body.meta
  const long = here.api.withToken(token)
  await whileAhead(10 * day, async () => expect(await statusOf(long)).toBe(200))
  await anyCall()
  here.passTime(idle + hour)
  expect(await statusOf(long)).toBe(401)
})

test('an expired one-time password stays expired', async () => {
  const guest = await here.make.account({ passwordIsOwn: false })
  const ends = new Date(here.context.clock().getTime() + hour)
  await here.context.db
    .updateTable('account')
    .set({ one_time_password_ends_at: ends })
    .where('id', '=', guest.id)
    .execute()
  await whileAhead(day, async () => expect((await enter(guest, goodPassword)).status).toBe(401))
  expect((await enter(guest, goodPassword)).status).toBe(401)
})

test('a share link that has ended stays closed', async () => {
  const sam = await here.make.account()
  const survey = await startSurvey(sam)
  const { id } = await share(sam, survey.id, new Date(here.context.clock().getTime() + hour))
  const open = async () =>
    (await here.api.call(guestInfo, { query: { guest_survey_id: id } }, newPlace())).status
  expect(await open()).toBe(200)
  await whileAhead(day, async () => expect(await open()).toBe(410))
  expect(await open()).toBe(410)
})

test('rejects an address signed while the clock was ahead', async () => {
  const sam = await here.make.account()
  const survey = await startSurvey(sam)
  const answer = detailOf(survey, 'Building', 'Notes').id
  await sam.api.upload(
    uploadMedia,
    [['user_survey_media[user_survey_sub_section_detail_id]', answer]],
    [photoPart(await phonePhoto())],
  )
  const addressOf = async (api: MadeAccount['api']) => {
    const { body } = await api.call(surveyDetail, { params: { id: survey.id } })
    return detailOf(body.data.attributes, 'Building', 'Notes').photos[0]?.original_url ?? ''
  }
  const early = await whileAhead(hour * 20, () => addressOf(sam.api))
  expect((await here.api.open(early)).statusCode).toBe(410)
  expect((await here.api.open(await addressOf(sam.api))).statusCode).toBe(200)
})

test('a clock that jumps ahead does not purge deleted data', async () => {
  const sam = await here.make.account()
  const survey = await startSurvey(sam)
  const deleted_at = new Date(here.context.clock().getTime() - (limits.restoreDays - 1) * day)
  await here.context.db.updateTable('survey').set({ deleted_at }).where('id', '=', survey.id).execute()
  const isThere = async () => {
    const rows = await here.context.db.selectFrom('survey').select('id').where('id', '=', survey.id).execute()
    return rows.length === 1
  }
  let steady = 0
  const ahead = aheadSince(here.context.clock, () => steady)
  await whileAhead(2 * day, () => tidy(here.context, { ahead: ahead() }))
  expect(await isThere()).toBe(true)
  here.passTime(2 * day)
  steady += 2 * day
  await tidy(here.context, { ahead: ahead() })
  expect(await isThere()).toBe(false)
})
