import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeApiKey } from '#contract/accounts/api-keys.ts'
import { keyScopes } from '#contract/api-key-scope.ts'
import { reportDetail, reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { removeTeamMember } from '#contract/sharing/teams.ts'
import { deleteExport, exportDetail, listExports } from '#contract/surveys/exports.ts'
import { reviewQueue } from '#contract/surveys/review-queue.ts'
import {
  autoSave,
  createSurvey,
  deleteSurvey,
  listSurveys,
  restoreSurvey,
  surveyDetail,
} from '#contract/surveys/surveys.ts'
import { deleteForGood, listDeleted } from '#contract/surveys/surveys-deleted.ts'
import { reportSearch } from '#contract/surveys/surveys-search.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { type MadeKey, makeKey } from '#server/testing/api-keys.ts'
import { downloadOf, finishedExport, requestExport } from '#server/testing/export-jobs.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import {
  addRichTemplate,
  addSampleTemplate,
  allMandatory,
  detailOf,
  richTemplate,
  sampleTemplate,
  save,
  sectionsOf,
  startSurvey,
} from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let admin: MadeAccount
let owner: MadeAccount
/** In the key's team with the owner, and in another team. */
let mate: MadeAccount
/** In another team with the owner only. */
let outsider: MadeAccount
let team: string
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  await addRichTemplate(here)
  admin = await here.make.account({ role: 'admin' })
  ;[owner, mate, outsider] = [await here.make.account(), await here.make.account(), await here.make.account()]
  team = await makeTeam(admin, [
    [owner, 'edit'],
    [mate, 'edit'],
  ])
  await makeTeam(
    admin,
    [
      [owner, 'edit'],
      [outsider, 'edit'],
    ],
    'South',
  )
})
afterAll(() => here.close())

async function submitted(account: MadeAccount, template = sampleTemplate) {
  const survey = await startSurvey(account, { template })
  if (template === sampleTemplate) await save(account, survey, allMandatory)
  const id = survey.id
  const { db } = here.context
  await db
    .updateTable('survey')
    .set({ status: 'Completed', submitted_at: new Date() })
    .where('id', '=', id)
    .execute()
  return survey
}

async function listed(api: ApiClient) {
  const { body } = await api.call(listSurveys, { query: {} })
  return { ids: body.data.map(({ id }) => id).sort(), total: body.meta.total_count }
}

/** The replies to a key's calls about one survey. */
async function statusesOf({ api }: MadeKey, id: string) {
  const detail = await api.call(surveyDetail, { params: { id } })
  const query = { user_survey_id: id, survey_template_id: sampleTemplate.id, search_query: 'East wing' }
  const found = await api.call(reportSearch, { query })
  const report = await api.call(reportDetail, { params: { id } })
  const pdf = await api.call(reportDownload, { params: { id } })
  const zip = await api.call(zipDownload, { query: { user_survey_id: id } })
  const body = { user_survey_id: id, user_survey_sections_attributes: [] }
  const saved = await api.call(autoSave, { body })
  return [detail, found, report, pdf, zip, saved].map(({ status }) => status)
}

const open = [200, 200, 200, 200, 200, 200]
const closed = [404, 404, 404, 404, 404, 404]

describe('a key of one team', () => {
  test('lists, searches, reads, saves and downloads the surveys of its team, and no others', async () => {
    const mine = await submitted(owner)
    const theirs = await submitted(mate)
    const other = await submitted(outsider)
    const key = await makeKey(owner, { scopes: keyScopes, team_id: team })
    const whole = await makeKey(owner, { scopes: keyScopes })
    expect(await statusesOf(key, mine.id)).toEqual(open)
    expect(await statusesOf(key, theirs.id)).toEqual(open)
    expect(await statusesOf(whole, other.id)).toEqual(open)
    expect(await statusesOf(key, other.id)).toEqual(closed)
    // The owner opened all three, so that their list has them.
    expect((await listed(key.api)).ids).toEqual([mine.id, theirs.id].sort())
    expect((await listed(key.api)).total).toBe(2)
    expect((await listed(whole.api)).ids).toEqual([mine.id, theirs.id, other.id].sort())
    const queued = await key.api.call(reviewQueue, { query: { state: 'waiting' } })
    expect(queued.body.data.map(({ id }) => id)).toEqual([theirs.id])
    expect((await owner.api.call(reviewQueue, { query: { state: 'waiting' } })).body.data).toHaveLength(2)
  })

  test('ends for good when its owner leaves the team', async () => {
    const leaver = await here.make.account()
    const id = await makeTeam(admin, [[leaver, 'read']], 'West')
    const key = await makeKey(leaver, { team_id: id })
    const other = await makeKey(leaver)
    expect((await key.api.call(listSurveys, { query: {} })).status).toBe(200)
    await admin.api.call(removeTeamMember, { params: { id, account_id: leaver.id } })
    expect((await key.api.call(listSurveys, { query: {} })).status).toBe(401)
    expect((await other.api.call(listSurveys, { query: {} })).status).toBe(200)
    const left = await here.context.db
      .selectFrom('session')
      .select('id')
      .where('id', '=', key.id)
      .executeTakeFirst()
    expect(left).toBeUndefined()
  })
})

