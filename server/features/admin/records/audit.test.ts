import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endSession, logIn, logOut, sessions } from '#contract/accounts/accounts.ts'
import { auditLog, listAccounts } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { guestInfo, guestPdfDownload, guestZip } from '#contract/sharing/guests.ts'
import { addMember } from '#contract/sharing/members.ts'
import { reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { activeLink, revokeAccess } from '#contract/sharing/sharing.ts'
import {
  createSurvey,
  deleteSurvey,
  listSurveys,
  restoreSurvey,
  submitSurvey,
} from '#contract/surveys/surveys.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { share } from '#server/testing/shared-survey.ts'
import {
  addSampleTemplate,
  allMandatory,
  sampleTemplate,
  save,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let ada: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  ada = await here.make.account({ role: 'admin', firstName: 'Ada' })
})
afterAll(() => here.close())

type Query = Parameters<typeof ask>[0]
async function ask(
  query: {
    account_id?: string
    action?: 'survey.created' | 'link.opened' | 'access.denied' | 'survey.exported'
    start_date?: string
    end_date?: string
    time_zone?: string
    before?: string
    per_page?: string
  },
  by = ada,
) {
  return by.api.call(auditLog, { query })
}
const actions = async (query: Query) =>
  (await ask(query)).body.data.map(({ attributes }) => attributes.action)

test('is only for administrators with a full session', async () => {
  const sam = await here.make.account()
  const restricted = await here.make.account({ role: 'admin', passwordIsOwn: false })
  const refused = []
  for (const { api } of [{ api: here.api }, sam, restricted])
    refused.push((await api.call(auditLog, { query: {} })).status)
  expect(refused).toEqual([401, 403, 403])
})

test('is append-only: no row is changed, deleted or cleaned up, not even by the program', async () => {
  const { db } = here.context
  await recordAudit(
    db,
    { now: new Date(), address: '', userAgent: '' },
    { action: 'terms.changed', accountId: null },
  )
  const attempts = [
    () => db.updateTable('audit').set({ action: 'login.failed' }).execute(),
    () => db.deleteFrom('audit').execute(),
    () => sql`truncate audit`.execute(db),
    () => sql`delete from audit where false`.execute(db),
  ]
  const before = await db.selectFrom('audit').selectAll().execute()
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow('append-only')
  expect(await db.selectFrom('audit').selectAll().orderBy('id').execute()).toHaveLength(before.length)
})

