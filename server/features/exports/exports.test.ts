import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { addMember, removeMember } from '#contract/sharing/members.ts'
import { zipDownload } from '#contract/sharing/reports.ts'
import { removeTeamMember } from '#contract/sharing/teams.ts'
import {
  createExport,
  deleteExport,
  exportDetail,
  exportFile,
  listExports,
} from '#contract/surveys/exports.ts'
import { deleteSurvey, submitSurvey, surveyDetail } from '#contract/surveys/surveys.ts'
import { holderOf, signTicket } from '#server/http/ticket.ts'
import {
  countStoredFiles,
  downloadOf,
  exportOf,
  finishedExport,
  holdExports,
  requestExport,
} from '#server/testing/export-jobs.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { picturedSurvey, share } from '#server/testing/shared-survey.ts'
import {
  addSampleTemplate,
  allMandatory,
  sampleTemplate,
  save,
  startSurvey,
} from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { fromBuffer, listZip } from '#server/testing/unzipped.ts'

let here: TestApp
let owner: MadeAccount
let other: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  ;[owner, other] = [await here.make.account({ isProven: true }), await here.make.account({ isProven: true })]
})

const notFound = [404, [{ message: 'Not found.' }]]

describe('access', () => {
  test('needs a session: neither a stranger nor a guest with a link may call it', async () => {
    const survey = await startSurvey(owner)
    const link = await share(owner, survey.id)
    const id = newId()
    for (const api of [here.api, here.api.withToken(link.token)]) {
      const body = { format: 'csv', user_survey_id: survey.id } as const
      expect((await api.call(createExport, { body })).status).toBe(401)
      expect((await api.call(listExports, {})).status).toBe(401)
      expect((await api.call(exportDetail, { params: { id } })).status).toBe(401)
      expect((await api.call(deleteExport, { params: { id } })).status).toBe(401)
    }
    const guest = { method: 'POST', url: `/api/bx_block_survey/exports?guest_survey_id=${link.id}` } as const
    expect((await here.app.inject({ ...guest, payload: { format: 'csv' } })).statusCode).toBe(401)
    expect((await here.api.call(exportFile, { params: { ticket: 'x' } })).status).toBe(404)
  })

  test('someone else’s export is neither shown, listed, downloaded nor removed', async () => {
    await startSurvey(owner)
    const { id, url } = await finishedExport(here, owner)
    const one = { params: { id } }
    for (const call of [exportDetail, deleteExport]) {
      const { status, errors } = await other.api.call(call, one)
      expect([status, errors]).toEqual(notFound)
    }
    expect((await other.api.call(listExports, {})).body.data).toEqual([])
    const { ticketKey, clock } = here.context
    const signed = (holder: Parameters<typeof signTicket>[1]['holder']) =>
      `/api/files/exports/${signTicket(
        ticketKey,
        { what: 'export', subject: id, rendition: 'none', holder },
        clock(),
      )}`
    const opened = async (address: string) => (await here.api.open(address)).statusCode
    expect(await opened(signed(holderOf(owner)))).toBe(200)
    expect(await opened(signed(holderOf(other)))).toBe(404)
    expect(await opened(signed({ link: newId() }))).toBe(404)
    expect(await opened(signed({ account: owner.id, session: other.sessionId }))).toBe(410)
    expect(await opened(String(url).replace('/exports/', '/attachments/'))).toBe(404)
    await here.context.db.deleteFrom('session').where('id', '=', owner.sessionId).execute()
    expect(await opened(String(url))).toBe(410)
  })

  test('named surveys must all be readable', async () => {
    const [own, foreign] = [await startSurvey(owner), await startSurvey(other)]
    for (const user_survey_id of [foreign.id, [own.id, foreign.id], newId()]) {
      const { status, errors } = await requestExport(owner, { user_survey_id })
      expect([status, errors]).toEqual(notFound)
    }
    await owner.api.call(deleteSurvey, { params: { id: own.id } })
    expect((await requestExport(owner, { user_survey_id: own.id })).status).toBe(404)
    expect((await owner.api.call(listExports, {})).body.data).toEqual([])
  })

  test('a filter selects no survey of strangers, also not for an admin', async () => {
    await startSurvey(owner, { name: 'Private House' })
    const admin = await here.make.account({ role: 'admin' })
    for (const one of [other, admin]) {
      const { surveys, url } = await finishedExport(here, one)
      expect(surveys).toBe(0)
      expect((await downloadOf(here, url)).text).not.toContain('Private House')
    }
  })

  test('rights count when the file is written: a removed member’s export lacks the survey', async () => {
    const [secret, open] = [
      await startSurvey(owner, { name: 'Secret House' }),
      await startSurvey(owner, { name: 'Open House' }),
    ]
    const at = (id: string) => ({ params: { id }, body: { email: other.email, role: 'viewer' } as const })
    const { body } = await owner.api.call(addMember, at(secret.id))
    await owner.api.call(addMember, at(open.id))
    const release = holdExports(here)
    const named = await requestExport(other, { user_survey_id: [secret.id, open.id] })
    const filtered = await requestExport(other, { search_query: 'House' })
    expect([named.status, filtered.status]).toEqual([202, 202])
    const params = { id: secret.id, member_id: body.data.id }
    expect((await owner.api.call(removeMember, { params })).status).toBe(200)
    await release()
    for (const { id } of [named.body.data, filtered.body.data]) {
      const { state, surveys, url } = (await exportOf(other, id)).attributes
      expect([state, surveys]).toEqual(['done', 1])
      const { text } = await downloadOf(here, url)
      expect(text).toContain('Open House')
      expect(text).not.toContain('Secret House')
    }
  })

  test('rights count when the file is written: the same for a member removed from a team', async () => {
    const survey = await startSurvey(owner, { name: 'Team House' })
    const admin = await here.make.account({ role: 'admin' })
    const team = await makeTeam(admin, [
      [owner, 'none'],
      [other, 'read'],
    ])
    expect((await other.api.call(surveyDetail, { params: { id: survey.id } })).status).toBe(200)
    const release = holdExports(here)
    const { status, body } = await requestExport(other, { user_survey_id: survey.id })
    expect(status).toBe(202)
    await admin.api.call(removeTeamMember, { params: { id: team, account_id: other.id } })
    await release()
    const { surveys, url } = (await exportOf(other, body.data.id)).attributes
    expect(surveys).toBe(0)
    expect((await downloadOf(here, url)).text).not.toContain('Team House')
  })

  test.each(['deleted_at', 'disabled_at'] as const)(
    'nothing is written for an account with %s',
    async (column) => {
      await startSurvey(owner)
      const before = await countStoredFiles(here)
      const release = holdExports(here)
      const { body } = await requestExport(owner)
      await here.context.db
        .updateTable('account')
        .set({ [column]: here.context.clock() })
        .where('id', '=', owner.id)
        .execute()
      await release()
      const row = await here.context.db
        .selectFrom('export')
        .select(['state', 'store_key'])
        .where('id', '=', body.data.id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ state: 'canceled', store_key: null })
      expect(await countStoredFiles(here)).toBe(before)
    },
  )
})

