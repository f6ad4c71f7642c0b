import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestNavigation, guestSection, guestZip } from '#contract/sharing/guests.ts'
import { addMember } from '#contract/sharing/members.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { listMoves, moveSurveys, surveysBehind, undoMove } from '#contract/surveys/survey-moves.ts'
import {
  addSimilar,
  autoSave,
  deleteSurvey,
  removeSimilar,
  type SurveyDetail,
  submitSurvey,
} from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { share } from '#server/testing/shared-survey.ts'
import {
  type Change,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { deriveId } from '#survey/ids.ts'
import type { Template } from '#survey/template.ts'
import { type SectionSource, templateFrom } from '#survey/template-source.ts'

const series = '019b0000-0000-7000-8000-0000000000bb'
const idf = { key: 'idf', name: 'IDF present', type: 'yes_no', mandatory: true } as const
const rack = { key: 'rack', name: 'Rack', type: 'text', media: true } as const
const lock = { key: 'lock', name: 'Lock', type: 'radio', options: ['Key', 'Code'] } as const
const notes = { key: 'notes', name: 'Notes', type: 'text', media: true } as const
const number = { key: 'number', name: 'Number', type: 'text' } as const
const units = (...fields: SectionSource['fields']): SectionSource => ({
  ...{ key: 'unit', name: 'Unit', addSimilarText: 'Add unit', fields },
})
const version = (at: number, ...sections: SectionSource[]) =>
  templateFrom({ series, version: at, name: 'Closets', sections })

const first = version(
  1,
  { key: 'closet', name: 'Closet', fields: [idf, rack, notes] },
  { key: 'door', name: 'Door', fields: [lock] },
  units(number, notes),
)
/** Without notes; the rack has moved to the door, which has more mandatory fields; units have a floor. */
const second = version(
  2,
  { key: 'closet', name: 'Telecom closet', fields: [{ ...idf, name: 'IDF' }] },
  {
    ...{ key: 'door', name: 'Door' },
    fields: [
      { ...lock, options: ['Key', 'Card'] },
      rack,
      { key: 'width', name: 'Width', type: 'numeric', mandatory: true },
    ],
  },
  units(number, { key: 'floor', name: 'Floor', type: 'text' }),
)
/** With notes again, without units. */
const third = version(
  3,
  { key: 'closet', name: 'Closet', fields: [idf, notes] },
  { key: 'door', name: 'Door', fields: [lock, rack] },
)
const other = templateFrom({
  ...{ series: '019b0000-0000-7000-8000-0000000000cc', version: 1, name: 'Other' },
  sections: [{ key: 'a', name: 'A', fields: [notes] }],
})

let here: TestApp
let admin: MadeAccount
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  const all = [first, second, third].map((template) => ({ ...template, series }))
  await addMissingTemplates(here.context.db, [...all, { ...other, series: 'other' }])
  admin = await here.make.account({ role: 'admin' })
  sam = await here.make.account({ isProven: true })
  eve = await here.make.account({ isProven: true })
})
afterAll(() => here.close())

const answers: readonly Change[] = [
  { in: 'Closet', field: 'IDF present', field_value: 'Yes' },
  { in: 'Closet', field: 'Rack', field_value: 'R-7' },
  { in: 'Closet', field: 'Notes', field_value: 'Damp' },
  { in: 'Door', field: 'Lock', field_value: 'Code' },
  { in: 'Unit', field: 'Number', field_value: '101' },
]

async function filled(): Promise<SurveyDetail> {
  const { id } = await startSurvey(sam, { template: first })
  expect((await save(sam, await readSurvey(sam, id), answers)).status).toBe(200)
  return readSurvey(sam, id)
}

function move(survey: { id: string }, to: Template, more: { dry_run?: boolean } = {}, api = sam.api) {
  return api.call(moveSurveys, { body: { survey_ids: [survey.id], survey_template_id: to.id, ...more } })
}