describe('it records', () => {
  test('making, submitting, deleting and restoring a survey, each once', async () => {
    const sam = await here.make.account()
    const survey = await startSurvey(sam, { id: newId(), name: 'Secret House' })
    const body = {
      id: survey.id,
      survey_template_id: sampleTemplate.id,
      survey_name: 'Secret House',
      owner_name: 'Mrs Dudley',
    }
    expect((await sam.api.call(createSurvey, { body })).status).toBe(201)
    await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Completed' } })
    await save(sam, survey, allMandatory)
    for (let n = 0; n < 2; n++)
      await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Completed' } })
    for (let n = 0; n < 2; n++) await sam.api.call(deleteSurvey, { params: { id: survey.id } })
    for (let n = 0; n < 2; n++) await sam.api.call(restoreSurvey, { params: { id: survey.id } })
    const { body: log } = await ask({ account_id: sam.id })
    const rows = log.data.filter(({ attributes }) => attributes.action.startsWith('survey.'))
    expect(rows.map(({ attributes }) => attributes.action)).toEqual([
      'survey.restored',
      'survey.deleted',
      'survey.submitted',
      'survey.created',
    ])
    expect(rows[0]?.attributes).toMatchObject({
      account_id: sam.id,
      account_name: 'Sam Rivera',
      target_type: 'survey',
      target_id: survey.id,
      target_name: null,
      target_owner: 'Sam Rivera',
      address: '127.0.0.1',
    })
    expect(JSON.stringify(log)).not.toMatch(/Secret House|Dudley/)
  })

  test('access grants, with names', async () => {
    const sam = await here.make.account({ isProven: true })
    const nell = await here.make.account({ firstName: 'Nell', isProven: true })
    const survey = await startSurvey(sam)
    await sam.api.call(addMember, {
      params: { id: survey.id },
      body: { email: nell.email, role: 'editor' },
    })
    const { body } = await ask({ account_id: sam.id })
    const added = body.data.find(({ attributes }) => attributes.action === 'member.added')
    expect(added?.attributes).toMatchObject({ target_owner: 'Sam Rivera', target_id: survey.id })
    expect(Object.values(added?.attributes.detail ?? {})).toContain('Nell Rivera')
    expect(JSON.stringify(added?.attributes.detail)).not.toContain(nell.id)
  })

  test('creating, opening and revoking a link, without its secrets', async () => {
    const sam = await here.make.account()
    const survey = await startSurvey(sam)
    const link = await share(sam, survey.id)
    const query = { link_share_id: link.id, link_token: link.token }
    await here.api.call(activeLink, { query })
    await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })
    await here.api.call(activeLink, { query: { ...query, link_token: 'x'.repeat(43) } })
    await sam.api.call(activeLink, { query: { user_survey_id: survey.id } })
    for (let n = 0; n < 2; n++) await sam.api.call(revokeAccess, { body: { link_share_id: survey.id } })
    const { body } = await ask({})
    const rows = body.data.filter(({ attributes }) => attributes.target_id === survey.id)
    expect(rows.map(({ attributes }) => [attributes.action, attributes.account_id])).toEqual([
      ['link.revoked', sam.id],
      ['link.opened', null],
      ['link.generated', sam.id],
      ['survey.created', sam.id],
    ])
    expect(rows[1]?.attributes.detail).toEqual(rows[2]?.attributes.detail)
    const said = JSON.stringify(body)
    expect([said.includes(link.id), said.includes(link.token)]).toEqual([false, false])
  })

  test('a flood of openings as a few', async () => {
    const sam = await here.make.account()
    const link = await share(sam, (await startSurvey(sam)).id)
    const query = { link_share_id: link.id, link_token: link.token }
    for (let n = 0; n < limits.openingsPerMinute + 5; n++) await here.api.call(activeLink, { query })
    expect(await actions({ action: 'link.opened', per_page: '100' })).toHaveLength(
      limits.openingsPerMinute + 1,
    )
  })

  test('sessions that end', async () => {
    const sam = await here.make.account()
    const { body } = await here.api.call(logIn, {
      body: { data: { attributes: { email: sam.email, password: goodPassword } } },
    })
    const other = here.api.withToken(body.meta.token)
    const { body: listed } = await sam.api.call(sessions, {})
    const mine = listed.data.find(({ attributes }) => attributes.is_current)
    await other.call(endSession, { params: { id: mine?.id ?? '' } })
    await other.call(endSession, { params: { id: mine?.id ?? '' } })
    await other.call(logOut, {})
    expect((await actions({ account_id: sam.id })).slice(0, 2)).toEqual(['login.ended', 'session.ended'])
  })

  test('exports by owner and guest', async () => {
    const sam = await here.make.account()
    const survey = await startSurvey(sam)
    const link = await share(sam, survey.id)
    await sam.api.call(reportDownload, { params: { id: survey.id } })
    await sam.api.call(zipDownload, { query: { user_survey_id: survey.id } })
    await here.api.call(guestPdfDownload, { query: { guest_survey_id: link.id } })
    await here.api.call(guestZip, { query: { guest_survey_id: link.id } })
    const { body } = await ask({ action: 'survey.exported' })
    expect(
      body.data.map(({ attributes }) => [attributes.account_id, attributes.target_id, attributes.detail]),
    ).toEqual([
      [null, survey.id, { what: 'zip', by: 'guest' }],
      [null, survey.id, { what: 'pdf', by: 'guest' }],
      [sam.id, survey.id, { what: 'zip', by: 'owner' }],
      [sam.id, survey.id, { what: 'pdf', by: 'owner' }],
    ])
  })

  test('calls that were denied; of a flood only the first ones', async () => {
    const sam = await here.make.account()
    const restricted = await here.make.account({ passwordIsOwn: false })
    for (let n = 0; n < limits.deniedPerMinute + 5; n++)
      expect((await sam.api.call(listAccounts, { query: {} })).status).toBe(403)
    await restricted.api.call(listSurveys, { query: {} })
    const mine = await ask({ account_id: sam.id, action: 'access.denied' })
    expect(mine.body.data).toHaveLength(limits.deniedPerMinute)
    expect(mine.body.data[0]?.attributes).toMatchObject({
      account_name: 'Sam Rivera',
      target_type: 'call',
      target_id: 'admin.listAccounts',
      detail: { why: 'access.denied' },
    })
    const theirs = await ask({ account_id: restricted.id, action: 'access.denied' })
    expect(theirs.body.data.map(({ attributes }) => [attributes.target_id, attributes.detail])).toEqual([
      ['surveys.list', { why: 'session.restricted' }],
    ])
    here.passTime(61_000)
    await sam.api.call(listAccounts, { query: {} })
    expect((await ask({ account_id: sam.id, action: 'access.denied' })).body.data).toHaveLength(
      limits.deniedPerMinute + 1,
    )
  })
})

