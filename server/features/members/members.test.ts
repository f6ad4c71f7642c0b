import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  addMember,
  changeMember,
  type GrantedRole,
  listMembers,
  removeMember,
} from '#contract/sharing/members.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { changedSurvey } from '#contract/surveys/survey-changed.ts'
import { listSurveys, type SurveyDetail, surveyDetail } from '#contract/surveys/surveys.ts'
import { someoneWaits } from '#server/testing/locks.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import { addSampleTemplate, detailOf, sampleTemplate, save, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { sectionId } from '#survey/survey.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  owner = await here.make.account({ firstName: 'Nell', isProven: true })
  survey = await startSurvey(owner)
})

const person = (firstName = 'Theo') => here.make.account({ firstName, isProven: true })
const at = () => ({ params: { id: survey.id } })

function add(email: string, role: GrantedRole = 'editor', more: { id?: string; key?: string } = {}) {
  const { key, ...body } = more
  return owner.api.call(addMember, { ...at(), body: { ...body, email, role } }, key ? { key } : {})
}
async function shareWith(member: MadeAccount, role: GrantedRole = 'editor') {
  return (await add(member.email, role)).body.data.id
}
const remove = (by: MadeAccount, member_id: string) =>
  by.api.call(removeMember, { params: { id: survey.id, member_id } })
const opens = async ({ api }: MadeAccount) => (await api.call(surveyDetail, at())).status
async function members({ api }: MadeAccount) {
  const { body } = await api.call(listMembers, at())
  return body.data.map(({ attributes: { email, name, role, state, is_me } }) => [
    email,
    name,
    role,
    state,
    is_me,
  ])
}
const audited = async () => {
  const rows = here.context.db.selectFrom('audit').selectAll().where('target_id', '=', survey.id)
  return (await rows.orderBy('at').orderBy('id').execute()).filter(({ action }) => /^member/.test(action))
}

describe('access', () => {
  test('only the owner adds, changes or removes members', async () => {
    const [eve, editor] = [await person(), await person()]
    const member_id = await shareWith(editor)
    const one = { params: { id: survey.id, member_id } }
    const body = { email: eve.email, role: 'editor' } as const
    for (const [who, status] of [
      [here.api, 401],
      [eve.api, 404],
      [editor.api, 403],
    ] as const) {
      expect((await who.call(addMember, { ...at(), body })).status).toBe(status)
      expect((await who.call(changeMember, { ...one, body: { role: 'viewer' } })).status).toBe(status)
    }
    const other = await shareWith(await person())
    for (const who of [eve, editor]) expect((await remove(who, other)).status).toBe(who === eve ? 404 : 403)
    expect((await eve.api.call(listMembers, at())).status).toBe(404)
    expect(await messagesTo(here, eve.email)).toEqual([])
    expect(await members(owner)).toHaveLength(3)
  })

  test('an unproven account cannot have mails sent in its name', async () => {
    const eve = await here.make.account({ firstName: 'Your bank' })
    const own = await startSurvey(eve)
    const input = { params: { id: own.id }, body: { email: 'victim@example.com', role: 'viewer' } } as const
    const refused = await eve.api.call(addMember, input)
    expect([refused.status, refused.errors]).toEqual([
      422,
      [
        {
          message:
            'Please confirm your own email address first: people see it when you share a survey with them.',
        },
      ],
    ])
    expect(await messagesTo(here, 'victim@example.com')).toEqual([])
    const { db } = here.context
    await db.updateTable('account').set({ phone_proven_at: new Date() }).where('id', '=', eve.id).execute()
    expect((await eve.api.call(addMember, input)).status).toBe(201)
  })

  test('a member of another survey is unknown here', async () => {
    const member_id = await shareWith(await person())
    const other = await startSurvey(owner)
    const there = { params: { id: other.id, member_id } }
    expect((await owner.api.call(changeMember, { ...there, body: { role: 'viewer' } })).status).toBe(404)
    expect((await owner.api.call(removeMember, there)).status).toBe(404)
    const self = { params: { id: survey.id, member_id: survey.id } }
    expect((await owner.api.call(removeMember, self)).status).toBe(404)
    expect(await members(owner)).toHaveLength(2)
  })
})

