import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { addMember } from '#contract/sharing/members.ts'
import { removeTeamMember } from '#contract/sharing/teams.ts'
import { reviewNeighbors, reviewQueue, reviewSummary } from '#contract/surveys/review-queue.ts'
import { acceptSurvey, sendBack } from '#contract/surveys/reviews.ts'
import { deleteSurvey, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, allMandatory, readSurvey, save, startSurvey } from '#server/testing/surveys.ts'
import { makeTeam, setGrant } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let admin: MadeAccount
let sam: MadeAccount
let rita: MadeAccount
let team: string
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  admin = await here.make.account({ role: 'admin' })
  sam = await here.make.account({ firstName: 'Sam', isProven: true })
  rita = await here.make.account({ firstName: 'Rita', isProven: true })
  team = await makeTeam(admin, [
    [sam, 'none'],
    [rita, 'review'],
  ])
})

type Asked = NonNullable<InputOf<typeof reviewQueue>['query']>

async function submit(name: string, by = sam): Promise<SurveyDetail> {
  const survey = await startSurvey(by, { name })
  await save(by, survey, allMandatory)
  await submitAgain(survey, by)
  return survey
}
async function submitAgain({ id }: SurveyDetail, by = sam) {
  here.passTime(60_000)
  const done = await by.api.call(submitSurvey, { params: { id }, body: { status: 'Completed' } })
  expect(done.status).toBe(200)
}
async function accept({ id }: SurveyDetail) {
  const { last_edited } = await readSurvey(rita, id)
  return (await rita.api.call(acceptSurvey, { params: { id }, body: { last_edited } })).status
}
const back = ({ id }: SurveyDetail) =>
  rita.api.call(sendBack, { params: { id }, body: { message: 'Which door?' } })

async function queue(query: Asked = {}, who = rita) {
  const { status, body } = await who.api.call(reviewQueue, { query })
  expect(status).toBe(200)
  return body.data.map(({ attributes }) => attributes.survey_name)
}
async function around({ id }: SurveyDetail, query: Asked = {}) {
  const { body } = await rita.api.call(reviewNeighbors, { params: { id }, query })
  const { previous, next, position, total } = body.data
  return [previous?.survey_name ?? null, next?.survey_name ?? null, position, total]
}

describe('access', () => {
  test('a stranger, the owner, a viewer, a removed member, and a former reviewer see nothing of it', async () => {
    const survey = await submit('Hill House')
    const at = { params: { id: survey.id } }
    const eve = await here.make.account({ isProven: true })
    const viewer = await here.make.account({ isProven: true })
    await sam.api.call(addMember, { ...at, body: { email: viewer.email, role: 'viewer' } })
    const [reader, former, removed] = [
      await here.make.account({ isProven: true }),
      await here.make.account({ isProven: true }),
      await here.make.account({ isProven: true }),
    ]
    for (const [who, grant] of [
      [reader, 'read'],
      [former, 'review'],
      [removed, 'edit'],
    ] as const)
      await setGrant(admin, team, who, grant)
    expect(await queue({}, former)).toEqual(['Hill House'])
    await setGrant(admin, team, former, 'read')
    await admin.api.call(removeTeamMember, { params: { id: team, account_id: removed.id } })
    for (const [who, status] of [
      [eve, 404],
      [removed, 404],
      [viewer, 403],
      [reader, 403],
      [former, 403],
      [sam, 403],
      [admin, 404],
    ] as const) {
      expect(await queue({}, who)).toEqual([])
      const { data } = (await who.api.call(reviewSummary, {})).body
      expect([data.counts.waiting, data.people, data.templates]).toEqual([0, [], []])
      expect((await who.api.call(reviewNeighbors, { ...at, query: {} })).status).toBe(status)
    }
    for (const [endpoint, input] of [
      [reviewQueue, { query: {} }],
      [reviewSummary, {}],
      [reviewNeighbors, { ...at, query: {} }],
    ] as const)
      expect((await here.api.call(endpoint, input as never)).status).toBe(401)
    expect(await queue()).toEqual(['Hill House'])
  })

  test('filters by a person of another team find nothing, and unknown filters are rejected', async () => {
    await submit('Hill House')
    const other = await here.make.account()
    await submit('Elsewhere', other)
    expect(await queue({ person: other.id })).toEqual([])
    const odd = await rita.api.call(reviewQueue, { query: { persons: sam.id } as never })
    expect(odd.status).toBe(422)
  })
})

