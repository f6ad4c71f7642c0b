import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addMember, removeMember } from '#contract/sharing/members.ts'
import { removeTeamMember } from '#contract/sharing/teams.ts'
import { recoveredAnswers } from '#contract/surveys/survey-recovered.ts'
import {
  addSimilar,
  removeSimilar,
  type SurveyDetail,
  submitSurvey,
  surveyDetail,
} from '#contract/surveys/surveys.ts'
import type { FilePart } from '#server/testing/api.ts'
import { EventReader } from '#server/testing/event-reader.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { makePlan, planPart, planPicture } from '#server/testing/plans.ts'
import { share } from '#server/testing/shared-survey.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  partOf,
  readSurvey,
  sampleTemplate,
  save,
  sectionNamed,
  sectionsOf,
  startSurvey,
} from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** All kinds of people around a survey. The removed one was an editor who had it open. */
const people = [
  ...(['stranger', 'removed', 'invited', 'viewer', 'editor'] as const),
  // In a team with the owner: one without grants, and one for each grant.
  ...(['teamMate', 'teamReader', 'reviewer', 'teamEditor'] as const),
  // A removed team editor who had the survey open, a member of another team, and an admin.
  ...(['teamRemoved', 'otherTeam', 'admin'] as const),
  // Deletes the survey at the end.
  'owner',
] as const
type Person = (typeof people)[number]

let here: TestApp
let listening: string
let all: Record<Person, MadeAccount>
let survey: SurveyDetail
let photo: Buffer

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  listening = await here.app.listen({ port: 0, host: '127.0.0.1' })
  photo = await phonePhoto()
  const make = (isProven: boolean) => here.make.account({ isProven })
  all = {
    stranger: await make(true),
    removed: await make(true),
    // Invited by an address that this account only claims.
    invited: await make(false),
    viewer: await make(true),
    editor: await make(true),
    owner: await make(true),
    teamMate: await make(true),
    teamReader: await make(true),
    reviewer: await make(true),
    teamEditor: await make(true),
    teamRemoved: await make(true),
    otherTeam: await make(true),
    admin: await here.make.account({ isProven: true, role: 'admin' }),
  }
  survey = await startSurvey(all.owner)
  await save(all.owner, survey, allMandatory)
  for (const person of ['removed', 'invited', 'editor'] as const) await add(all[person].email, 'editor')
  await add(all.viewer.email, 'viewer')
  const at = { params: { id: survey.id } }
  expect((await all.removed.api.call(surveyDetail, at)).status).toBe(200)
  const { id } = await add(all.removed.email, 'editor')
  await all.owner.api.call(removeMember, { params: { id: survey.id, member_id: id } })
  const team = await makeTeam(all.admin, [
    ...[[all.owner, 'none'] as const, [all.teamMate, 'none'] as const, [all.teamReader, 'read'] as const],
    ...[[all.reviewer, 'review'] as const, [all.teamEditor, 'edit'] as const],
    [all.teamRemoved, 'edit'],
  ])
  expect((await all.teamRemoved.api.call(surveyDetail, at)).status).toBe(200)
  const gone = { params: { id: team, account_id: all.teamRemoved.id } }
  expect((await all.admin.api.call(removeTeamMember, gone)).status).toBe(200)
  await makeTeam(
    all.admin,
    [
      [all.otherTeam, 'edit'],
      [await make(true), 'edit'],
    ],
    'South',
  )
})
afterAll(() => here.close())

async function add(email: string, role: 'editor' | 'viewer') {
  const { body } = await all.owner.api.call(addMember, {
    params: { id: survey.id },
    body: { email, role },
  })
  return body.data
}

interface Sent {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: object
  readonly fields?: readonly (readonly [string, string])[]
  readonly files?: readonly FilePart[]
}
interface Right {
  readonly level: 'read' | 'edit' | 'review' | 'own'
  /** Created for each caller, since calls change the data. */
  readonly sent: () => Sent | Promise<Sent>
  /** Also allowed for admins, who read no answers with it. */
  readonly byAdmin?: true
  /** Status for an authorized caller if this input does not succeed. */
  readonly brings?: number
}