describe('adding', () => {
  test('gives the survey to the account that has proven the address, in the list and with the role', async () => {
    const theo = await person()
    const added = await add(theo.email.toUpperCase())
    expect([added.status, added.body.data.attributes]).toEqual([
      201,
      {
        email: theo.email,
        name: '',
        role: 'editor',
        state: 'invited',
        added_at: expect.any(String),
        is_me: false,
      },
    ])
    const { body } = await theo.api.call(listSurveys, { query: {} })
    expect(body.data.map((one) => [one.id, one.attributes.my_role])).toEqual([[survey.id, 'editor']])
    expect(body.meta.total_count).toBe(1)
    expect((await theo.api.call(surveyDetail, at())).body.data.attributes.my_role).toBe('editor')
    expect((await audited()).map(({ action, detail }) => [action, detail])).toEqual([
      ['member.added', { member: added.body.data.id, role: 'editor' }],
    ])
  })

  test('behaves the same for an unused, a claimed and a proven address', async () => {
    const emails = [
      `${newId()}@example.com`,
      (await here.make.account()).email,
      (await person()).email,
    ] as const
    const said = []
    for (const email of emails) {
      const { status, body } = await add(email)
      said.push([status, { ...body.data, id: '', attributes: { ...body.data.attributes, added_at: '' } }])
      const [mail] = await messagesTo(here, email)
      said.push(mail?.subject, mail?.body)
    }
    const text = JSON.stringify(said)
    const [nobodys, claimed, had] = emails.map((email) => text.split(email).length)
    expect([nobodys, claimed, had]).toEqual([2, 2, 2])
    const alike = emails.reduce((whole, email) => whole.replaceAll(email, 'them'), text)
    expect(JSON.parse(alike).slice(0, 3)).toEqual(JSON.parse(alike).slice(3, 6))
    expect(JSON.parse(alike).slice(0, 3)).toEqual(JSON.parse(alike).slice(6, 9))
  })

  test('mails a link to the form, in the reader’s language if known, else in the owner’s', async () => {
    const theo = await person()
    const { db } = here.context
    const settings = JSON.stringify({ language: 'es' })
    await db.updateTable('account').set({ settings }).where('id', '=', theo.id).execute()
    await add(theo.email)
    const [mail] = await messagesTo(here, theo.email)
    const [first] = sampleTemplate.sections
    expect(mail).toMatchObject({
      subject: 'Nell Rivera compartió una inspección con usted',
      account_id: theo.id,
    })
    expect(mail?.body).toContain(
      `http://fieldbook.test/survey/${sampleTemplate.id}/${survey.id}/${first && sectionId(survey.id, first)}`,
    )
    await add('stranger@example.com', 'viewer')
    const [english] = await messagesTo(here, 'stranger@example.com')
    expect(english?.subject).toBe('Nell Rivera shared a survey with you')
    expect(english?.body).toContain('They named it: “Hill House”')
    expect(english?.body).toContain('You can view it.')
    expect(english?.body).toContain('sign up with this address')
  })

  test('a name that imitates the installation’s own voice is quoted, short, and links nowhere', async () => {
    const name = `Your account is locked” – sign in at https://evil.example/login or evil.example ${'!'.repeat(90)}`
    survey = await startSurvey(owner, { name })
    await add('victim@example.com', 'viewer')
    const [mail] = await messagesTo(here, 'victim@example.com')
    expect(mail?.subject).toBe('Nell Rivera shared a survey with you')
    expect(mail?.body).toContain("They named it: “Your account is locked' – sign in at … or … !!!")
    expect(`${mail?.body}${mail?.html}`).not.toMatch(/evil|!{40}/)
  })

  test('adding again succeeds, changes the role if it differs, and mails nothing more', async () => {
    const theo = await person()
    const first = await add(theo.email)
    const again = await add(theo.email, 'editor', { id: newId() })
    expect([again.status, again.body]).toEqual([201, first.body])
    const changed = await add(theo.email, 'viewer')
    expect([changed.status, changed.body.data.id, changed.body.data.attributes.role]).toEqual([
      201,
      first.body.data.id,
      'viewer',
    ])
    expect(await messagesTo(here, theo.email)).toHaveLength(1)
    expect((await audited()).map(({ action }) => action)).toEqual(['member.added', 'member.changed'])
  })

  test('a key gives the same reply again; a device’s id is kept, and one already taken is refused', async () => {
    const key = newKey()
    const id = newId()
    const first = await add('a@example.com', 'editor', { id, key })
    const again = await add('a@example.com', 'editor', { id, key })
    expect([first.body.data.id, again.status, again.body]).toEqual([id, 201, first.body])
    expect((await add('a@example.com', 'viewer', { id, key })).status).toBe(422)
    expect((await add('b@example.com', 'viewer', { id })).status).toBe(409)
    expect(await members(owner)).toHaveLength(2)
  })

  test('two adds at once make one member and one mail', async () => {
    const theo = await person()
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(theo.email)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await messagesTo(here, theo.email)).toHaveLength(1)
  })

  test('refuses the owner, an invalid address, and an invalid role', async () => {
    expect((await add(owner.email)).errors).toEqual([{ email: 'This survey is already yours.' }])
    expect((await add('nobody')).status).toBe(422)
    expect((await add('a@example.com', 'owner' as GrantedRole)).errors).toEqual([
      { role: 'Please choose this person’s access.' },
    ])
  })

  test('has limits: people in a survey, mails to one address', async () => {
    const { db } = here.context
    const rows = Array.from({ length: limits.membersPerSurvey }, (_, n) => ({
      id: newId(),
      survey_id: survey.id,
      email: `full${n}@example.com`,
      role: 'viewer',
      added_by: owner.id,
    }))
    await db.insertInto('survey_member').values(rows).execute()
    const full = await add('one-more@example.com')
    expect([full.status, full.errors]).toEqual([
      422,
      [{ message: `A survey can be shared with at most ${limits.membersPerSurvey} people.` }],
    ])
    expect((await add('full0@example.com', 'editor')).status).toBe(201)
    let status = 0
    for (let n = 0; n <= limits.sharedMailsPerPersonHour; n++) {
      survey = await startSurvey(owner)
      status = (await add('flooded@example.com')).status
    }
    expect([status, (await messagesTo(here, 'flooded@example.com')).length]).toEqual([
      429,
      limits.sharedMailsPerPersonHour,
    ])
  })
})

