import { v7 as newId, v4 as newKey } from 'uuid'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { deleteMedia, describeMedia, drawPhoto } from '#contract/media/media.ts'
import { addMember, removeMember } from '#contract/sharing/members.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { dismissRecovered, recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import {
  addSimilar,
  deleteSurvey,
  removeSimilar,
  restoreSurvey,
  type SurveyDetail,
  submitSurvey,
  surveyDetail,
} from '#contract/surveys/surveys.ts'
import { collecting, disable, handOverSurveys } from '#server/testing/collections.ts'
import { leaverScene } from '#server/testing/leaver.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { detailOf, partOf, readSurvey, save, sectionNamed } from '#server/testing/surveys.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let here: TestApp
let admin: MadeAccount
let leaver: MadeAccount
let heir: MadeAccount
let survey: SurveyDetail
leaverScene((scene) => {
  ;({ here, admin, leaver, heir, survey } = scene)
})

const notes = { in: 'Building', field: 'Notes' } as const
const units = { in: 'Building', field: 'Units' } as const
const later = '2031-01-01T10:00:00.000Z'
const at = () => ({ params: { id: survey.id } })
const write = (who: MadeAccount, text: string, more: object = {}, key?: string) =>
  save(who, survey, [{ ...notes, field_value: text, ...more }], key)
const recovered = async (who = heir) => (await who.api.call(recoveredAnswers, at())).body.data
const standing = async (who = heir) => detailOf(await readSurvey(who, survey.id), 'Building', 'Notes')

/** The account left, its surveys went to the heir, and the heir has continued them. */
async function handedOver(): Promise<MadeAccount> {
  await write(leaver, 'By Lee')
  await disable(admin, leaver)
  await handOverSurveys(admin, leaver, heir)
  await write(heir, 'By Hanna')
  return collecting(here, admin, leaver)
}

describe('nothing is accepted', () => {
  test('from another account’s device, or from someone who was removed', async () => {
    const stranger = await here.make.account({ isProven: true })
    const removed = await here.make.account({ isProven: true })
    const editor = await here.make.account({ isProven: true })
    for (const { email } of [removed, editor])
      await leaver.api.call(addMember, { ...at(), body: { email, role: 'editor' } })
    const { body } = await leaver.api.call(addMember, {
      ...at(),
      body: { email: removed.email, role: 'editor' },
    })
    await leaver.api.call(removeMember, { params: { id: survey.id, member_id: body.data.id } })
    await handedOver()
    for (const one of [stranger, removed, editor]) await disable(admin, one)
    for (const one of [stranger, removed]) {
      const sender = await collecting(here, admin, one)
      expect((await write(sender, 'Mine')).status).toBe(404)
      const place = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id }
      expect((await sender.api.call(addSimilar, { body: place })).status).toBe(404)
      const photo = attach(sender, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto())])
      await expect(photo).rejects.toThrow('404')
    }
    // A member who still edits it and is only disabled can hand in unsent work like everyone else.
    expect((await write(await collecting(here, admin, editor), 'Mine')).status).toBe(200)
    expect((await recovered()).map(({ attributes }) => attributes.field_value)).toEqual(['Mine'])
  })

  test('into a deleted survey; once restored, it accepts the work', async () => {
    const sender = await handedOver()
    await heir.api.call(deleteSurvey, at())
    expect((await write(sender, 'Late')).status).toBe(404)
    await heir.api.call(restoreSurvey, at())
    expect((await write(sender, 'Late')).status).toBe(200)
  })

  test('that changes or removes existing content', async () => {
    const place = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id }
    await save(leaver, survey, [
      { ...units, field_value: '3' },
      { in: 'Building', field: 'Building name', field_value: 'A' },
    ])
    await leaver.api.call(addSimilar, { body: place })
    const detail = detailOf(survey, 'Building', 'Notes').id
    const upload = await attach(leaver, detail, [photoPart(await phonePhoto())], ['Old words'])
    const photo = { user_survey_media_id: upload.id, photo_id: upload.photo_details[0]?.id ?? '' }
    const sender = await handedOver()
    await disable(admin, leaver, false)
    const back = await here.make.again(leaver)
    const wide = await readSurvey(heir, survey.id)
    const refused = {
      status: 403,
      errors: [{ handed_over: expect.stringContaining('belongs to someone else') }],
    }
    expect(await back.api.call(submitSurvey, { ...at(), body: { survey_name: 'Mine' } })).toMatchObject(
      refused,
    )
    expect(
      await back.api.call(describeMedia, { body: { ...photo, description: 'New words' } }),
    ).toMatchObject(refused)
    const gone = { ...place, user_survey_sub_section_id: partOf(wide, 'Building', 1).id }
    expect((await back.api.call(removeSimilar, { query: gone })).status).toBe(404)
    expect((await back.api.call(deleteMedia, { query: photo })).status).toBe(404)
    expect((await sender.api.call(surveyDetail, at())).status).toBe(401)
    const after = await readSurvey(heir, survey.id)
    expect([after.survey_name, sectionNamed(after, 'Building').user_survey_sub_sections.length]).toEqual([
      ...['Hill House', 2],
    ])
    expect(detailOf(after, 'Building', 'Notes').photos[0]?.description).toBe('Old words')
  })
})