const arrow = { kind: 'arrow', x1: 0.1, y1: 0.1, x2: 0.5, y2: 0.5, color: 'red', width: 'medium' }
const id = () => ({ params: { id: survey.id } })
const named = () => ({ query: { user_survey_id: survey.id } })
const searched = (more: Record<string, string>) => () => ({
  query: { survey_template_id: sampleTemplate.id, user_survey_id: survey.id, ...more },
})
/** Returns the time of the last edit. */
async function submitted(): Promise<string> {
  const body = { status: 'Completed', survey_name: newId() } as const
  const done = await all.owner.api.call(submitSurvey, { ...id(), body })
  expect(done.status).toBe(200)
  return done.body.data.attributes.last_edited
}
const notes = () => detailOf(survey, 'Building', 'Notes').id
const inBuilding = () => ({
  user_survey_id: survey.id,
  user_survey_section_id: sectionNamed(survey, 'Building').id,
  user_survey_sub_section_id: partOf(survey, 'Building').id,
})
const onePhoto = async () => {
  const upload = await attach(all.owner, detailOf(survey, 'Floor', 'Riser').id, [photoPart(photo)])
  const photo_id = upload.photo_details[0]?.id ?? ''
  made.push(() =>
    send('media.delete', { query: { user_survey_media_id: upload.id, photo_id } }, all.owner).then(() => {}),
  )
  return { user_survey_media_id: upload.id, photo_id }
}
const onePlan = async () => {
  const { id } = await makePlan(all.owner, survey.id)
  made.push(() => send('plans.delete', { params: { id } }, all.owner).then(() => {}))
  return { id }
}
const oneMember = async () => ({
  params: { id: survey.id, member_id: (await add(`${newId()}@example.com`, 'viewer')).id },
})
/** Uploads per field are limited, so they are removed before the next call. */
const made: (() => Promise<void>)[] = []

async function oneRecovered() {
  const place = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id }
  await all.owner.api.call(addSimilar, { body: place })
  const wide = await readSurvey(all.owner, survey.id)
  const gone = partOf(wide, 'Building', 1)
  await all.owner.api.call(removeSimilar, { query: { ...place, user_survey_sub_section_id: gone.id } })
  await save(all.owner, wide, [{ in: 'Building', index: 1, field: 'Notes', field_value: newId() }])
  const { body } = await all.owner.api.call(recoveredAnswers, { params: { id: survey.id } })
  return { params: { id: survey.id, recovered_id: body.data[0]?.id ?? '' } }
}

