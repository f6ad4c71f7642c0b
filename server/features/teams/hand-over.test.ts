import { describe, expect, test } from 'vitest'
import { changeAccountAccess, storageUse } from '#contract/admin/admin.ts'
import { guestInfo } from '#contract/sharing/guests.ts'
import { addMember, listMembers } from '#contract/sharing/members.ts'
import { activeLink, revokeAccess } from '#contract/sharing/sharing.ts'
import { handOver } from '#contract/sharing/teams.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import {
  deleteSurvey,
  listSurveys,
  restoreSurvey,
  type SurveyDetail,
  surveyDetail,
} from '#contract/surveys/surveys.ts'
import { purgeAccount } from '#server/features/profile/purge.ts'
import { leaverScene } from '#server/testing/leaver.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { makePlan } from '#server/testing/plans.ts'
import { share } from '#server/testing/shared-survey.ts'
import { detailOf, readSurvey, save, startSurvey } from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let here: TestApp
let admin: MadeAccount
let leaver: MadeAccount
let heir: MadeAccount
let survey: SurveyDetail
leaverScene((scene) => {
  ;({ here, admin, leaver, heir, survey } = scene)
})

const at = () => ({ params: { id: survey.id } })
const opens = async ({ api }: MadeAccount) => (await api.call(surveyDetail, at())).status
const give = (to = heir, from = leaver) =>
  admin.api.call(handOver, { params: { id: from.id }, body: { to: to.id } })
const disable = (disabled = true, who = leaver) =>
  admin.api.call(changeAccountAccess, { params: { id: who.id }, body: { disabled } })
const listed = async ({ api }: MadeAccount) => {
  const { body } = await api.call(listSurveys, { query: {} })
  return body.data.map(({ id, attributes }) => [id, attributes.my_role, attributes.created_by])
}

describe('rejected handovers', () => {
  test('surveys of an enabled account', async () => {
    expect((await give()).errors).toEqual([
      { message: 'Disable this account first. Then its surveys can be handed over.' },
    ])
    expect([await opens(leaver), await opens(heir)]).toEqual([200, 404])
  })

  test('to the same, a disabled or an unknown account', async () => {
    await disable()
    expect((await give(leaver)).status).toBe(422)
    await disable(true, heir)
    expect((await give()).status).toBe(404)
    expect((await give({ ...heir, id: survey.id })).status).toBe(404)
    expect((await give(heir, { ...leaver, id: survey.id })).status).toBe(404)
  })
})

test('transfers all surveys, also deleted ones, with history, files and members; the admin reads none', async () => {
  const [edited, binned] = [survey, await startSurvey(leaver, { name: 'Old barn' })]
  await leaver.api.call(deleteSurvey, { params: { id: binned.id } })
  await attach(leaver, detailOf(edited, 'Floor', 'Riser').id, [photoPart(await phonePhoto())])
  await makePlan(leaver, edited.id)
  const link = await share(leaver, edited.id)
  const peer = await here.make.account({ isProven: true })
  for (const { email } of [peer, heir])
    await leaver.api.call(addMember, { ...at(), body: { email, role: 'editor' } })
  const note = (field_value: string, by: MadeAccount) =>
    save(by, edited, [{ in: 'Building', field: 'Notes', field_value }])
  await note('By Lee', leaver)
  await makeTeam(admin, [
    [leaver, 'none'],
    [heir, 'read'],
  ])
  await readSurvey(heir, edited.id)
  // The heir already had it in the list, so only the number of own surveys reveals the change.
  expect((await heir.api.call(listSurveys, { query: {} })).body.meta).toMatchObject({
    ...{ total_count: 1, owned_count: 0 },
  })
  await disable()
  const done = await give()
  expect([done.status, done.body.data]).toEqual([200, { surveys: 2, message: '2 surveys were handed over.' }])

  expect([await opens(heir), await opens(peer), await opens(admin)]).toEqual([200, 200, 404])
  expect((await heir.api.call(listSurveys, { query: {} })).body.meta.owned_count).toBe(1)
  // The report names the creator to customers, not the heir.
  expect(await listed(heir)).toEqual([[edited.id, 'owner', 'Lee Rivera']])
  expect((await readSurvey(heir, edited.id)).created_by).toBe('Lee Rivera')
  const people = await heir.api.call(listMembers, at())
  expect(people.body.data.map(({ attributes }) => [attributes.email, attributes.role])).toEqual([
    [heir.email, 'owner'],
    [peer.email, 'editor'],
  ])
  await note('By Hanna', heir)
  const query = { detail_id: detailOf(edited, 'Building', 'Notes').id }
  const history = await heir.api.call(answerHistory, { ...at(), query })
  expect(history.body.data.map(({ attributes }) => [attributes.field_value, attributes.edited_by])).toEqual([
    ['By Lee', 'Lee Rivera'],
  ])
  expect((await heir.api.call(restoreSurvey, { params: { id: binned.id } })).status).toBe(200)
  const asked = { query: { link_share_id: link.id, link_token: link.token } }
  expect((await here.api.call(activeLink, asked)).body.data.active_link).toBeNull()
  const { accounts } = (await admin.api.call(storageUse, {})).body.data
  expect(accounts.find(({ id }) => id === leaver.id)).toBeUndefined()
  expect(accounts.find(({ id }) => id === heir.id)?.count).toBe(2)

  const rows = await here.context.db
    .selectFrom('audit')
    .select(['target_id', 'detail', 'account_id'])
    .where('action', '=', 'survey.handedOver')
    .where('target_id', 'in', [edited.id, leaver.id])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { target_id: edited.id, detail: { from: leaver.id, to: heir.id }, account_id: admin.id },
    { target_id: leaver.id, detail: { to: heir.id, surveys: 2 }, account_id: admin.id },
  ])
})