describe('a key of one template', () => {
  test('lists, searches, reads, saves and downloads surveys of its template, and no others', async () => {
    const person = await here.make.account()
    const mine = await submitted(person)
    const other = await submitted(person, richTemplate)
    const key = await makeKey(person, { scopes: keyScopes, template_id: sampleTemplate.id })
    expect(await statusesOf(key, mine.id)).toEqual(open)
    expect(await statusesOf(key, other.id)).toEqual(closed)
    expect(await listed(key.api)).toEqual({ ids: [mine.id], total: 1 })
  })

  test('creates, deletes and restores only surveys of its template', async () => {
    const person = await here.make.account()
    const { api } = await makeKey(person, { scopes: keyScopes, template_id: sampleTemplate.id })
    const make = (id: string) =>
      api.call(createSurvey, {
        body: { survey_template_id: id, survey_name: 'Hill House', owner_name: 'Mrs Dudley' },
      })
    expect((await make(richTemplate.id)).status).toBe(403)
    const made = await make(sampleTemplate.id)
    expect(made.status).toBe(201)
    const other = await startSurvey(person, { template: richTemplate })
    const [mine, foreign] = [{ params: { id: made.body.data.id } }, { params: { id: other.id } }]
    expect((await api.call(deleteSurvey, foreign)).status).toBe(404)
    expect((await api.call(deleteSurvey, mine)).status).toBe(200)
    expect((await person.api.call(deleteSurvey, foreign)).status).toBe(200)
    const { body } = await api.call(listDeleted, { query: {} })
    expect(body.data.map(({ id }) => id)).toEqual([made.body.data.id])
    expect(body.meta.total_count).toBe(1)
    expect((await api.call(restoreSurvey, foreign)).status).toBe(404)
    expect((await api.call(deleteForGood, foreign)).status).toBe(404)
    expect((await api.call(restoreSurvey, mine)).status).toBe(200)
  })

  test('does not adopt a survey outside its limits by creating it again', async () => {
    const person = await here.make.account()
    const other = await startSurvey(person, { template: richTemplate })
    const { api } = await makeKey(person, { scopes: keyScopes, template_id: sampleTemplate.id })
    const body = { id: other.id, survey_name: 'Hill House', owner_name: 'Mrs Dudley' }
    const again = await api.call(createSurvey, { body: { ...body, survey_template_id: sampleTemplate.id } })
    expect(again.status).toBe(409)
  })

  test('opens signed addresses only of surveys within its limits', async () => {
    const person = await here.make.account()
    const survey = await startSurvey(person)
    const noted = detailOf(survey, 'Building', 'Notes').id
    await attach(person, noted, [photoPart(await phonePhoto())])
    const { api } = await makeKey(person, { template_id: sampleTemplate.id })
    const text = JSON.stringify((await api.call(surveyDetail, { params: { id: survey.id } })).body)
    const address = /\/api\/files\/media\/[\w-]+/.exec(text)?.[0] ?? ''
    expect((await api.open(address)).statusCode).toBe(200)
    // The survey leaves the limits of the key.
    const { db } = here.context
    await db.updateTable('survey').set({ template_id: richTemplate.id }).where('id', '=', survey.id).execute()
    expect((await api.open(address)).statusCode).toBe(404)
  })
})

describe('exports of a limited key', () => {
  test('contain only surveys within its limits, and are the only ones that it sees', async () => {
    const person = await here.make.account()
    await startSurvey(person, { name: 'Hill House' })
    const other = await startSurvey(person, { name: 'Secret House', template: richTemplate })
    const key = await makeKey(person, { scopes: ['export'], template_id: sampleTemplate.id })
    const caller = { ...person, api: key.api }
    expect((await requestExport(caller, { user_survey_id: other.id })).status).toBe(404)
    const mine = await finishedExport(here, caller)
    expect(mine.surveys).toBe(1)
    const { text } = await downloadOf(here, mine.url)
    expect(text).toContain('Hill House')
    expect(text).not.toContain('Secret House')
    const whole = await finishedExport(here, person)
    expect(whole.surveys).toBe(2)
    const params = { id: whole.id }
    expect((await key.api.call(exportDetail, { params })).status).toBe(404)
    expect((await key.api.call(deleteExport, { params })).status).toBe(404)
    const ids = async (api: ApiClient) =>
      (await api.call(listExports, {})).body.data.map(({ id }) => id).sort()
    expect(await ids(key.api)).toEqual([mine.id])
    expect(await ids(person.api)).toEqual([mine.id, whole.id].sort())
    const again = await makeKey(person, { scopes: ['export'], template_id: richTemplate.id })
    expect(await ids(again.api)).toEqual([])
  })

  test('ends its signed address with the key', async () => {
    const person = await here.make.account()
    await startSurvey(person)
    const key = await makeKey(person, { scopes: ['export'], template_id: sampleTemplate.id })
    const { url } = await finishedExport(here, { ...person, api: key.api })
    expect((await here.api.open(String(url))).statusCode).toBe(200)
    await person.api.call(revokeApiKey, { params: { id: key.id } })
    expect((await here.api.open(String(url))).statusCode).toBe(410)
  })
})

test('a replayed reply is not shared between a key and its owner', async () => {
  const person = await here.make.account()
  const survey = await startSurvey(person)
  const { api } = await makeKey(person, { scopes: ['write'], template_id: richTemplate.id })
  const sections = sectionsOf(survey, [
    { in: 'Building', field: 'Building name', field_value: 'East', base_revision: 0 },
  ])
  const body = { user_survey_id: survey.id, user_survey_sections_attributes: sections }
  const key = newId()
  expect((await person.api.call(autoSave, { body }, { key })).status).toBe(200)
  expect((await api.call(autoSave, { body }, { key })).status).toBe(404)
})
