import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/profile.ts'
import { addMember, removeMember } from '#contract/sharing/members.ts'
import { reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import {
  deleteSurvey,
  listSurveys,
  restoreSurvey,
  type SurveyDetail,
  surveyDetail,
} from '#contract/surveys/surveys.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { restoreAccount } from '#server/features/accounts/deletion.ts'
import { reportPage } from '#server/features/downloads/routes.ts'
import { wholeAccount } from '#server/features/surveys/access.ts'
import { tidy } from '#server/housekeeping.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { makePlan } from '#server/testing/plans.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, detailOf, readSurvey, save, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const day = 24 * 3_600_000
let here: TestApp
let owner: MadeAccount
let editor: MadeAccount
let survey: SurveyDetail
let memberId: string
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
/** A survey in which the editor wrote, took photos and drew a plan. */
beforeEach(async () => {
  owner = await here.make.account({ isProven: true })
  editor = await here.make.account({ firstName: 'Theo', isProven: true })
  survey = await startSurvey(owner)
  const { body } = await owner.api.call(addMember, {
    params: { id: survey.id },
    body: { email: editor.email, role: 'editor' },
  })
  memberId = body.data.id
  await save(editor, survey, [{ in: 'Building', field: 'Notes', field_value: 'Damp' }])
  await save(owner, survey, [{ in: 'Building', field: 'Notes', field_value: 'Dry' }])
  await save(editor, survey, [{ in: 'Building', field: 'Units', field_value: '12' }])
  await attach(editor, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto())])
  await makePlan(editor, survey.id)
})

const leave = ({ api, id }: MadeAccount) => api.call(deleteAccount, { params: { id } })
const statusFor = async ({ api }: MadeAccount) =>
  (await api.call(surveyDetail, { params: { id: survey.id } })).status

/** All signed addresses that the account received. */
async function addressesOf(person: MadeAccount): Promise<readonly string[]> {
  const shown = await readSurvey(person, survey.id)
  const [photo] = detailOf(shown, 'Building', 'Notes').photos
  const [plan] = shown.plans ?? []
  const pdf = await person.api.call(reportDownload, { params: { id: survey.id } })
  const zip = await person.api.call(zipDownload, { query: { user_survey_id: survey.id } })
  return [
    photo?.url,
    photo?.thumbnail_url,
    plan?.url,
    pdf.body.data.url,
    zip.body.data.uploaded_files_winzip,
  ].filter((address) => typeof address === 'string')
}
const statuses = (addresses: readonly string[]) =>
  Promise.all(addresses.map(async (address) => (await here.api.open(address)).statusCode))

describe('signed addresses', () => {
  test('a member’s open while they have the survey, and not a moment longer', async () => {
    const [theirs, owners] = [await addressesOf(editor), await addressesOf(owner)]
    expect(await statuses(theirs)).toEqual([200, 200, 200, 200, 200])
    await editor.api.call(removeMember, { params: { id: survey.id, member_id: memberId } })
    expect(await statuses(theirs)).toEqual([404, 404, 404, 404, 404])
    expect(await statuses(owners)).toEqual([200, 200, 200, 200, 200])
  })

  test('of a member whose account is disabled open nothing; if the owner’s is disabled, the survey stays', async () => {
    const theirs = await addressesOf(editor)
    const { db } = here.context
    const disable = (id: string) =>
      db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', id).execute()
    await disable(owner.id)
    expect([await statusFor(editor), await statuses(theirs)]).toEqual([200, [200, 200, 200, 200, 200]])
    await disable(editor.id)
    expect(await statuses(theirs)).toEqual([410, 410, 410, 410, 410])
  })

  test('a member’s PDF does not lead to the guests’ link', async () => {
    const link = await share(owner, survey.id)
    const { context } = here
    const page = (account: string) =>
      reportPage(
        context,
        context.db,
        { surveyId: survey.id, ownerId: owner.id },
        { proven: { reader: wholeAccount(account) }, now: context.clock() },
      )
    expect(await page(owner.id)).toBe(link.address)
    expect(await page(editor.id)).toBe(`http://fieldbook.test/SaveAsPdf/${survey.id}`)
  })
})

test('an editor’s additions belong to the owner', async () => {
  const rows = await here.context.db
    .selectFrom('stored_file')
    .select('account_id')
    .where('account_id', 'in', [owner.id, editor.id])
    .execute()
  expect(rows.map(({ account_id }) => account_id)).toEqual([owner.id, owner.id])
})

test('deleting an editor’s account removes only their name from the owner’s survey', async () => {
  const owners = await addressesOf(owner)
  await leave(editor)
  here.passTime(31 * day)
  await tidy(here.context)
  const { db } = here.context
  expect(await db.selectFrom('account').select('id').where('id', '=', editor.id).execute()).toEqual([])
  const session = await here.make.again(owner)
  const shown = await readSurvey(session, survey.id)
  expect(detailOf(shown, 'Building', 'Units').field_value).toBe('12')
  const again = await addressesOf(session)
  expect([again.length, await statuses(again)]).toEqual([owners.length, [200, 200, 200, 200, 200]])
  const query = { detail_id: detailOf(survey, 'Building', 'Notes').id }
  const { body } = await session.api.call(answerHistory, { params: { id: survey.id }, query })
  expect(body.data.map(({ attributes }) => [attributes.field_value, attributes.edited_by])).toEqual([
    ['Damp', 'Deleted account'],
  ])
})

test('a survey is deleted and restored together with its owner’s account', async () => {
  const theirs = await addressesOf(editor)
  await leave(owner)
  expect([await statusFor(editor), await statuses(theirs)]).toEqual([404, [404, 404, 404, 404, 404]])
  const listed = async () => (await editor.api.call(listSurveys, { query: {} })).body
  expect(await listed()).toMatchObject({ data: [], meta: { total_count: 0 } })
  const { db, clock } = here.context
  expect(await inTransaction(db, (tx) => restoreAccount(tx, owner.id, clock()))).toBe('restored')
  expect([await statusFor(editor), (await listed()).data.length]).toEqual([200, 1])
  await db.updateTable('account').set({ deleted_at: clock() }).where('id', '=', owner.id).execute()
  here.passTime(31 * day)
  await tidy(here.context)
  expect(await db.selectFrom('survey').select('id').where('id', '=', survey.id).execute()).toEqual([])
  const left = db.selectFrom('survey_member').select('id').where('survey_id', '=', survey.id)
  expect(await left.execute()).toEqual([])
})

test('a deleted survey is unknown to its members, even for restoring it', async () => {
  const one = { params: { id: survey.id } }
  await owner.api.call(deleteSurvey, one)
  expect([await statusFor(editor), (await editor.api.call(restoreSurvey, one)).status]).toEqual([404, 404])
  expect((await owner.api.call(restoreSurvey, one)).body.data.attributes.my_role).toBe('owner')
  expect(await statusFor(editor)).toBe(200)
})