test('guest links of the former owner stay closed', async () => {
  const other = await startSurvey(leaver)
  const revoked = await share(leaver, survey.id)
  const open = await share(leaver, other.id)
  const guest = async ({ id }: { id: string }) =>
    (await here.api.call(guestInfo, { query: { guest_survey_id: id } })).status
  expect((await leaver.api.call(revokeAccess, { body: { link_share_id: survey.id } })).status).toBe(200)
  expect([await guest(revoked), await guest(open)]).toEqual([410, 200])
  await disable()
  await give()
  await disable(false)
  for (const { id } of [survey, other]) {
    await heir.api.call(deleteSurvey, { params: { id } })
    await heir.api.call(restoreSurvey, { params: { id } })
  }
  expect([await guest(revoked), await guest(open)]).toEqual([410, 410])
  for (const { id } of [survey, other]) {
    const shown = await heir.api.call(activeLink, { query: { user_survey_id: id } })
    expect(shown.body.data.active_link).toBeNull()
  }
  // A link created by the new owner works.
  expect(await guest(await share(heir, other.id))).toBe(200)
  expect(await guest(open)).toBe(410)
})

test('a re-enabled former owner has no access, and their unsent work waits for the new owner', async () => {
  await disable()
  expect(await opens(leaver)).toBe(401)
  await give()
  await disable(false)
  const back = await here.make.again(leaver)
  expect([await opens(back), await listed(back)]).toEqual([404, []])
  const late = await save(back, survey, [{ in: 'Building', field: 'Notes', field_value: 'Late' }])
  expect([late.status, late.errors]).toEqual([200, []])
  expect(await listed(back)).toEqual([])
  expect((await back.api.call(deleteSurvey, at())).status).toBe(404)
})

test('a repeated handover has no effect, and the account can be deleted afterwards', async () => {
  await disable()
  await leaver.api.call(addMember, { ...at(), body: { email: heir.email, role: 'viewer' } })
  expect((await give()).body.data.surveys).toBe(1)
  expect((await give()).body.data).toEqual({ surveys: 0, message: 'There were no surveys to hand over.' })
  const { db } = here.context
  await db
    .updateTable('account')
    .set({ deleted_at: new Date(0) })
    .where('id', '=', leaver.id)
    .execute()
  await db.transaction().execute((own) => purgeAccount(own, leaver.id, new Date()))
  expect(await db.selectFrom('account').select('id').where('id', '=', leaver.id).execute()).toEqual([])
  expect(await opens(heir)).toBe(200)
})