test('holds submitted surveys only, the longest waiting first, and counts them by state', async () => {
  const [first, second, third] = [await submit('First'), await submit('Second'), await submit('Third')]
  await startSurvey(sam, { name: 'Not submitted' })
  expect(await queue()).toEqual(['First', 'Second', 'Third'])
  expect(await accept(second)).toBe(200)
  await back(first)
  expect(await queue()).toEqual(['Third'])
  await submitAgain(first)
  // It returns to the end.
  expect(await queue()).toEqual(['Third', 'First'])
  expect([await queue({ state: 'submitted' }), await queue({ state: 'resubmitted' })]).toEqual([
    ['Third'],
    ['First'],
  ])
  expect(await accept(third)).toBe(200)
  expect(await queue({ state: 'accepted' })).toEqual(['Third', 'Second'])
  await back(first)
  expect(await queue({ state: 'sent_back' })).toEqual(['First'])
  const { data } = (await rita.api.call(reviewSummary, {})).body
  expect(data.counts).toEqual({ waiting: 0, submitted: 0, resubmitted: 0, sent_back: 1, accepted: 2 })
  expect(data.people).toEqual([{ id: sam.id, name: 'Sam Rivera' }])
  expect(data.templates).toHaveLength(1)
  // A survey changed by its surveyor is reviewed again; a deleted one has no state.
  await save(sam, second, [{ in: 'Building', field: 'Notes', field_value: 'One more thing' }])
  expect(await queue()).toEqual(['Second'])
  await sam.api.call(deleteSurvey, { params: { id: second.id } })
  expect(await queue()).toEqual([])
})

test('narrows by template, person, name, and day of submission, page by page', async () => {
  const ann = await here.make.account({ firstName: 'Ann' })
  await setGrant(admin, team, ann, 'none')
  await submit('Hill House')
  await submit('Bay Tower', ann)
  expect(await queue({ person: ann.id })).toEqual(['Bay Tower'])
  expect(await queue({ search_query: 'hill' })).toEqual(['Hill House'])
  const [template] = (await rita.api.call(reviewSummary, {})).body.data.templates
  expect(await queue({ template: template?.id ?? '' })).toEqual(['Hill House', 'Bay Tower'])
  expect(await queue({ template: 'none-such' })).toEqual([])
  const day = (offset: number) => {
    const date = new Date(here.context.clock().getTime() + offset * 86_400_000).toISOString()
    return `${date.slice(8, 10)}-${date.slice(5, 7)}-${date.slice(0, 4)}`
  }
  expect(await queue({ start_date: day(-1), end_date: day(1) })).toEqual(['Hill House', 'Bay Tower'])
  expect(await queue({ start_date: day(2), end_date: day(3) })).toEqual([])
  expect(await queue({ per_page: '1', page: '2' })).toEqual(['Bay Tower'])
  expect(await queue({ per_page: '1', page: '3' })).toEqual([])
})

test('leads from one survey to the next, also from one that has left the queue', async () => {
  const [first, second, third] = [await submit('First'), await submit('Second'), await submit('Third')]
  expect(await around(first)).toEqual([null, 'Second', 1, 3])
  expect(await around(second)).toEqual(['First', 'Third', 2, 3])
  expect(await around(third)).toEqual(['Second', null, 3, 3])
  await accept(second)
  expect(await around(second)).toEqual(['First', 'Third', null, 2])
  expect(await around(first)).toEqual([null, 'Third', 1, 2])
  expect(await around(second, { search_query: 'third' })).toEqual([null, 'Third', null, 1])
  await accept(third)
  // Finished reviews are ordered newest first.
  expect(await around(third, { state: 'accepted' })).toEqual([null, 'Second', 1, 2])
  const begun = await startSurvey(sam, { name: 'Begun' })
  expect(await around(begun)).toEqual([null, null, null, 0])
})