async function moved(survey: { id: string }, to: Template, api?: ApiClient) {
  const { status, body } = await move(survey, to, {}, api)
  expect([status, body.data[0]?.attributes.state]).toEqual([200, 'moved'])
  return body.data[0]?.attributes.move_id ?? ''
}

function undo(id: string, api = sam.api) {
  return api.call(undoMove, { params: { id } })
}

/** All entered answers with their places. */
function told(survey: SurveyDetail): readonly string[] {
  return [
    ...survey.user_survey_sections.flatMap((section) =>
      section.user_survey_sub_sections.flatMap((part) =>
        part.user_survey_sub_section_details
          .filter(({ field_value, photos }) => field_value !== '' || photos.length > 0)
          .map((one) => `${part.user_survey_sub_section_name}/${one.field_name}: ${one.field_value}`),
      ),
    ),
    ...(survey.earlier_answers ?? []).map(
      (one) => `earlier ${one.user_survey_section_name}/${one.field_name}: ${one.field_value}`,
    ),
  ]
}

async function newestEvent({ id }: { id: string }): Promise<number> {
  const row = await here.context.db
    .selectFrom('survey_event')
    .select((column) => column.fn.max<number | null>('id').as('id'))
    .where('survey_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.id ?? 0
}

/** The survey without edit time and earlier versions. */
function still({ last_edited: _, earlier_survey_template_ids: __, ...survey }: SurveyDetail) {
  return survey
}

describe('access', () => {
  test('requires a full session of the owner', async () => {
    const survey = await filled()
    const id = await moved(survey, second)
    const newcomer = await here.make.account({ passwordIsOwn: false })
    await sam.api.call(addMember, { params: { id: survey.id }, body: { email: eve.email, role: 'editor' } })
    const stranger = await here.make.account()
    for (const [api, status] of [
      [here.api, 401],
      [newcomer.api, 403],
      [stranger.api, 404],
      [eve.api, 403],
    ] as const) {
      const refused = [
        await move(survey, third, {}, api),
        await move(survey, third, { dry_run: true }, api),
        await undo(id, api),
      ]
      expect(refused.map((one) => one.status)).toEqual([status, status, status])
    }
    const query = { user_survey_id: survey.id }
    expect((await stranger.api.call(listMoves, { query })).status).toBe(404)
    expect((await admin.api.call(listMoves, { query })).status).toBe(404)
    expect((await eve.api.call(listMoves, { query })).status).toBe(200)
    expect((await readSurvey(sam, survey.id)).survey_template_id).toBe(second.id)
    expect((await undo(newId())).status).toBe(404)
    expect((await eve.api.call(listMoves, { query })).body.meta.may_move).toBe(false)
    expect((await sam.api.call(listMoves, { query })).body.meta.may_move).toBe(true)
    const behind = { query: { survey_template_id: second.id } }
    expect((await here.api.call(surveysBehind, behind)).status).toBe(401)
    expect((await eve.api.call(surveysBehind, behind)).body.data.map(({ id }) => id)).not.toContain(survey.id)
  })

  test('owners see which of their surveys follow an older version, and open ones separately', async () => {
    const [open, submitted, hers] = [
      await filled(),
      await filled(),
      await startSurvey(eve, { template: first }),
    ]
    const completed = { status: 'Completed' }
    await here.context.db.updateTable('survey').set(completed).where('id', '=', submitted.id).execute()
    const behind = async (account: MadeAccount, status?: 'Started') => {
      const query = { survey_template_id: second.id, ...(status && { status }) }
      const { body } = await account.api.call(surveysBehind, { query })
      const ids = body.data.map(({ id }) => id)
      expect(body.meta.total).toBe(ids.length)
      return [open, submitted, hers].map(({ id }) => ids.includes(id))
    }
    expect(await behind(sam)).toEqual([true, true, false])
    expect(await behind(sam, 'Started')).toEqual([true, false, false])
    expect(await behind(eve)).toEqual([false, false, true])
    expect(await behind(admin, 'Started')).toEqual([true, false, true])
  })

  test('admins see which surveys follow an older version, only by ids', async () => {
    const behind = async (to: Template) => {
      const { body } = await admin.api.call(surveysBehind, { query: { survey_template_id: to.id } })
      return body
    }
    const known = new Set((await behind(third)).data.map(({ id }) => id))
    const [one, two, gone] = [await filled(), await filled(), await filled()]
    await moved(two, second)
    await sam.api.call(deleteSurvey, { params: { id: gone.id } })
    const fresh = async (to: Template) => (await behind(to)).data.filter(({ id }) => !known.has(id))
    expect((await fresh(third)).map(({ id, attributes }) => [id, attributes])).toEqual([
      [one.id, { version: 1 }],
      [two.id, { version: 2 }],
    ])
    expect((await fresh(second)).map(({ id }) => id)).toEqual([one.id])
    expect((await behind(first)).meta.total).toBe(0)
    const unknown = await admin.api.call(surveysBehind, { query: { survey_template_id: newId() } })
    expect(unknown.status).toBe(404)
  })

  test('an admin moves many at once and reads no answer of them', async () => {
    const surveys = [await filled(), await filled()]
    const body = { survey_ids: surveys.map(({ id }) => id), survey_template_id: second.id }
    const planned = await admin.api.call(moveSurveys, { body: { ...body, dry_run: true } })
    const done = await admin.api.call(moveSurveys, { body })
    for (const { status, body: told } of [planned, done]) {
      expect([status, told.data.map(({ id }) => id)]).toEqual([200, body.survey_ids])
      expect(JSON.stringify(told)).not.toMatch(/R-7|Damp|Code/)
      expect(told.data[0]?.attributes.plan).toMatchObject({ kept: 3, moved: 1, earlier: 1, answers: null })
    }
    expect((await undo(done.body.data[0]?.attributes.move_id ?? '', admin.api)).status).toBe(200)
  })

  test('moves none of several surveys if one may not be moved', async () => {
    const [own, hers] = [await filled(), await startSurvey(eve, { template: first })]
    const body = { survey_ids: [own.id, hers.id], survey_template_id: second.id }
    expect((await sam.api.call(moveSurveys, { body })).status).toBe(404)
    expect((await readSurvey(sam, own.id)).survey_template_id).toBe(first.id)
  })
})

test('a dry run reports the effect and changes nothing', async () => {
  const survey = await filled()
  const { body } = await move(survey, second, { dry_run: true })
  expect(body.data[0]?.attributes).toMatchObject({
    state: 'planned',
    move_id: null,
    from_version: 1,
    to_version: 2,
  })
  expect(body.data[0]?.attributes.plan).toMatchObject({
    ...{ kept: 3, moved: 1, back: 0, earlier: 1, not_offered: 1 },
    added: [
      { section_name: 'Door', field_name: 'Width', is_mandatory: true, is_new: true },
      { section_name: 'Unit', field_name: 'Floor', is_mandatory: false, is_new: true },
    ],
    answers: {
      moved: [{ field_name: 'Rack', from: 'Closet', to: 'Door' }],
      earlier: [{ section_name: 'Closet', field_name: 'Notes', field_value: 'Damp' }],
      not_offered: [{ field_name: 'Lock', options: ['Code'] }],
    },
  })
  expect(await readSurvey(sam, survey.id)).toEqual(survey)
})

test('a move keeps all answers and their ids, and an undo restores everything', async () => {
  const survey = await filled()
  const id = await moved(survey, second)
  const after = await readSurvey(sam, survey.id)
  expect(told(after)).toEqual([
    'Telecom closet/IDF: Yes',
    'Door/Lock: Code',
    'Door/Rack: R-7',
    'Unit/Number: 101',
    'earlier Closet/Notes: Damp',
  ])
  expect(detailOf(after, 'Door', 'Rack').id).toBe(detailOf(survey, 'Closet', 'Rack').id)
  // Half of the fields that are mandatory now.
  expect(after.progress).toBe('50% completed')
  const { body } = await undo(id)
  expect(body.data.attributes).toMatchObject({ from_version: 1, to_version: 2, undo_until: null })
  expect(still(await readSurvey(sam, survey.id))).toEqual(still(survey))
  expect((await undo(id)).body.data.attributes.undone_at).toBe(body.data.attributes.undone_at)
})

test('a repeated move to the same version has no effect', async () => {
  const survey = await filled()
  const events = [await newestEvent(survey)]
  const id = await moved(survey, second)
  events.push(await newestEvent(survey))
  const before = await readSurvey(sam, survey.id)
  const again = await move(survey, second)
  expect(again.body.data[0]?.attributes).toMatchObject({ state: 'unchanged', move_id: null })
  expect(await readSurvey(sam, survey.id)).toEqual(before)
  expect(await newestEvent(survey)).toBe(events[1])
  await undo(id)
  events.push(await newestEvent(survey))
  // Open streams receive both the move and its undo.
  expect(events.toSorted((a, b) => a - b)).toEqual(events)
  expect(new Set(events).size).toBe(3)
  const audit = await here.context.db
    .selectFrom('audit')
    .select(['action', 'account_id'])
    .where('target_id', '=', survey.id)
    .where('action', 'like', 'survey.move%')
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    { action: 'survey.moved', account_id: sam.id },
    { action: 'survey.moveUndone', account_id: sam.id },
  ])
})

