import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember, removeMember } from '#contract/sharing/members.ts'
import { surveyChanges } from '#contract/surveys/survey-changes.ts'
import { deleteSurvey, restoreSurvey, submitSurvey } from '#contract/surveys/surveys.ts'
import { deleteForGood } from '#contract/surveys/surveys-deleted.ts'
import { makeKey } from '#server/testing/api-keys.ts'
import { handOverSurveys } from '#server/testing/collections.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { makeTeam, setGrant } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { forgetLostSurveys } from './data.ts'

let here: TestApp
let owner: MadeAccount
let other: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  owner = await here.make.account({ isProven: true })
  other = await here.make.account({ isProven: true })
})

type Query = NonNullable<Parameters<typeof ask>[1]>

function ask(
  { api }: Pick<MadeAccount, 'api'>,
  query: Partial<Record<'cursor' | 'per_page' | 'team_id' | 'owner_id' | 'survey_template_id', string>> & {
    status?: 'Started' | 'Completed'
  } = {},
) {
  return api.call(surveyChanges, { query })
}

/** A program's copy: the ids it holds, and where it goes on. */
function copyOf(account: Pick<MadeAccount, 'api'>, query: Query = {}) {
  const held = new Set<string>()
  let cursor: string | undefined
  return {
    held,
    /** Reads all pages since the last time; returns the ids that came. */
    async update(): Promise<string[]> {
      const came: string[] = []
      for (let more = true; more; ) {
        const { body, status } = await ask(account, { ...query, ...(cursor !== undefined && { cursor }) })
        expect(status).toBe(200)
        for (const { id } of body.data) held.add(id)
        for (const { id } of body.gone) held.delete(id)
        came.push(...body.data.map(({ id }) => id))
        cursor = body.meta.next_cursor
        more = body.meta.has_more
      }
      return came
    },
  }
}

/** Sets a survey's last edit. */
async function editedAt(id: string, at: string): Promise<void> {
  await here.context.db.updateTable('survey').set({ updated_at: at }).where('id', '=', id).execute()
}

async function oldSurvey(account: MadeAccount, day: string): Promise<string> {
  const { id } = await startSurvey(account)
  await editedAt(id, `2026-01-${day}T00:00:00Z`)
  return id
}

test('requires a full session, and lists nothing of other accounts', async () => {
  const restricted = await here.make.account({ passwordIsOwn: false })
  const refused = [await here.api.call(surveyChanges, { query: {} }), await ask(restricted)]
  expect(refused.map(({ status }) => status)).toEqual([401, 403])
  await oldSurvey(owner, '01')
  const gone = await oldSurvey(owner, '02')
  await owner.api.call(deleteSurvey, { params: { id: gone } })
  expect((await ask(other)).body).toMatchObject({ data: [], gone: [], meta: { has_more: false } })
  expect((await ask(other, { owner_id: owner.id })).body).toMatchObject({ data: [], gone: [] })
})

test('pages follow the order of the last change, and each survey comes once', async () => {
  const made: string[] = []
  for (const day of ['05', '03', '04', '01', '02']) made.push(await oldSurvey(owner, day))
  const byDay = [made[3], made[4], made[1], made[2], made[0]]
  const copy = copyOf(owner, { per_page: '2' })
  expect(await copy.update()).toEqual(byDay)
  // Nothing changed since.
  expect(await copy.update()).toEqual([])
  await editedAt(made[4] ?? '', '2026-02-01T00:00:00Z')
  expect(await copy.update()).toEqual([made[4]])
})

test('surveys of the same moment are neither skipped nor repeated between pages', async () => {
  const made: string[] = []
  for (let count = 0; count < 5; count++) made.push(await oldSurvey(owner, '01'))
  expect(await copyOf(owner, { per_page: '2' }).update()).toEqual(made.toSorted())
})

test('a change that is committed late is not missed', async () => {
  const first = await oldSurvey(owner, '01')
  const copy = copyOf(owner)
  await copy.update()
  const now = here.context.clock().getTime()
  await editedAt(first, new Date(now - 1_000).toISOString())
  expect(await copy.update()).toEqual([first])
  // Its time is before that of the survey that was read, but it was committed afterwards.
  const late = await startSurvey(owner)
  await editedAt(late.id, new Date(now - 60_000).toISOString())
  expect(await copy.update()).toContain(late.id)
})