/** The required right of each endpoint. A missing endpoint fails the first test. */
const rights: Readonly<Record<string, Right>> = {
  'surveys.detail': { level: 'read', sent: id },
  'surveys.changed': { level: 'read', sent: id },
  'surveys.changedFiles': { level: 'read', sent: () => ({ ...id(), query: { answers: notes() } }) },
  'surveys.events': { level: 'read', sent: id },
  'surveys.history': { level: 'read', sent: () => ({ ...id(), query: { detail_id: notes() } }) },
  'surveys.recovered': { level: 'read', sent: id },
  'surveys.dropdownOptions': { level: 'read', sent: named },
  'surveys.navigation': { level: 'read', sent: named },
  'surveys.section': { level: 'read', sent: () => ({ query: inBuilding() }) },
  'surveys.copyData': { level: 'read', sent: () => ({ query: inBuilding() }), brings: 422 },
  'surveys.reportSearch': { level: 'read', sent: searched({ search_query: 'units' }) },
  'surveys.searchedField': { level: 'read', sent: searched({ searched_field: 'Units' }) },
  'surveys.mappedField': {
    level: 'read',
    sent: () => searched({ ...inBuilding(), template_field_id: fieldOf(notes()) })(),
  },
  'surveys.autoSave': { level: 'edit', sent: () => ({ body: { user_survey_id: survey.id, ...saved() } }) },
  'surveys.submit': { level: 'edit', sent: () => ({ ...id(), body: { status: 'Started', ...saved() } }) },
  'surveys.addSimilar': {
    level: 'edit',
    // An existing one: a replayed call.
    sent: () => ({ body: { ...inBuilding(), id: partOf(survey, 'Building').id } }),
  },
  'surveys.removeSimilar': { level: 'edit', sent: () => ({ query: inBuilding() }), brings: 422 },
  'surveys.deletedSimilar': {
    level: 'edit',
    sent: () => ({ ...id(), query: { user_survey_section_id: sectionNamed(survey, 'Building').id } }),
  },
  'surveys.restoreSimilar': {
    level: 'edit',
    sent: () => ({ params: { id: survey.id, sub_section_id: partOf(survey, 'Building').id } }),
  },
  'surveys.restoreRecovered': {
    level: 'edit',
    sent: async () => ({
      ...(await oneRecovered()),
      body: { user_survey_sub_section_id: partOf(survey, 'Building').id },
    }),
  },
  'surveys.dismissRecovered': { level: 'edit', sent: oneRecovered },
  'media.upload': {
    level: 'edit',
    sent: () => ({
      fields: [['user_survey_media[user_survey_sub_section_detail_id]', notes()]],
      files: [photoPart(photo)],
    }),
  },
  'media.uploadResumed': {
    level: 'edit',
    sent: () => ({
      body: {
        id: newId(),
        user_survey_sub_section_detail_id: notes(),
        files: [
          { id: newId(), kind: 'photo', upload: 'a'.repeat(32), sha256: 'a'.repeat(64), name: 'a.jpg' },
        ],
      },
    }),
    brings: 410,
  },
  'media.copy': {
    level: 'edit',
    sent: async () => ({
      body: {
        user_survey_sub_section_detail_id: notes(),
        attached_photos: [{ id: (await onePhoto()).photo_id }],
      },
    }),
  },
  'media.delete': { level: 'edit', sent: async () => ({ query: await onePhoto() }) },
  'media.describe': {
    level: 'edit',
    sent: async () => ({ body: { ...(await onePhoto()), description: 'x' } }),
  },
  'media.draw': {
    level: 'edit',
    sent: async () => ({
      fields: Object.entries({
        ...(await onePhoto()),
        shapes: JSON.stringify([arrow]),
        drawn_at: '2026-05-01T10:20:30Z',
      }),
      files: [{ ...photoPart(photo), part: 'something' }],
    }),
    brings: 422,
  },
  'media.undraw': { level: 'edit', sent: async () => ({ query: await onePhoto() }) },
  'media.counts': { level: 'read', sent: named },
  'plans.add': {
    level: 'edit',
    sent: async () => ({
      fields: [
        ['user_survey_id', survey.id],
        ['name', 'Level 2'],
      ],
      files: [planPart(await planPicture())],
    }),
  },
  'plans.addResumed': {
    level: 'edit',
    sent: () => ({
      body: {
        ...{ id: newId(), user_survey_id: survey.id, name: 'Level 2', filename: 'a.png' },
        ...{ upload: 'a'.repeat(32), sha256: 'a'.repeat(64) },
      },
    }),
    brings: 410,
  },
  'plans.rename': {
    level: 'edit',
    sent: async () => ({ params: await onePlan(), body: { name: 'Level 3' } }),
  },
  'plans.delete': { level: 'edit', sent: async () => ({ params: await onePlan() }) },
  'plans.setPin': {
    level: 'edit',
    sent: async () => ({
      params: { ...(await onePlan()), sub_section_id: partOf(survey, 'Building').id },
      body: { x: 0.5, y: 0.5, edited_at: '2026-05-01T10:20:30Z' },
    }),
  },
  'reports.detail': { level: 'read', sent: id },
  'reports.download': { level: 'read', sent: id },
  'reports.zip': { level: 'read', sent: named },
  'sharing.generateLink': { level: 'own', sent: () => ({ body: { link_share_id: survey.id } }) },
  'sharing.sendLink': {
    level: 'own',
    sent: async () => {
      await share(all.owner, survey.id)
      return { body: { link_share_id: survey.id, email: `${newId()}@example.com` } }
    },
  },
  'sharing.revokeAccess': { level: 'own', sent: () => ({ body: { link_share_id: survey.id } }) },
  'members.list': { level: 'read', sent: id },
  'members.add': {
    level: 'own',
    sent: () => ({ ...id(), body: { email: `${newId()}@example.com`, role: 'viewer' } }),
  },
  'members.change': {
    level: 'own',
    sent: async () => ({ ...(await oneMember()), body: { role: 'editor' } }),
  },
  'members.remove': { level: 'own', sent: oneMember },
  'reviews.list': { level: 'read', sent: id },
  'reviews.neighbors': { level: 'review', sent: id },
  'reviews.sendBack': {
    level: 'review',
    sent: async () => {
      await submitted()
      return {
        ...id(),
        body: { notes: [{ user_survey_sub_section_detail_id: notes(), note: 'Which one?' }] },
      }
    },
  },
  'reviews.accept': {
    level: 'review',
    sent: async () => ({ ...id(), body: { last_edited: await submitted() } }),
  },
  'exports.create': { level: 'read', sent: () => ({ body: { format: 'csv', user_survey_id: survey.id } }) },
  'surveyMoves.list': { level: 'read', sent: named },
  'surveyMoves.move': {
    level: 'own',
    byAdmin: true,
    // To the current version: a replayed call.
    sent: () => ({ body: { survey_ids: [survey.id], survey_template_id: sampleTemplate.id } }),
  },
  // These two must be last.
  'surveys.restore': { level: 'own', sent: id },
  'surveys.delete': { level: 'own', sent: id },
}