test('answers without a place return with a later version, and leave again when it is undone', async () => {
  const survey = await filled()
  const one = await moved(survey, second)
  const between = await readSurvey(sam, survey.id)
  const two = await moved(survey, third)
  const after = await readSurvey(sam, survey.id)
  expect(told(after)).toEqual([
    ...['Closet/IDF present: Yes', 'Closet/Notes: Damp', 'Door/Lock: Code', 'Door/Rack: R-7'],
    'earlier Unit/Number: 101',
  ])
  expect((await undo(one)).status).toBe(409)
  expect((await undo(two)).status).toBe(200)
  expect(still(await readSurvey(sam, survey.id))).toEqual(still(between))
  expect((await undo(one)).status).toBe(200)
  expect(still(await readSurvey(sam, survey.id))).toEqual(still(survey))
})

test('report, zip and the guests’ page have them as an appendix', async () => {
  const survey = await filled()
  await attach(sam, detailOf(survey, 'Closet', 'Notes').id, [photoPart(await phonePhoto(), 'damp.jpg')])
  await moved(survey, second)
  const report = await sam.api.call(reportDetail, { params: { id: survey.id } })
  const { sections, photoCount } = report.body.data.attributes
  expect(sections.at(-1)).toMatchObject({
    name: 'Earlier answers',
    parts: [
      { heading: 'Closet', rows: [{ label: 'Notes', value: 'Damp', figures: [{ label: 'Photo 1' }] }] },
    ],
  })
  expect(photoCount).toBe(1)
  const link = await share(sam, survey.id)
  const query = { guest_survey_id: link.id }
  const menu = (await here.api.call(guestNavigation, { query })).body.data.user_survey_navigation_menu
  const [appendix] = menu.user_survey_sections.slice(-1)
  expect(appendix?.survey_section_name).toBe('Earlier answers')
  const page = await here.api.call(guestSection, {
    query: { ...query, guest_survey_section_id: appendix?.id ?? '' },
  })
  expect(page.body.data.attributes.user_survey_sub_sections).toMatchObject([
    { user_survey_sub_section_details: [{ field_name: 'Notes', field_value: 'Damp', photos: [{}] }] },
  ])
  const zip = await here.api.call(guestZip, { query })
  const bytes = await here.api.open(zip.body.data.uploaded_files_winzip)
  expect(bytes.statusCode).toBe(200)
  expect(bytes.rawPayload.toString('latin1')).toContain('Earlier answers/')
})

