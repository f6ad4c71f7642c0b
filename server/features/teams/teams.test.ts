import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { addMember, listMembers } from '#contract/sharing/members.ts'
import {
  createTeam,
  deleteTeam,
  type Grant,
  handOver,
  listTeams,
  myTeams,
  removeTeamMember,
  renameTeam,
  setTeamMember,
  teamSurveys,
} from '#contract/sharing/teams.ts'
import { surveyEvents } from '#contract/surveys/survey-events.ts'
import { listSurveys, type SurveyDetail, surveyDetail } from '#contract/surveys/surveys.ts'
import { EventReader } from '#server/testing/event-reader.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import { addSampleTemplate, detailOf, readSurvey, save, startSurvey } from '#server/testing/surveys.ts'
import { makeTeam, setGrant } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let listening: string
let admin: MadeAccount
let sam: MadeAccount
let rita: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  listening = await here.app.listen({ port: 0, host: '127.0.0.1' })
  admin = await here.make.account({ role: 'admin', isProven: true, firstName: 'Ada' })
})
afterAll(() => here.close())
beforeEach(async () => {
  sam = await here.make.account({ firstName: 'Sam', isProven: true })
  rita = await here.make.account({ firstName: 'Rita', isProven: true })
  survey = await startSurvey(sam)
})

const at = () => ({ params: { id: survey.id } })
const opens = async ({ api }: MadeAccount) => (await api.call(surveyDetail, at())).status
const seen = async ({ api }: MadeAccount, query = {}) => {
  const { body } = await api.call(teamSurveys, { query })
  return body.data.map(({ id }) => id)
}
const own = async ({ api }: MadeAccount) => {
  const { body } = await api.call(listSurveys, { query: {} })
  expect(body.meta.total_count).toBe(body.data.length)
  return body.data.map(({ id, attributes }) => [id, attributes.my_role])
}
async function audited(target: string) {
  const { db } = here.context
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('target_id', '=', target)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.filter(({ action }) => !/^(login|survey\.created)/.test(action))
}

describe('access', () => {
  test('surveyors cannot create, see or change teams, or hand over surveys', async () => {
    const id = await makeTeam(admin, [[sam, 'none']])
    const member = { params: { id, account_id: rita.id } }
    for (const [who, status] of [
      [here.api, 401],
      [rita.api, 403],
      [sam.api, 403],
    ] as const) {
      expect((await who.call(listTeams, {})).status).toBe(status)
      expect((await who.call(createTeam, { body: { name: 'Mine' } })).status).toBe(status)
      expect((await who.call(renameTeam, { params: { id }, body: { name: 'Mine' } })).status).toBe(status)
      expect((await who.call(setTeamMember, { ...member, body: { granted: 'edit' } })).status).toBe(status)
      expect((await who.call(removeTeamMember, { params: { id, account_id: sam.id } })).status).toBe(status)
      expect((await who.call(deleteTeam, { params: { id } })).status).toBe(status)
      expect((await who.call(handOver, { params: { id: sam.id }, body: { to: rita.id } })).status).toBe(
        status,
      )
    }
    expect((await here.api.call(myTeams, {})).status).toBe(401)
    expect((await here.api.call(teamSurveys, { query: {} })).status).toBe(401)
    expect(await opens(rita)).toBe(404)
  })

  test('creating a team gives an admin no access to its surveys', async () => {
    await makeTeam(admin, [
      [sam, 'none'],
      [rita, 'review'],
    ])
    expect([await opens(admin), await seen(admin)]).toEqual([404, []])
    expect((await admin.api.call(myTeams, {})).body.data).toEqual([])
  })

  test('members of other teams, or without grants, see nothing', async () => {
    const other = await here.make.account({ isProven: true })
    await makeTeam(admin, [[other, 'edit']], 'South')
    await makeTeam(admin, [
      [sam, 'edit'],
      [rita, 'none'],
    ])
    for (const person of [other, rita]) expect([await opens(person), await seen(person)]).toEqual([404, []])
    // Two teams with a common member stay separate.
    await makeTeam(admin, [
      [rita, 'edit'],
      [other, 'edit'],
    ])
    expect(await opens(other)).toBe(404)
  })

  test('returns 404 for unknown ids', async () => {
    const unknown = newId()
    const member = { params: { id: unknown, account_id: sam.id } }
    expect((await admin.api.call(renameTeam, { params: { id: unknown }, body: { name: 'x' } })).status).toBe(
      404,
    )
    expect((await admin.api.call(deleteTeam, { params: { id: unknown } })).status).toBe(404)
    expect((await admin.api.call(setTeamMember, { ...member, body: { granted: 'read' } })).status).toBe(404)
    expect((await admin.api.call(removeTeamMember, member)).status).toBe(404)
    const id = await makeTeam(admin, [])
    expect((await setGrant(admin, id, { id: unknown }, 'read')).status).toBe(404)
    expect((await setGrant(admin, id, sam, 'all' as Grant)).errors).toEqual([
      { granted: 'Please choose this person’s access.' },
    ])
    expect((await admin.api.call(createTeam, { body: { name: '  ' } })).errors).toEqual([
      { name: 'Please enter a name for the team.' },
    ])
  })
})