test('a name shows once its owner opened the survey, not just because a device fetched it', async () => {
  const theo = await person()
  await add(theo.email)
  await add('later@example.com', 'viewer')
  await theo.api.call(listSurveys, { query: {} })
  await theo.api.call(changedSurvey, { ...at(), query: {} })
  const pending = ['later@example.com', '', 'viewer', 'invited', false]
  expect(await members(owner)).toEqual([
    [owner.email, 'Nell Rivera', 'owner', 'owner', true],
    [theo.email, '', 'editor', 'invited', false],
    pending,
  ])
  expect(await members(theo)).toEqual([
    [owner.email, 'Nell Rivera', 'owner', 'owner', false],
    [theo.email, '', 'editor', 'invited', true],
  ])
  expect(await opens(theo)).toBe(200)
  expect(await members(owner)).toContainEqual([theo.email, 'Theo Rivera', 'editor', 'joined', false])
})

test('the role can be changed; a viewer saves nothing, an editor saves under their own name', async () => {
  const theo = await person()
  const member_id = await shareWith(theo, 'viewer')
  const one = { params: { id: survey.id, member_id } }
  const change = (field_value: string, by = theo) =>
    save(by, survey, [{ in: 'Building', field: 'Notes', field_value }])
  expect((await change('Mine')).status).toBe(403)
  const made = await owner.api.call(changeMember, { ...one, body: { role: 'editor' } })
  expect([made.status, made.body.data.attributes.role]).toEqual([200, 'editor'])
  expect((await owner.api.call(changeMember, { ...one, body: { role: 'editor' } })).status).toBe(200)
  expect((await change('Mine')).status).toBe(200)
  expect((await change('Ours', owner)).status).toBe(200)
  const query = { detail_id: detailOf(survey, 'Building', 'Notes').id }
  const { body } = await owner.api.call(answerHistory, { ...at(), query })
  expect(body.data.map(({ attributes }) => [attributes.field_value, attributes.edited_by])).toEqual([
    ['Mine', 'Theo Rivera'],
  ])
  expect((await audited()).map(({ action }) => action)).toEqual(['member.added', 'member.changed'])
})