test('an answer that differs waits for the owner, regardless of the device’s clock', async () => {
  const sender = await handedOver()
  const sent = await write(sender, 'Riser is rusty', { edited_at: later, edited: true, base_revision: 1 })
  expect(sent.status).toBe(200)
  expect((await standing()).field_value).toBe('By Hanna')
  const [one, ...others] = await recovered()
  expect(others).toEqual([])
  expect(one?.attributes).toMatchObject({
    ...{ field_name: 'Notes', field_value: 'Riser is rusty', edited_by: 'Lee Rivera', edited_at: later },
    user_survey_sub_section_id: partOf(survey, 'Building').id,
    standing: { field_value: 'By Hanna', revision: 2 },
  })
})

test('the same again, under its key, another key, or with the next code, changes nothing', async () => {
  const sender = await handedOver()
  const key = newKey()
  const edit = { edited_at: later, edited: true, base_revision: 1 }
  for (const again of [key, key, newKey()])
    expect((await write(sender, 'Rust', edit, again)).status).toBe(200)
  const [one] = await recovered()
  await write(await collecting(here, admin, leaver), 'Rust', edit)
  expect((await recovered()).map(({ id }) => id)).toEqual([one?.id])
  // The owner's decisions stay, and values sent before the account was disabled do not return.
  await heir.api.call(dismissRecovered, { params: { id: survey.id, recovered_id: one?.id ?? '' } })
  await write(await collecting(here, admin, leaver), 'Rust', edit)
  expect(await recovered()).toEqual([])
})

test('values that arrived before the account was disabled are not new', async () => {
  const edit = { edited_at: '2026-05-01T10:00:00.000Z', edited: true, base_revision: 0 }
  await write(leaver, 'Sent in time', edit)
  const sender = await handedOver()
  await write(sender, 'Sent in time', edit)
  expect(await recovered()).toEqual([])
})

test('the owner uses it or keeps their own; the replaced answer is in the history', async () => {
  const sender = await handedOver()
  await write(sender, 'Riser is rusty')
  const [one] = await recovered()
  const into = (base_revision: number) => ({
    params: { id: survey.id, recovered_id: one?.id ?? '' },
    body: { user_survey_sub_section_id: partOf(survey, 'Building').id, base_revision },
  })
  await write(heir, 'Hanna again')
  const stale = await heir.api.call(restoreRecovered, into(2))
  expect([stale.status, stale.errors]).toEqual([
    409,
    [{ message: 'This answer was changed in the meantime. Look at both again.' }],
  ])
  expect((await sender.api.call(restoreRecovered, into(3))).status).toBe(403)
  expect((await heir.api.call(restoreRecovered, into(3))).status).toBe(200)
  expect((await standing()).field_value).toBe('Riser is rusty')
  expect(await recovered()).toEqual([])
  const query = { detail_id: detailOf(survey, 'Building', 'Notes').id }
  const { body } = await heir.api.call(answerHistory, { ...at(), query })
  expect(body.data.map(({ attributes }) => attributes.field_value)).toEqual([
    'Hanna again',
    'By Hanna',
    'By Lee',
  ])
})

test('an empty answer is filled in, and corrected by the same device, under the leaver’s name', async () => {
  const sender = await handedOver()
  for (const field_value of ['7', '8'])
    expect((await save(sender, survey, [{ ...units, field_value }])).status).toBe(200)
  expect(await recovered()).toEqual([])
  const { revision, field_value } = detailOf(await readSurvey(heir, survey.id), 'Building', 'Units')
  expect([field_value, revision]).toEqual(['8', 2])
  const row = await here.context.db
    .selectFrom('answer')
    .select('edited_by')
    .where('id', '=', detailOf(survey, 'Building', 'Units').id)
    .executeTakeFirstOrThrow()
  expect(row.edited_by).toBe(leaver.id)
  // Once the owner has given it, it is theirs.
  await save(heir, survey, [{ ...units, field_value: '9' }])
  await save(sender, survey, [{ ...units, field_value: '10' }])
  expect((await recovered()).map(({ attributes }) => attributes.field_value)).toEqual(['10'])
})