describe('a team', () => {
  test.each([
    ['read', 'viewer', undefined, 403],
    ['review', 'viewer', true, 403],
    ['edit', 'editor', true, 200],
  ] as const)('that grants to %s lets do just that', async (granted, role, reviews, saves) => {
    await makeTeam(admin, [
      [sam, 'none'],
      [rita, granted],
    ])
    expect(await seen(rita)).toEqual([survey.id])
    const { my_role, may_review } = await readSurvey(rita, survey.id)
    expect([my_role, may_review]).toEqual([role, reviews])
    const saved = await save(rita, survey, [{ in: 'Building', field: 'Notes', field_value: granted }])
    expect(saved.status).toBe(saves)
    // Members never review their own surveys.
    const mine = await startSurvey(rita)
    expect([(await readSurvey(rita, mine.id)).may_review, await opens(sam)]).toEqual([undefined, 200])
    expect((await sam.api.call(surveyDetail, { params: { id: mine.id } })).status).toBe(404)
  })

  test('and an owner’s share: the higher grant applies', async () => {
    await makeTeam(admin, [
      [sam, 'none'],
      [rita, 'read'],
    ])
    await sam.api.call(addMember, { ...at(), body: { email: rita.email, role: 'editor' } })
    expect((await readSurvey(rita, survey.id)).my_role).toBe('editor')
    const tom = await here.make.account({ isProven: true })
    await makeTeam(admin, [
      [sam, 'none'],
      [tom, 'edit'],
    ])
    await sam.api.call(addMember, { ...at(), body: { email: tom.email, role: 'viewer' } })
    expect((await readSurvey(tom, survey.id)).my_role).toBe('editor')
  })

  test('has its own list; opened surveys stay in a member’s own list for a while', async () => {
    await makeTeam(admin, [
      [sam, 'none'],
      [rita, 'review'],
    ])
    expect([await seen(rita), await own(rita)]).toEqual([[survey.id], []])
    await readSurvey(rita, survey.id)
    expect(await own(rita)).toEqual([[survey.id, 'viewer']])
    await here.context.db
      .updateTable('team_opened')
      .set({ opened_at: new Date(Date.now() - (limits.teamOpenedDays + 1) * 86_400_000) })
      .where('account_id', '=', rita.id)
      .execute()
    expect([await seen(rita), await own(rita)]).toEqual([[survey.id], []])
    await readSurvey(rita, survey.id)
    expect(await own(rita)).toEqual([[survey.id, 'viewer']])
  })

  test('can be filtered by person, state and text, counted by state, and paged', async () => {
    const tom = await here.make.account({ firstName: 'Tom' })
    await makeTeam(admin, [
      [sam, 'none'],
      [tom, 'none'],
      [rita, 'read'],
    ])
    const toms = await startSurvey(tom, { name: 'Café Row' })
    expect(await seen(rita)).toEqual([toms.id, survey.id])
    expect(await seen(rita, { person: sam.id })).toEqual([survey.id])
    expect(await seen(rita, { person: rita.id })).toEqual([])
    expect(await seen(rita, { search_query: 'cafe' })).toEqual([toms.id])
    expect(await seen(rita, { state: 'started' })).toHaveLength(2)
    expect(await seen(rita, { state: 'submitted' })).toEqual([])
    expect(await seen(rita, { per_page: '1', page: '2' })).toEqual([survey.id])
    const { body } = await rita.api.call(teamSurveys, { query: { per_page: '1' } })
    expect(body.meta).toEqual({
      ...{ total_pages: 2, total_count: 2, current_page: 1 },
      counts: { started: 2, submitted: 0, sent_back: 0, accepted: 0 },
    })
    expect(body.data[0]?.attributes).toMatchObject({
      owner_id: tom.id,
      created_by: 'Tom Rivera',
      may_review: false,
    })
  })

  test('shows members who may see their surveys, without addresses', async () => {
    const id = await makeTeam(admin, [
      [sam, 'none'],
      [rita, 'review'],
    ])
    const mine = await sam.api.call(myTeams, {})
    expect(mine.body.data.map(({ attributes }) => attributes.members)).toEqual([
      [
        { account_id: rita.id, name: 'Rita Rivera', granted: 'review', is_disabled: false },
        { account_id: sam.id, name: 'Sam Rivera', granted: 'none', is_disabled: false },
      ],
    ])
    expect(JSON.stringify(mine.body)).not.toContain('@')
    // In addition to the members that the owner added; only for the owner.
    const people = async (who: MadeAccount) => (await who.api.call(listMembers, at())).body.meta.team
    expect([await people(sam), await people(rita)]).toEqual([
      [{ name: 'Rita Rivera', granted: 'review' }],
      [],
    ])
    expect(
      (await admin.api.call(listTeams, {})).body.data.find((team) => team.id === id)?.attributes,
    ).toMatchObject({
      name: 'North',
      members: [{ email: rita.email }, { email: sam.email }],
    })
  })

  test('mails new members, and those whose surveys become readable, once per higher grant', async () => {
    const id = await makeTeam(admin, [[sam, 'none']])
    await setGrant(admin, id, rita, 'read')
    await setGrant(admin, id, rita, 'read')
    await setGrant(admin, id, rita, 'review')
    await setGrant(admin, id, rita, 'none')
    expect((await messagesTo(here, sam.email)).map(({ subject }) => subject)).toEqual([
      'Rita Rivera has access to your surveys',
      'Rita Rivera has access to your surveys',
      'You are now in the team “North”',
    ])
    expect((await messagesTo(here, sam.email))[0]?.body).toContain(
      'Rita Rivera can now view and review your surveys.',
    )
    expect((await messagesTo(here, rita.email)).map(({ kind }) => kind)).toEqual(['teams.joined'])
  })

  test('has its limits', async () => {
    const id = await makeTeam(admin, [])
    const { db } = here.context
    const accounts = await Promise.all(
      Array.from({ length: limits.teamMembersMax }, () => here.make.account()),
    )
    const rows = accounts.map((one) => ({ team_id: id, account_id: one.id, granted: 'none' }))
    await db.insertInto('team_member').values(rows).execute()
    expect((await setGrant(admin, id, sam, 'read')).errors).toEqual([
      { message: `A team can have at most ${limits.teamMembersMax} people.` },
    ])
    const { count } = await db
      .selectFrom('team')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const room = limits.teamsMax - Number(count) - 1
    const all = Array.from({ length: room }, (_, n) => ({ id: newId(), name: `Team ${n}` }))
    await db.insertInto('team').values(all).execute()
    const atOnce = Array.from({ length: 8 }, (_, n) =>
      admin.api.call(createTeam, { body: { name: `Team of many ${n}` } }),
    )
    const statuses = (await Promise.all(atOnce)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect((await admin.api.call(createTeam, { body: { name: 'More' } })).errors).toEqual([
      { message: `There can be at most ${limits.teamsMax} teams.` },
    ])
    await db.deleteFrom('team').where('name', 'like', 'Team %').execute()
  })

  test('is recorded with its grants', async () => {
    const id = await makeTeam(admin, [[rita, 'read']])
    await admin.api.call(renameTeam, { params: { id }, body: { name: 'West' } })
    await admin.api.call(renameTeam, { params: { id }, body: { name: 'West' } })
    await setGrant(admin, id, rita, 'edit')
    await admin.api.call(removeTeamMember, { params: { id, account_id: rita.id } })
    await admin.api.call(removeTeamMember, { params: { id, account_id: rita.id } })
    expect((await admin.api.call(deleteTeam, { params: { id } })).status).toBe(200)
    expect((await audited(id)).map(({ action, detail }) => [action, detail])).toEqual([
      ['team.created', { name: 'North' }],
      ['team.memberSet', { name: 'North', member: rita.id, granted: 'read', from: '' }],
      ['team.renamed', { from: 'North', to: 'West' }],
      ['team.memberSet', { name: 'West', member: rita.id, granted: 'edit', from: 'read' }],
      ['team.memberRemoved', { name: 'West', member: rita.id }],
      ['team.deleted', { name: 'West', members: 0 }],
    ])
  })
})

describe('end of access', () => {
  const ends: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    'removed from the team': (id) =>
      admin.api.call(removeTeamMember, { params: { id, account_id: rita.id } }),
    'granted nothing': (id) => setGrant(admin, id, rita, 'none'),
    'the surveyor left the team': (id) =>
      admin.api.call(removeTeamMember, { params: { id, account_id: sam.id } }),
    'the team dissolved': (id) => admin.api.call(deleteTeam, { params: { id } }),
  }
  test.each(Object.keys(ends))(
    '%s: everything ends at once, also what was handed out before',
    async (how) => {
      const id = await makeTeam(admin, [
        [sam, 'none'],
        [rita, 'edit'],
      ])
      await attach(sam, detailOf(survey, 'Floor', 'Riser').id, [photoPart(await phonePhoto())])
      const [photo] = detailOf(await readSurvey(rita, survey.id), 'Floor', 'Riser').photos
      const address = photo?.thumbnail_url ?? ''
      expect(address).not.toBe('')
      expect((await here.app.inject({ url: new URL(address, listening).pathname })).statusCode).toBe(200)
      const path = surveyEvents.path.replace('{id}', survey.id)
      const stream = await EventReader.open(`${listening}/api${path}`, { token: rita.api.token ?? '' })
      expect((await stream.next()).event).toBe('open')
      await ends[how]?.(id)
      expect((await stream.next()).event).toBe('gone')
      await stream.ended
      expect([await opens(rita), await seen(rita), await own(rita)]).toEqual([404, [], []])
      expect((await here.app.inject({ url: new URL(address, listening).pathname })).statusCode).toBe(404)
      const saved = await save(rita, survey, [{ in: 'Building', field: 'Notes', field_value: 'Late' }])
      expect(saved.status).toBe(404)
    },
  )

  test('a disabled member has no access and is marked as disabled', async () => {
    await makeTeam(admin, [
      [sam, 'none'],
      [rita, 'edit'],
    ])
    await admin.api.call(changeAccountAccess, { params: { id: rita.id }, body: { disabled: true } })
    expect(await opens(rita)).toBe(401)
    const mine = await sam.api.call(myTeams, {})
    expect(mine.body.data[0]?.attributes.members[0]).toMatchObject({ account_id: rita.id, is_disabled: true })
  })
})