test('only to a newer version of the same template', async () => {
  const survey = await filled()
  await moved(survey, second)
  for (const [to, status] of [
    [first.id, 422],
    [other.id, 422],
    [newId(), 404],
  ] as const) {
    const body = { survey_ids: [survey.id], survey_template_id: to }
    expect((await sam.api.call(moveSurveys, { body })).status).toBe(status)
  }
  await sam.api.call(deleteSurvey, { params: { id: survey.id } })
  expect((await move(survey, third)).status).toBe(404)
  expect((await move(survey, third, {}, admin.api)).status).toBe(404)
})

describe('a device that does not know of the move', () => {
  const at = '2026-11-20T09:00:00.000Z'
  const late: readonly Change[] = [
    { in: 'Closet', field: 'Rack', field_value: 'R-8', edited_at: at, base_revision: 1 },
    { in: 'Closet', field: 'Notes', field_value: 'Dry', edited_at: at, base_revision: 1 },
    { in: 'Door', field: 'Lock', field_value: 'Key', edited_at: at, base_revision: 1 },
  ]
  const landed = [
    'Telecom closet/IDF: Yes',
    'Door/Lock: Key',
    'Door/Rack: R-8',
    'Unit/Number: 101',
    'earlier Closet/Notes: Dry',
  ]

  test('sends answers that reach their current place, also repeatedly', async () => {
    const survey = await filled()
    await moved(survey, second)
    const tablet = { ...sam, api: await otherSession(sam) }
    const replies = [await save(tablet, survey, late), await save(tablet, survey, late)]
    const ids = late.map(({ in: section, field }) => detailOf(survey, section, field).id)
    for (const { status, body } of replies) {
      expect(status).toBe(200)
      expect(body.data.attributes.saved.map(({ id, revision }) => [id, revision]).toSorted()).toEqual(
        ids.map((id) => [id, 2]).toSorted(),
      )
    }
    expect(told(await readSurvey(sam, survey.id))).toEqual(landed)
    const submitted = await tablet.api.call(submitSurvey, {
      params: { id: survey.id },
      body: { status: 'Started' },
    })
    expect(submitted.status).toBe(200)
  })

  test('may send a removed option, which is stored', async () => {
    const survey = await startSurvey(sam, { template: first })
    await moved(survey, second)
    const change = { in: 'Door', field: 'Lock', field_value: 'Code', edited_at: at, base_revision: 0 }
    expect((await save(sam, survey, [change])).status).toBe(200)
    expect(told(await readSurvey(sam, survey.id))).toEqual(['Door/Lock: Code'])
    expect((await save(sam, survey, [{ ...change, field_value: 'Axe' }])).status).toBe(422)
  })

  test('adds a unit created offline, with answers under its version’s ids', async () => {
    const survey = await filled()
    const unit = newId()
    const fields = first.sections[2]?.fields.map(({ id }) => id) ?? []
    const section = sectionNamed(survey, 'Unit').id
    await moved(survey, second)
    const place = { id: unit, user_survey_id: survey.id, user_survey_section_id: section }
    for (const _ of [1, 2]) expect((await sam.api.call(addSimilar, { body: place })).status).toBe(201)
    const sent = ['102', 'Upstairs'].map((field_value, index) => ({
      ...{ id: deriveId(unit, fields[index] ?? ''), field_value, edited_at: at, base_revision: 0 },
    }))
    const body = {
      user_survey_id: survey.id,
      user_survey_sections_attributes: [
        {
          id: section,
          user_survey_sub_sections_attributes: [
            { id: unit, user_survey_sub_section_details_attributes: sent },
          ],
        },
      ],
    }
    for (const _ of [1, 2]) {
      const { status, body: reply } = await sam.api.call(autoSave, { body })
      expect([status, reply.data.attributes.saved.map(({ id }) => id).toSorted()]).toEqual([
        200,
        sent.map(({ id }) => id).toSorted(),
      ])
    }
    const after = await readSurvey(sam, survey.id)
    expect(told(after).filter((line) => /102|Upstairs/.test(line))).toEqual([
      'Unit 2/Number: 102',
      'earlier Unit/Notes: Upstairs',
    ])
    expect(partOf(after, 'Unit', 1).id).toBe(unit)
  })

  test('adds and removes units that the new version no longer has', async () => {
    const survey = await filled()
    const [unit, gone] = [newId(), newId()]
    const section = sectionNamed(survey, 'Unit').id
    await moved(survey, third)
    const place = { user_survey_id: survey.id, user_survey_section_id: section }
    for (const id of [unit, gone])
      expect((await sam.api.call(addSimilar, { body: { ...place, id } })).status).toBe(201)
    const query = { ...place, user_survey_sub_section_id: gone }
    expect((await sam.api.call(removeSimilar, { query })).status).toBe(200)
    const id = deriveId(unit, first.sections[2]?.fields[0]?.id ?? '')
    const details = [{ id, field_value: '102', edited_at: at, base_revision: 0 }]
    const body = {
      user_survey_id: survey.id,
      user_survey_sections_attributes: [
        {
          id: section,
          user_survey_sub_sections_attributes: [
            { id: unit, user_survey_sub_section_details_attributes: details },
          ],
        },
      ],
    }
    expect((await sam.api.call(autoSave, { body })).status).toBe(200)
    expect(told(await readSurvey(sam, survey.id)).filter((line) => /Unit/.test(line))).toEqual([
      'earlier Unit/Number: 101',
      'earlier Unit/Number: 102',
    ])
  })

  test('sends photos, which move with their answers', async () => {
    const survey = await filled()
    await moved(survey, second)
    await attach(sam, detailOf(survey, 'Closet', 'Rack').id, [photoPart(await phonePhoto(), 'rack.jpg')])
    await attach(sam, detailOf(survey, 'Closet', 'Notes').id, [photoPart(await phonePhoto(2), 'damp.jpg')])
    const after = await readSurvey(sam, survey.id)
    expect(detailOf(after, 'Door', 'Rack').photos.map(({ filename }) => filename)).toEqual(['rack.jpg'])
    expect(after.earlier_answers?.[0]?.photos.map(({ filename }) => filename)).toEqual(['damp.jpg'])
  })

  test('continues after an undo without losing answers of the newer version', async () => {
    const survey = await filled()
    const id = await moved(survey, second)
    const newer = await readSurvey(sam, survey.id)
    await undo(id)
    const width = { in: 'Door', field: 'Width', field_value: '90', edited_at: at, base_revision: 0 }
    expect((await save(sam, newer, [width])).status).toBe(200)
    const after = await readSurvey(sam, survey.id)
    expect(told(after)).toEqual([...told(survey), 'earlier Door/Width: 90'])
    await moved(survey, second)
    expect(detailOf(await readSurvey(sam, survey.id), 'Door', 'Width').field_value).toBe('90')
  })
})

test('a move can be undone for thirty days', async () => {
  const survey = await filled()
  const id = await moved(survey, second)
  const query = { user_survey_id: survey.id }
  const { body } = await sam.api.call(listMoves, { query })
  const { moved_at, undo_until, ...rest } = body.data[0]?.attributes ?? {}
  expect(rest).toMatchObject({ moved_by: 'Sam Rivera', undone_at: null })
  expect(Date.parse(undo_until ?? '') - Date.parse(moved_at ?? '')).toBe(30 * 24 * 3_600_000)
  expect(body.meta).toEqual({
    ...{ survey_name: 'Hill House', may_move: true, version: 2 },
    newer: { survey_template_id: third.id, version: 3, name: 'Closets' },
  })
  here.passTime(30 * 24 * 3_600_000 + 1_000)
  const late = await here.make.again(sam)
  expect((await undo(id, late.api)).status).toBe(410)
})