test('no reply reveals whether an answer was filled in, differs, or already existed', async () => {
  const sender = await handedOver()
  await save(heir, survey, [{ ...units, field_value: '3' }])
  await heir.api.call(submitSurvey, { ...at(), body: { status: 'Completed' } })
  const replies = []
  for (const change of [
    { ...notes, field_value: 'By Hanna' },
    { ...notes, field_value: 'Another guess' },
    { ...notes, field_value: '' },
    { ...units, field_value: '3' },
    { ...units, field_value: '4' },
    { in: 'Building', field: 'Building name', field_value: 'East wing' },
    { in: 'Floor', field: 'Wiring', field_value_multiple: ['Fiber'] },
  ]) {
    const { body, status } = await save(sender, survey, [change])
    replies.push({ status, ...body.data, attributes: { ...body.data.attributes, last_edited: '' } })
  }
  const none = { progress: '', changed_since_submission: null, saved: [], conflicts: [], recovered: [] }
  const same = { status: 200, id: survey.id, type: 'users_survey', attributes: { ...none, last_edited: '' } }
  expect(replies).toEqual(replies.map(() => same))
  const { body } = await save(sender, survey, [{ ...notes, field_value: 'By Hanna' }])
  const row = await here.context.db
    .selectFrom('survey')
    .select('updated_at')
    .where('id', '=', survey.id)
    .executeTakeFirstOrThrow()
  expect(Date.parse(body.data.attributes.last_edited)).toBeGreaterThan(row.updated_at.getTime())
})

test('a photo’s reply omits the caption or drawing that others gave it, and no caption can be guessed', async () => {
  const detail = detailOf(survey, 'Building', 'Notes').id
  const upload = await attach(leaver, detail, [photoPart(await phonePhoto())])
  const photo = { user_survey_media_id: upload.id, photo_id: upload.photo_details[0]?.id ?? '' }
  const sender = await handedOver()
  const describe = (who: MadeAccount, description: string) =>
    who.api.call(describeMedia, { body: { ...photo, description } })
  const drawn = { ...photo, shapes: JSON.stringify([{ kind: 'blur', x1: 0, y1: 0, x2: 1, y2: 1 }]) }
  const picture = { part: 'drawing', filename: 'd.jpg', type: 'image/jpeg', bytes: await phonePhoto() }
  const fields = Object.entries({ ...drawn, drawn_at: new Date().toISOString() })
  expect((await heir.api.upload(drawPhoto, fields, [picture])).status).toBe(200)
  const described = await describe(sender, 'North side')
  expect([described.status, described.body.data.drawing]).toEqual([200, null])
  await describe(heir, 'Leak behind the panel')
  for (const guess of ['Leak behind the panel', 'Another guess'])
    expect((await describe(sender, guess)).status).toBe(403)
})

test('an answer that the leaver cleared clears nothing', async () => {
  const sender = await handedOver()
  expect((await write(sender, '')).status).toBe(200)
  expect([(await standing()).field_value, await recovered()]).toEqual(['By Hanna', []])
})

test('new parts and photos are added; the reply shows nothing of the others', async () => {
  const sender = await handedOver()
  const place = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id }
  const id = newId()
  for (const _ of ['first', 'again']) {
    const added = await sender.api.call(addSimilar, { body: { ...place, id } }, { key: newKey() })
    expect(added.status).toBe(201)
    expect(JSON.stringify(added.body)).not.toContain('By Hanna')
    expect(added.body.data.attributes.user_survey_sub_sections.map((part) => part.id)).toEqual([id])
  }
  const wide = await readSurvey(heir, survey.id)
  expect(sectionNamed(wide, 'Building').user_survey_sub_sections).toHaveLength(2)
  await save(sender, wide, [{ in: 'Building', index: 1, field: 'Building name', field_value: 'Annex' }])
  const detail = detailOf(wide, 'Building', 'Notes', 1).id
  const upload = await attach(sender, detail, [photoPart(await phonePhoto())])
  const photo = { user_survey_media_id: upload.id, photo_id: upload.photo_details[0]?.id ?? '' }
  const described = await sender.api.call(describeMedia, { body: { ...photo, description: 'North side' } })
  expect(described.status).toBe(200)
  const after = await readSurvey(heir, survey.id)
  expect(detailOf(after, 'Building', 'Building name', 1).field_value).toBe('Annex')
  expect(detailOf(after, 'Building', 'Notes', 1).photos.map((one) => one.description)).toEqual(['North side'])
  // Its address does not work for someone who only sends.
  expect((await here.api.open(upload.photo_details[0]?.url ?? '')).statusCode).not.toBe(200)
  const drawn = await sender.api.upload(drawPhoto, Object.entries(photo), [])
  expect(drawn.status).toBe(422)
})