test('a deleted survey is gone, a restored one is there again, one deleted for good stays gone', async () => {
  const id = await oldSurvey(owner, '01')
  const [copy, late] = [copyOf(owner), copyOf(owner)]
  await copy.update()
  await owner.api.call(deleteSurvey, { params: { id } })
  await copy.update()
  expect([...copy.held]).toEqual([])
  await owner.api.call(restoreSurvey, { params: { id } })
  await copy.update()
  await late.update()
  expect([[...copy.held], [...late.held]]).toEqual([[id], [id]])
  await owner.api.call(deleteSurvey, { params: { id } })
  await owner.api.call(deleteForGood, { params: { id } })
  await late.update()
  expect([...late.held]).toEqual([])
  await forgetLostSurveys(here.context.db, new Date(Date.now() + 60_000))
  expect((await ask(owner)).body.gone).toEqual([])
})

test('an old survey comes when it is shared, and is gone when the sharing ends', async () => {
  const id = await oldSurvey(owner, '01')
  await editedAt(await oldSurvey(other, '20'), '2026-03-01T00:00:00Z')
  const copy = copyOf(other)
  await copy.update()
  const params = { id }
  const { body } = await owner.api.call(addMember, { params, body: { email: other.email, role: 'viewer' } })
  await copy.update()
  expect(copy.held).toContain(id)
  await owner.api.call(removeMember, { params: { id, member_id: body.data.id } })
  await copy.update()
  expect(copy.held).not.toContain(id)
})

test('a shared survey is gone for its member too when the owner deletes it', async () => {
  const id = await oldSurvey(owner, '01')
  await owner.api.call(addMember, { params: { id }, body: { email: other.email, role: 'viewer' } })
  const copy = copyOf(other)
  await copy.update()
  expect([...copy.held]).toEqual([id])
  await owner.api.call(deleteSurvey, { params: { id } })
  await copy.update()
  expect([...copy.held]).toEqual([])
})

test('surveys that were handed over come to the new owner', async () => {
  const admin = await here.make.account({ role: 'admin', isProven: true })
  const id = await oldSurvey(owner, '01')
  const copy = copyOf(other)
  await copy.update()
  await here.context.db
    .updateTable('account')
    .set({ disabled_at: here.context.clock() })
    .where('id', '=', owner.id)
    .execute()
  await handOverSurveys(admin, owner, other)
  await copy.update()
  expect([...copy.held]).toEqual([id])
})

test('filters by status, template and owner', async () => {
  const [started, done] = [await startSurvey(owner), await startSurvey(owner)]
  await here.context.db.updateTable('survey').set({ status: 'Completed' }).where('id', '=', done.id).execute()
  const ids = async (query: Query) => (await ask(owner, query)).body.data.map(({ id }) => id)
  expect(await ids({ status: 'Completed' })).toEqual([done.id])
  expect((await ids({ survey_template_id: started.survey_template_id })).toSorted()).toEqual(
    [started.id, done.id].toSorted(),
  )
  expect(await ids({ survey_template_id: other.id })).toEqual([])
  expect(await ids({ owner_id: other.id })).toEqual([])
  expect(await ids({ owner_id: owner.id })).toHaveLength(2)
})

test('a team’s surveys are listed for members whose grant lets them read, also old ones after they joined', async () => {
  const admin = await here.make.account({ role: 'admin', isProven: true })
  const id = await oldSurvey(owner, '01')
  const team = await makeTeam(admin, [[other, 'review']])
  const copy = copyOf(other, { team_id: team })
  await copy.update()
  await setGrant(admin, team, owner, 'none')
  await copy.update()
  expect([...copy.held]).toEqual([id])
  // The account's own list stays without them; a member without a grant and a stranger have no such list.
  expect((await ask(other)).body.data).toEqual([])
  const refused = [
    await ask(owner, { team_id: team }),
    await ask(await here.make.account(), { team_id: team }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404])
})

test('a key that is limited to a template sees only its surveys, gone ones too', async () => {
  const survey = await startSurvey(owner)
  const gone = await startSurvey(owner)
  await owner.api.call(deleteSurvey, { params: { id: gone.id } })
  const within = await makeKey(owner, { scopes: ['read'], template_id: survey.survey_template_id })
  const answered = await ask(within)
  expect(answered.body).toMatchObject({ data: [{ id: survey.id }], gone: [{ id: gone.id }] })
  await owner.api.call(submitSurvey, { params: { id: survey.id }, body: { survey_name: 'Renamed' } })
  expect((await ask(within)).body.data[0]?.attributes.survey_name).toBe('Renamed')
})

test.each([
  { cursor: 'x' },
  { cursor: '2026-13-45T00:00:00.000Z_00000000-0000-0000-0000-000000000000' },
  { cursor: "2026-01-01T00:00:00.000Z_' or 1=1--" },
  { owner_id: 'me' },
  { team_id: 'x' },
])('rejects %j', async (query) => {
  expect((await ask(owner, query)).status).toBe(422)
})