describe('reading it', () => {
  let own: TestApp
  let boss: MadeAccount
  const gone = newId()
  const sam = newId()
  async function record(at: string, accountId: string | null, target?: { type: string; id: string }) {
    const origin = { now: new Date(at), address: '203.0.113.7', userAgent: 'Test/1' }
    await recordAudit(own.context.db, origin, {
      action: 'terms.changed',
      accountId,
      ...(target ? { target } : {}),
    })
  }
  const minutesOf = async (query: Query) =>
    (await ask(query, boss)).body.data
      .filter(({ attributes }) => attributes.action === 'terms.changed')
      .map(({ attributes }) => attributes.at.slice(5, 16))

  beforeAll(async () => {
    own = await testApp()
    boss = await own.make.account({ role: 'admin', firstName: 'Ada' })
    await record('2026-03-07T23:59:00Z', sam)
    await record('2026-03-08T00:00:00Z', gone)
    await record('2026-03-09T12:00:00Z', null, { type: 'account', id: boss.id })
    await record('2026-03-09T12:00:00Z', boss.id, { type: 'survey', id: 'not an id' })
    await record('2026-03-10T00:00:00Z', boss.id, { type: 'account', id: 'not an id' })
  })
  afterAll(() => own.close())

  test('newest first, filtered by days in the given time zone', async () => {
    expect(await minutesOf({ start_date: '08-03-2026', end_date: '09-03-2026' })).toEqual([
      '03-09T12:00',
      '03-09T12:00',
      '03-08T00:00',
    ])
    const time_zone = 'America/New_York'
    expect(await minutesOf({ start_date: '07-03-2026', end_date: '07-03-2026', time_zone })).toEqual([
      '03-08T00:00',
      '03-07T23:59',
    ])
    expect((await ask({ start_date: '31-02-2026' }, boss)).status).toBe(422)
  })

  test('by account: what it did and what was done to it; no name is made up', async () => {
    const { body } = await ask({ account_id: boss.id, end_date: '11-03-2026' }, boss)
    expect(body.data.map(({ attributes }) => [attributes.account_name, attributes.target_name])).toEqual([
      ['Ada Rivera', null],
      ['Ada Rivera', null],
      [null, 'Ada Rivera'],
    ])
    const { body: other } = await ask({ account_id: gone }, boss)
    expect(other.data[0]?.attributes).toMatchObject({
      account_id: gone,
      account_name: null,
      address: '203.0.113.7',
      user_agent: 'Test/1',
    })
  })

  test('page by page, each row once, even for rows of the same moment and while rows are added', async () => {
    const seen: string[] = []
    let before: string | undefined
    do {
      const { body } = await ask(
        { end_date: '11-03-2026', per_page: '2', ...(before ? { before } : {}) },
        boss,
      )
      seen.push(...body.data.map(({ id }) => id))
      before = body.meta.next ?? undefined
      await own.api.call(auditLog, { query: {} })
    } while (before)
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
    expect((await ask({ before: newId() }, boss)).body).toEqual({ data: [], meta: { next: null } })
    const most = await ask({ per_page: '100000' }, boss)
    expect(most.body.data.length).toBeLessThanOrEqual(limits.listPageSizeMax)
  })
})

test('a refusal holds even if it could not be recorded', async () => {
  const broken = await testAppForThisTest()
  const eve = await broken.make.account()
  await sql`alter table audit rename to audit_elsewhere`.execute(broken.context.db)
  expect((await eve.api.call(listAccounts, { query: {} })).status).toBe(403)
})