describe('requests', () => {
  test.each([
    [{ format: 'ods' }, 'format'],
    [{}, 'format'],
    [{ format: 'csv', headers: 'none' }, 'headers'],
    [{ format: 'csv', columns: ['passwords'] }, 'columns'],
    [{ format: 'csv', status: 'Half' }, 'status'],
    [{ format: 'csv', edited_since: 'yesterday' }, 'edited_since'],
    [{ format: 'csv', start_date: '31-02-2026' }, 'start_date'],
    [{ format: 'csv', survey_template_id: 'x' }, 'survey_template_id'],
    [{ format: 'csv', user_survey_id: [] }, 'user_survey_id'],
    [{ format: 'csv', time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ format: 'csv', search: 'House' }, 'search'],
    [{ format: 'csv', user_survey_id: newId(), status: 'Started' }, 'user_survey_id'],
  ])('%j is rejected, and names %s', async (payload, field) => {
    const url = '/api/bx_block_survey/exports'
    const headers = { token: owner.api.token ?? '' }
    const { statusCode, body } = await here.app.inject({ method: 'POST', url, headers, payload })
    expect([statusCode, body]).toEqual([422, expect.stringContaining(`"${field}`)])
    expect((await owner.api.call(listExports, {})).body.data).toEqual([])
  })

  test('an account has a few at a time; the rest is told to wait', async () => {
    const release = holdExports(here)
    const asked = []
    for (let n = 0; n <= limits.exportsUnfinished; n++) asked.push(await requestExport(owner))
    const last = asked.pop()
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 202))
    expect([last?.status, last?.errors]).toEqual([
      429,
      [
        {
          message: `You already have ${limits.exportsUnfinished} exports in progress. Wait for one to finish, or cancel one.`,
        },
      ],
    ])
    expect(last?.headers['retry-after']).toBeDefined()
    // Another account is not affected.
    expect((await requestExport(other)).status).toBe(202)
    await release()
    expect((await requestExport(owner)).status).toBe(202)
  })

  test('a repeated call with the same key starts no second export', async () => {
    const body = { format: 'csv' } as const
    const key = newId()
    const [first, again] = [
      await owner.api.call(createExport, { body }, { key }),
      await owner.api.call(createExport, { body }, { key }),
    ]
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.body.data.id).toBe(first.body.data.id)
    expect((await owner.api.call(listExports, {})).body.data).toHaveLength(1)
  })

  test('each is in the audit log', async () => {
    const survey = await startSurvey(owner)
    await finishedExport(here, owner, { format: 'xlsx', user_survey_id: survey.id })
    const admin = await here.make.account({ role: 'admin' })
    const query = { account_id: owner.id, action: 'survey.exported' } as const
    const { data } = (await admin.api.call(auditLog, { query })).body
    expect(data).toHaveLength(1)
    expect(JSON.stringify(data)).toContain(survey.id)
    expect(JSON.stringify(data)).toContain('xlsx')
  })
})