/** Endpoints without an existing survey, or with a signed address; they have their own tests. */
const others = [
  ...['surveys.create', 'surveys.list', 'sample.open', 'sharing.activeLink', 'teams.mine', 'teams.surveys'],
  ...['reviews.queue', 'reviews.summary'],
  ...['exports.list', 'exports.detail', 'exports.delete'],
  ...['surveys.changes', 'surveys.listDeleted', 'surveys.deleteForGood'],
  ...[
    'surveyMoves.behind',
    'surveyMoves.undo',
    'media.file',
    'plans.file',
    'reports.pdfFile',
    'reports.zipFile',
  ],
]

function saved() {
  const change = { in: 'Building', field: 'Notes', field_value: newId() }
  return { user_survey_sections_attributes: sectionsOf(survey, [change]) }
}

function fieldOf(detailId: string): string {
  const parts = survey.user_survey_sections.flatMap((section) => section.user_survey_sub_sections)
  const details = parts.flatMap((part) => part.user_survey_sub_section_details)
  return details.find((detail) => detail.id === detailId)?.template_field_id ?? ''
}

async function send(name: string, sent: Sent, who: MadeAccount) {
  const endpoint = api.get(name)
  if (!endpoint) throw new Error(`No endpoint ${name}`)
  const { params = {}, query = {}, body, fields, files = [] } = sent
  if (fields) return who.api.upload(endpoint, fields, files, { params })
  const token = who.api.token ?? ''
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')
  const url = `/api${path}?${new URLSearchParams(query)}`
  if (!endpoint.reply) return opened(url, token)
  const response = await here.app.inject({
    method: endpoint.method,
    url,
    headers: { token },
    ...(body ? { payload: body } : {}),
  })
  return { status: response.statusCode, errors: response.json().errors ?? [] }
}

/** A stream never ends, so only its start is read. */
async function opened(url: string, token: string) {
  const reader = await EventReader.open(`${listening}${url}`, { token })
  const { status } = reader
  reader.close()
  return { status, errors: status === 404 ? [{ message: 'Not found.' }] : [] }
}

const unknown = { status: 404, errors: [{ message: 'Not found.' }] }
const refusals = {
  edit: { status: 403, errors: [{ message: 'You can view this survey but not change it.' }] },
  review: { status: 403, errors: [{ message: 'Only a reviewer of the surveyor’s team can do this.' }] },
  own: { status: 403, errors: [{ message: 'Only the owner of this survey can do this.' }] },
}

/** Rights besides reading; all others have none. */
const mays: Readonly<Partial<Record<Person, readonly Right['level'][]>>> = {
  viewer: [],
  editor: ['edit'],
  owner: ['edit', 'own'],
  teamReader: [],
  reviewer: ['review'],
  teamEditor: ['edit', 'review'],
}

function expectedOf(person: Person, { level, byAdmin, brings = 0 }: Right, { status = 200 }: Endpoint) {
  const done = brings ? { status: brings } : { status, errors: [] }
  if (person === 'admin' && byAdmin) return done
  const may = mays[person]
  if (!may) return unknown
  return level === 'read' || may.includes(level) ? done : refusals[level]
}

test('every endpoint that knows a survey is in the table', () => {
  const slices = /^(surveys|media|plans|reports|sharing|members|reviews)\./
  const names = [...api.values()]
    .filter(({ name, path, access }) => slices.test(name) || (access === 'surveyor' && /survey/.test(path)))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('templates.'))
  expect([...Object.keys(rights), ...others].toSorted()).toEqual(names.toSorted())
})

describe.each(Object.keys(rights))('%s', (name) => {
  test.each(people)('as %s', async (person) => {
    const right = rights[name]
    const endpoint = api.get(name)
    if (!right || !endpoint) throw new Error(name)
    const answer = await send(name, await right.sent(), all[person])
    expect(answer).toMatchObject(expectedOf(person, right, endpoint))
    for (const undo of made.splice(0)) await undo()
  })
})
