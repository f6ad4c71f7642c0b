import sharp from 'sharp'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPlan, deletePlan, planFile, renamePlan, setPin } from '#contract/media/plans.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { addSimilar, deleteSurvey, removeSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { removeUnshownFiles } from '#server/features/media/jobs.ts'
import { purgeSurveys } from '#server/features/surveys/deleted/data.ts'
import type { FilePart, Sending } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { makePlan, pin, planPart, planPicture } from '#server/testing/plans.ts'
import {
  addSampleTemplate,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let owner: MadeAccount
let eve: MadeAccount
let survey: SurveyDetail
let building: string

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  eve = await here.make.account({ firstName: 'Eve' })
})
afterAll(() => here.close())
beforeEach(async () => {
  owner = await here.make.account()
  survey = await startSurvey(owner)
  building = partOf(survey, 'Building').id
})

function send(
  by: MadeAccount,
  files: readonly FilePart[],
  more: Record<string, string> = {},
  sending: Sending = {},
) {
  const fields = Object.entries({ user_survey_id: survey.id, name: 'Level 2', ...more })
  return by.api.upload(addPlan, fields, files, sending)
}

const plansNow = async () => (await readSurvey(owner, survey.id)).plans ?? []

async function storedFiles(): Promise<number> {
  const { count } = await here.context.db
    .selectFrom('rendition')
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

describe('access', () => {
  test('requires a session; strangers get the reply for a missing survey', async () => {
    const before = await storedFiles()
    const file = planPart(await planPicture())
    const refused = await here.api.upload(addPlan, [], [file])
    expect([refused.status, refused.errors]).toEqual([401, [{ token: 'Session Expired' }]])
    const foreign = await send(eve, [file])
    const unknown = await send(eve, [file], { user_survey_id: newId() })
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    expect(await storedFiles()).toBe(before)
    expect(await plansNow()).toEqual([])
  })

  test('a stranger cannot rename, delete, pin or look', async () => {
    const plan = await makePlan(owner, survey.id)
    const params = { id: plan.id }
    const unknown = { id: newId() }
    for (const [foreign, none] of [
      [
        await eve.api.call(renamePlan, { params, body: { name: 'Mine' } }),
        await eve.api.call(renamePlan, { params: unknown, body: { name: 'Mine' } }),
      ],
      [await eve.api.call(deletePlan, { params }), await eve.api.call(deletePlan, { params: unknown })],
      [await pin(eve, plan.id, building, { x: 0, y: 0 }), await pin(eve, newId(), building, { x: 0, y: 0 })],
    ] as const)
      expect([foreign.status, foreign.body]).toEqual([404, none.body])
    const forged = await here.api.call(planFile, { params: { ticket: 'x' } })
    expect([forged.status, forged.errors]).toEqual([404, [{ message: 'Not found.' }]])
    expect((await here.api.open(plan.url.replace('/plan/', '/media/'))).statusCode).toBe(404)
    expect((await here.api.open(plan.url)).statusCode).toBe(200)
    expect(await plansNow()).toMatchObject([{ name: 'Level 2', pins: [] }])
  })

  test('a part of another survey is not pinned, and nothing is written', async () => {
    const plan = await makePlan(owner, survey.id)
    const other = partOf(await startSurvey(owner), 'Building').id
    expect((await pin(owner, plan.id, other, { x: 0.5, y: 0.5 })).status).toBe(404)
    expect((await pin(owner, plan.id, newId(), { x: 0.5, y: 0.5 })).status).toBe(404)
    expect((await plansNow())[0]?.pins).toEqual([])
  })
})

describe('a plan', () => {
  test('is shown sharper than a photo, as uploaded to its owner, and in the order of the ids', async () => {
    const bytes = await planPicture(3, 4000, 2400)
    const [late, early] = [newId(), newId()].reverse()
    await send(owner, [planPart(bytes)], { id: late ?? '', name: ' Level\n2 ' })
    await send(owner, [planPart(await planPicture(4))], { id: early ?? '', name: 'Roof' })
    const plans = await plansNow()
    expect(plans.map(({ id }) => id)).toEqual([late, early].sort())
    const plan = plans.find(({ id }) => id === late)
    expect(plan).toMatchObject({ name: 'Level 2', width: 3000, height: 1800 })
    const original = await here.api.open(plan?.original_url ?? '')
    expect(original.rawPayload.equals(bytes)).toBe(true)
    const view = await here.api.open(plan?.url ?? '')
    expect(view.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    const { width, chromaSubsampling, exif } = await sharp(view.rawPayload).metadata()
    expect([width, chromaSubsampling, exif]).toEqual([3000, '4:4:4', undefined])
    const small = await sharp((await here.api.open(plan?.thumbnail_url ?? '')).rawPayload).metadata()
    expect(small.width).toBe(480)
  })

  test('is renamed, and deleted with its pins; its bytes go a day later', async () => {
    const mine = await makePlan(owner, survey.id, { name: 'Level 2' })
    await pin(owner, mine.id, building, { x: 0.5, y: 0.5 })
    const renamed = await owner.api.call(renamePlan, { params: { id: mine.id }, body: { name: 'Level 3' } })
    expect(renamed.body.data.attributes).toMatchObject({ name: 'Level 3', pins: [{ x: 0.5 }] })
    const before = await storedFiles()
    const deleted = await owner.api.call(deletePlan, { params: { id: mine.id } })
    expect(deleted.body.data.message).toBe('Floor plan deleted.')
    expect((await owner.api.call(deletePlan, { params: { id: mine.id } })).status).toBe(200)
    expect(await plansNow()).toEqual([])
    expect((await here.api.open(mine.url)).statusCode).toBe(404)
    expect((await pin(owner, mine.id, building, { x: 0, y: 0 })).status).toBe(404)
    const again = await send(owner, [planPart(await planPicture())], { id: mine.id })
    expect([again.status, again.errors]).toEqual([410, [{ message: 'This floor plan has been deleted.' }]])
    await removeUnshownFiles(here.context, new Date())
    expect(await storedFiles()).toBe(before)
    await removeUnshownFiles(here.context, new Date(Date.now() + 25 * 3_600_000))
    expect(await storedFiles()).toBe(before - 4)
  })

  test('that still exists keeps its bytes, and goes with its survey', async () => {
    const plan = await makePlan(owner, survey.id)
    await removeUnshownFiles(here.context, new Date(Date.now() + 48 * 3_600_000))
    expect((await here.api.open(plan.url)).statusCode).toBe(200)
    await owner.api.call(deleteSurvey, { params: { id: survey.id } })
    expect((await here.api.open(plan.url)).statusCode).toBe(404)
    const { storeKeys } = await purgeSurveys(here.context.db, new Date(Date.now() + 1_000))
    expect(storeKeys.length).toBeGreaterThanOrEqual(4)
    expect(await here.context.db.selectFrom('plan').select('id').where('id', '=', plan.id).execute()).toEqual(
      [],
    )
  })

  test('that is no picture, too large or nameless is refused with the right words, and nothing stays', async () => {
    const before = await storedFiles()
    const good = planPart(await planPicture())
    const pdf = planPart(Buffer.from('%PDF-1.7\n%âãÏÓ'), 'level 2.pdf')
    const cut = planPart((await jpeg()).subarray(0, 3_000), 'cut.jpg')
    const large = planPart(Buffer.alloc(10 * 1024 * 1024 + 1), 'large.png')
    for (const [files, more, status, errors] of [
      [[pdf], {}, 415, [{ message: 'Invalid file format. (level 2.pdf)' }]],
      [[planPart(Buffer.from('<svg/>'), 'a.svg')], {}, 415, [{ message: 'Invalid file format. (a.svg)' }]],
      [[cut], {}, 415, [{ message: 'The file cut.jpg cannot be read as a picture or video.' }]],
      [
        [large],
        {},
        413,
        [{ message: 'Name large.png file size exceeds maximum limit. Maximum allowed file size is 10 MB' }],
      ],
      [[], {}, 422, [{ message: 'Please choose a file.' }]],
      [[{ ...good, part: 'other' }], {}, 422, [{ message: 'Please choose a file.' }]],
      [[good, good], {}, 422, [{ message: 'Please choose a file.' }]],
      [[good], { name: ' \n ' }, 422, [{ name: 'Please enter a name for the plan.' }]],
      [[good], { name: 'x'.repeat(101) }, 422, [{ name: 'Please use at most 100 characters for the name.' }]],
      [[good], { id: 'x' }, 422, [{ id: 'The value is not valid.' }]],
    ] as const) {
      const refused = await send(owner, files, more)
      expect.soft([refused.status, refused.errors]).toEqual([status, errors])
    }
    expect(await plansNow()).toEqual([])
    expect(await storedFiles()).toBe(before)
  })

  test('is the twentieth and last', async () => {
    const file = planPart(await planPicture(1, 60, 40))
    for (let n = 0; n < 20; n++) expect((await send(owner, [file])).status).toBe(201)
    const refused = await send(owner, [file])
    expect([refused.status, refused.errors]).toEqual([
      422,
      [{ message: 'A survey can have at most 20 floor plans.' }],
    ])
  })

  test('sent again is the same plan, by key or by id; its id with another picture is refused', async () => {
    const [id, key] = [newId(), newKey()]
    const file = planPart(await planPicture())
    const first = await send(owner, [file], { id }, { key })
    expect((await send(owner, [file], { id }, { key })).body).toEqual(first.body)
    const files = await storedFiles()
    expect((await send(owner, [file], { id }, { key: newKey() })).body).toEqual(first.body)
    expect((await send(owner, [file], { id, name: 'Other' }, { key })).status).toBe(422)
    expect((await send(owner, [planPart(await planPicture(9))], { id })).status).toBe(409)
    const foreign = (await startSurvey(eve)).id
    expect((await send(eve, [file], { id, user_survey_id: foreign })).status).toBe(409)
    expect(await storedFiles()).toBe(files)
    expect(await plansNow()).toHaveLength(1)
  })
})

describe('pins', () => {
  const at = (minute: number) => `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`

  test('stay where they were set last, whichever arrives first', async () => {
    const plan = await makePlan(owner, survey.id)
    const params = { id: plan.id, sub_section_id: building }
    const one = await pin(owner, plan.id, building, { x: 0.123456789, y: 0.9 }, at(5))
    expect(one.body.data.attributes.pins).toEqual([
      { user_survey_sub_section_id: building, number: 1, x: 0.12346, y: 0.9, edited_at: at(5) },
    ])
    await pin(owner, plan.id, building, { x: 0.5, y: 0.5 }, at(4))
    expect((await plansNow())[0]?.pins).toMatchObject([{ x: 0.12346, edited_at: at(5) }])
    await pin(owner, plan.id, building, null, at(7))
    await pin(owner, plan.id, building, { x: 0.5, y: 0.5 }, at(6))
    expect((await plansNow())[0]?.pins).toMatchObject([{ x: null, y: null, edited_at: at(7) }])
    const key = newKey()
    const body = { x: 0.2, y: 0.2, edited_at: at(8) }
    const first = await owner.api.call(setPin, { params, body }, { key })
    await pin(owner, plan.id, building, { x: 0.3, y: 0.3 }, at(9))
    expect((await owner.api.call(setPin, { params, body }, { key })).body).toEqual(first.body)
    expect((await plansNow())[0]?.pins).toMatchObject([{ x: 0.3 }])
  })

  test('set by a clock that runs ahead can still be moved', async () => {
    const plan = await makePlan(owner, survey.id)
    await pin(owner, plan.id, building, { x: 0.1, y: 0.1 }, '2099-01-01T00:00:00.000Z')
    const moved = await pin(owner, plan.id, building, { x: 0.2, y: 0.2 })
    expect(moved.body.data.attributes.pins).toMatchObject([{ x: 0.2 }])
  })

  test('outside of the picture, or with only one coordinate, are refused', async () => {
    const { id } = await makePlan(owner, survey.id)
    const params = { id, sub_section_id: building }
    for (const [x, y] of [
      [-0.01, 0.5],
      [0.5, 1.01],
      [null, 0.5],
      [0.5, null],
    ] as const) {
      const refused = await owner.api.call(setPin, { params, body: { x, y, edited_at: at(1) } })
      expect(refused.status).toBe(422)
    }
    expect((await plansNow())[0]?.pins).toEqual([])
  })

  test('keep their numbers when one is added for an earlier part', async () => {
    const plan = await makePlan(owner, survey.id)
    const later = partOf(survey, 'MDF Info').id
    await pin(owner, plan.id, later, { x: 0.1, y: 0.1 })
    await pin(owner, plan.id, building, { x: 0.2, y: 0.2 })
    await pin(owner, plan.id, later, { x: 0.3, y: 0.3 })
    const { pins } = (await plansNow()).find(({ id }) => id === plan.id) ?? { pins: [] }
    expect(pins.map(({ number, user_survey_sub_section_id: part, x }) => [number, part, x])).toEqual([
      [1, later, 0.3],
      [2, building, 0.2],
    ])
  })

  test('leave the report with their part', async () => {
    await save(owner, survey, [
      { in: 'Building', field: 'Building name', field_value: 'East' },
      { in: 'Building', field: 'Units', field_value: '1' },
    ])
    const section = sectionNamed(survey, 'Building').id
    const added = newId()
    await owner.api.call(addSimilar, {
      body: { id: added, user_survey_id: survey.id, user_survey_section_id: section },
    })
    const plan = await makePlan(owner, survey.id)
    await pin(owner, plan.id, building, { x: 0.1, y: 0.1 })
    await pin(owner, plan.id, added, { x: 0.2, y: 0.2 })
    const names = async () => {
      const { body } = await owner.api.call(reportDetail, { params: { id: survey.id } })
      return body.data.attributes.plans[0]?.pins.map(({ number, name }) => `${number} ${name}`)
    }
    expect(await names()).toEqual(['1 East', '2 Building 2'])
    const query = {
      user_survey_id: survey.id,
      user_survey_section_id: section,
      user_survey_sub_section_id: building,
    }
    expect((await owner.api.call(removeSimilar, { query })).status).toBe(200)
    expect(await names()).toEqual(['2 Building'])
    expect((await pin(owner, plan.id, building, { x: 0.3, y: 0.3 })).status).toBe(200)
    expect(await names()).toEqual(['2 Building'])
  })
})