describe('a list with filters', () => {
  test('contains the same surveys as the list', async () => {
    const [attic, cellar, shared] = [
      await startSurvey(owner, { name: 'Attic North' }),
      await startSurvey(owner, { name: 'Cellar North' }),
      await startSurvey(other, { name: 'Shared North' }),
    ]
    const member = { params: { id: shared.id }, body: { email: owner.email, role: 'viewer' } as const }
    await other.api.call(addMember, member)
    await save(owner, cellar, allMandatory)
    const submitted = { params: { id: cellar.id }, body: { status: 'Completed' } as const }
    expect((await owner.api.call(submitSurvey, submitted)).status).toBe(200)
    const names = ['Attic North', 'Cellar North', 'Shared North']
    const exported = async (request: Parameters<typeof finishedExport>[2]) => {
      const { url, surveys } = await finishedExport(here, owner, request)
      const { text } = await downloadOf(here, url)
      const found = names.filter((name) => text.includes(name))
      expect(surveys).toBe(found.length)
      return found
    }
    expect(await exported({})).toEqual(names)
    expect(await exported({ search_query: 'cellar' })).toEqual(['Cellar North'])
    expect(await exported({ status: 'Completed' })).toEqual(['Cellar North'])
    expect(await exported({ status: 'Started' })).toEqual(['Attic North', 'Shared North'])
    expect(await exported({ survey_template_id: sampleTemplate.id })).toEqual(names)
    expect(await exported({ survey_template_id: newId() })).toEqual([])
    expect(await exported({ start_date: '01-01-2001', end_date: '02-01-2001' })).toEqual([])
    expect(await exported({ edited_since: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
    expect(await exported({ user_survey_id: attic.id })).toEqual(['Attic North'])
    expect(await exported({ user_survey_id: [shared.id, attic.id] })).toEqual(['Attic North', 'Shared North'])
  })
})

describe('the file', () => {
  test.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /\.xlsx$/],
    ['json', 'application/json', /\.json$/],
    ['geojson', 'application/geo+json', /\.geojson$/],
  ] as const)('of format %s has its type and a name that sorts by time', async (format, type, ending) => {
    const survey = await startSurvey(owner, { name: 'Hill/House: "East"' })
    const done = await finishedExport(here, owner, {
      ...{ format, user_survey_id: survey.id, time_zone: 'Asia/Tokyo' },
    })
    expect(done).toMatchObject({ state: 'done', progress: 100, surveys: 1, error: null })
    expect(done.file_name).toMatch(/^\d{8}-\d{6}-Hill-House- -East-/)
    expect(done.file_name).toMatch(ending)
    const { status, headers, bytes } = await downloadOf(here, done.url)
    expect([status, headers['content-type']]).toEqual([200, type])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="\d{8}-\d{6}-Hill-House/)
    expect(bytes).toHaveLength(done.byte_size ?? -1)
    const part = await here.api.open(done.url ?? '', { range: 'bytes=1-3' })
    expect([part.statusCode, part.rawPayload]).toEqual([206, bytes.subarray(1, 4)])
    const life = Date.parse(done.expires_at ?? '') - Date.parse(done.finished_at ?? '')
    expect(life).toBe(limits.exportLife)
  })

  test('names photos and videos as in the zip, with addresses that end with the session', async () => {
    const { survey } = await picturedSurvey(here, { owner })
    const { url } = await finishedExport(here, owner, { user_survey_id: survey.id })
    const { text } = await downloadOf(here, url)
    const zip = await owner.api.call(zipDownload, { query: { user_survey_id: survey.id } })
    const { bytes } = await downloadOf(here, zip.body.data.uploaded_files_winzip)
    const zipped = (await listZip(fromBuffer(bytes))).map(({ name }) => name)
    const media = zipped.filter((name) => /\.(jpg|mp4)$/.test(name))
    expect(media).toHaveLength(3)
    for (const name of media) expect(text).toContain(JSON.stringify(name).slice(1, -1))
    const addresses = [...text.matchAll(/http:\/\/fieldbook\.test(\/api\/files\/media\/[\w-]+)/g)]
    expect(addresses).toHaveLength(3)
    for (const [, address = ''] of addresses) expect((await downloadOf(here, address)).status).toBe(200)
    await here.context.db.deleteFrom('session').where('id', '=', owner.sessionId).execute()
    for (const [, address = ''] of addresses) expect((await downloadOf(here, address)).status).toBe(410)
  })

  test('is named in the language of the request', async () => {
    const { body } = await requestExport(owner, {}, { 'accept-language': 'es-MX' })
    await expect
      .poll(async () => (await exportOf(owner, body.data.id)).attributes.file_name)
      .toMatch(/-inspecciones\.json$/)
  })
})