describe('access ends', () => {
  test('at once when the owner removes someone, and when they leave', async () => {
    const [theo, luke] = [await person(), await person('Luke')]
    const [theos, lukes] = [await shareWith(theo), await shareWith(luke, 'viewer')]
    expect([await opens(theo), await opens(luke)]).toEqual([200, 200])
    const removed = await remove(owner, theos)
    expect([removed.status, removed.body.data.message]).toEqual([
      200,
      'This person no longer has access to the survey.',
    ])
    const left = await remove(luke, lukes)
    expect([left.status, left.body.data.message]).toEqual([200, 'You have left the survey.'])
    expect([await opens(theo), await opens(luke)]).toEqual([404, 404])
    expect((await luke.api.call(listSurveys, { query: {} })).body.data).toEqual([])
    expect([(await remove(owner, theos)).status, (await remove(luke, lukes)).status]).toEqual([404, 404])
    expect(await members(owner)).toHaveLength(1)
    expect((await audited()).slice(2).map(({ action, account_id }) => [action, account_id])).toEqual([
      ['member.removed', owner.id],
      ['member.removed', luke.id],
    ])
  })

  test('someone who was removed can be added again', async () => {
    const theo = await person()
    await remove(owner, await shareWith(theo))
    await shareWith(theo, 'viewer')
    expect(await opens(theo)).toBe(200)
    expect(await members(owner)).toHaveLength(2)
  })

  describe('for someone who was added under two of their addresses', () => {
    let theo: MadeAccount
    let [byOld, byNew, email] = ['', '', '']
    beforeEach(async () => {
      theo = await person()
      email = `${newId()}@example.com`
      ;[byOld, byNew] = [await shareWith(theo), (await add(email, 'viewer')).body.data.id]
      await here.context.db.updateTable('account').set({ email }).where('id', '=', theo.id).execute()
    })

    test('not under the other address: it takes the place of the removed one', async () => {
      await remove(owner, byOld)
      expect((await theo.api.call(surveyDetail, at())).body.data.attributes.my_role).toBe('viewer')
      expect(await members(owner)).toContainEqual([email, 'Theo Rivera', 'viewer', 'joined', false])
      await remove(owner, byNew)
      expect(await opens(theo)).toBe(404)
    })

    test('under both when they leave', async () => {
      await remove(theo, byOld)
      expect(await opens(theo)).toBe(404)
      expect(await members(owner)).toHaveLength(1)
    })
  })

  test('a save that waits behind the removal finds no access', async () => {
    const theo = await person()
    const member_id = await shareWith(theo)
    const { db } = here.context
    let saving: ReturnType<typeof save> | undefined
    await db.transaction().execute(async (tx) => {
      // Does what the removal does, held open until the save waits for the survey's row.
      await tx.selectFrom('survey').select('id').where('id', '=', survey.id).forUpdate().execute()
      saving = save(theo, survey, [{ in: 'Building', field: 'Notes', field_value: 'Too late' }])
      await someoneWaits(db)
      await tx.deleteFrom('survey_member').where('id', '=', member_id).execute()
    })
    expect((await saving)?.status).toBe(404)
    const { body } = await owner.api.call(surveyDetail, at())
    expect(detailOf(body.data.attributes, 'Building', 'Notes').field_value).toBe('')
  })
})