test('a part that was deleted meanwhile keeps what arrives for it as recovered', async () => {
  const place = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id }
  const sender = await handedOver()
  const id = newId()
  await sender.api.call(addSimilar, { body: { ...place, id } })
  const wide = await readSurvey(heir, survey.id)
  await heir.api.call(removeSimilar, { query: { ...place, user_survey_sub_section_id: id } })
  await save(sender, wide, [{ in: 'Building', index: 1, field: 'Notes', field_value: 'Loose tile' }])
  const [one] = await recovered()
  expect(one?.attributes.field_value).toBe('Loose tile')
  expect(one?.attributes.user_survey_sub_section_id).toBeUndefined()
})

test('the surveys of an account that is only disabled accept the work, and the heir gets both', async () => {
  await write(leaver, 'By Lee')
  await disable(admin, leaver)
  const sender = await collecting(here, admin, leaver)
  expect((await write(sender, 'Typed later', { edited_at: later, base_revision: 1 })).status).toBe(200)
  await handOverSurveys(admin, leaver, heir)
  expect((await standing()).field_value).toBe('By Lee')
  expect((await recovered()).map(({ attributes }) => attributes.field_value)).toEqual(['Typed later'])
})

describe('an account that is enabled again', () => {
  test('adds for 90 days after the hand-over; after that an administrator collects its work', async () => {
    await handedOver()
    await disable(admin, leaver, false)
    const back = await here.make.again(leaver)
    const handedOverAgo = (hours: number) =>
      here.context.db
        .updateTable('survey_contributor')
        .set({ handed_over_at: new Date(Date.now() - hours * 3_600_000) })
        .where('account_id', '=', leaver.id)
        .execute()
    const limit = limits.contributionDays * 24
    await handedOverAgo(limit - 1)
    expect((await write(back, 'In time')).status).toBe(200)
    await handedOverAgo(limit + 1)
    expect((await write(back, 'Too late')).status).toBe(404)
    const place = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id }
    expect((await back.api.call(addSimilar, { body: place })).status).toBe(404)
    const photo = attach(back, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto())])
    await expect(photo).rejects.toThrow('404')
    await disable(admin, leaver)
    expect((await write(await collecting(here, admin, leaver), 'Collected')).status).toBe(200)
    const texts = (await recovered()).map(({ attributes }) => attributes.field_value)
    expect(texts.sort()).toEqual(['Collected', 'In time'])
    // The days count from the last hand-over.
    await disable(admin, heir)
    await disable(admin, leaver, false)
    await handOverSurveys(admin, heir, leaver)
    await disable(admin, leaver)
    const third = await here.make.account({ isProven: true })
    await handOverSurveys(admin, leaver, third)
    await disable(admin, leaver, false)
    expect((await write(await here.make.again(leaver), 'In time again')).status).toBe(200)
  })

  test('sends what its device kept, as before', async () => {
    await write(leaver, 'By Lee')
    await disable(admin, leaver)
    expect((await write(leaver, 'Kept')).status).toBe(401)
    await disable(admin, leaver, false)
    const back = await here.make.again(leaver)
    const sent = await write(back, 'Kept', {
      edited_at: new Date().toISOString(),
      edited: true,
      base_revision: 1,
    })
    expect([sent.status, sent.body.data.attributes.saved.length]).toEqual([200, 1])
    expect((await standing(back)).field_value).toBe('Kept')
  })

  test('adds to surveys that were handed over, reads nothing of them, and regains all rights if it gets them back', async () => {
    await handedOver()
    await disable(admin, leaver, false)
    const back = await here.make.again(leaver)
    expect((await write(back, 'Kept', { edited_at: later })).status).toBe(200)
    expect((await back.api.call(surveyDetail, at())).status).toBe(404)
    expect((await back.api.call(recoveredAnswers, at())).status).toBe(404)
    expect((await recovered()).map(({ attributes }) => attributes.field_value)).toEqual(['Kept'])
    await disable(admin, heir)
    await handOverSurveys(admin, heir, leaver)
    expect((await write(back, 'Mine again')).status).toBe(200)
    expect((await standing(back)).field_value).toBe('Mine again')
  })
})
