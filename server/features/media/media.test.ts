import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteMedia, describeMedia, mediaCounts, uploadMedia } from '#contract/media/media.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { FilePart, Sending } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { jpeg } from '#server/testing/pictures.ts'
import {
  addSampleTemplate,
  detailOf,
  readSurvey,
  sampleTemplate,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
let answer: string

const section = sampleTemplate.sections.find((one) => one.fields.some((field) => field.media))
const field = section?.fields.find((one) => one.media)
const plainField = section?.fields.find((one) => !one.media)

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  owner = await here.make.account()
  survey = await startSurvey(owner)
  answer = answerNamed(field?.name)
})

function answerNamed(name: string | undefined): string {
  return detailOf(survey, section?.name ?? '', name ?? '').id
}

function photo(bytes: Uint8Array, filename = 'IMG_0001.jpg'): FilePart {
  return { part: 'user_survey_media[photos][]', filename, type: 'image/jpeg', bytes }
}

function video(bytes: Uint8Array, filename = 'riser.mp4'): FilePart {
  return { part: 'user_survey_media[medias][]', filename, type: 'video/mp4', bytes }
}

function send(
  by: MadeAccount,
  files: readonly FilePart[],
  more: Record<string, string> = {},
  sending: Sending = {},
) {
  const fields = Object.entries({ '[user_survey_sub_section_detail_id]': answer, ...more })
  return by.api.upload(
    uploadMedia,
    fields.map(([name, value]) => [`user_survey_media${name}`, value] as const),
    files,
    sending,
  )
}

async function counts(): Promise<number> {
  const { body } = await owner.api.call(mediaCounts, { query: { user_survey_id: survey.id } })
  return body.uploaded_file_details.total_uploaded_files
}

async function storedFiles(): Promise<number> {
  await here.context.guestCopies.idle()
  const { count } = await here.context.db
    .selectFrom('rendition')
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

describe('authorization', () => {
  test('uploading requires a session, and nothing is stored without', async () => {
    const before = await storedFiles()
    const refused = await here.api.upload(uploadMedia, [], [photo(await jpeg())])
    expect([refused.status, refused.errors]).toEqual([401, [{ token: 'Session Expired' }]])
    expect(await storedFiles()).toBe(before)
  })

  test('a stranger gets the same reply for this answer as for a missing one', async () => {
    const stranger = await here.make.account()
    const file = photo(await jpeg())
    const foreign = await send(stranger, [file])
    const unknown = await send(stranger, [file], { '[user_survey_sub_section_detail_id]': newId() })
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    expect(await counts()).toBe(0)
  })

  test("a stranger can't describe, delete or count media", async () => {
    const stranger = await here.make.account()
    const [item] = (await send(owner, [photo(await jpeg())])).body.data.attributes.photo_details
    const ids = { user_survey_media_id: item?.media_id ?? '', photo_id: item?.id ?? '' }
    expect((await stranger.api.call(describeMedia, { body: { ...ids, description: 'mine' } })).status).toBe(
      404,
    )
    expect((await stranger.api.call(deleteMedia, { query: ids })).status).toBe(404)
    expect((await stranger.api.call(mediaCounts, { query: { user_survey_id: survey.id } })).status).toBe(404)
    expect(await counts()).toBe(1)
  })

  test('a photo is only found in its own upload', async () => {
    const [one] = (await send(owner, [photo(await jpeg({ seed: 1 }))])).body.data.attributes.photo_details
    const [other] = (await send(owner, [photo(await jpeg({ seed: 2 }))])).body.data.attributes.photo_details
    const crossed = { user_survey_media_id: one?.media_id ?? '', photo_id: other?.id ?? '' }
    expect((await owner.api.call(deleteMedia, { query: crossed })).status).toBe(404)
    expect(await counts()).toBe(2)
  })
})

describe('photos', () => {
  test('are stored unchanged and displayed upright without metadata', async () => {
    const bytes = await jpeg({
      width: 900,
      height: 600,
      orientation: 6,
      latitude: 43.6591,
      longitude: -70.2568,
      takenAt: '2026:05:01 10:20:30',
    })
    const sent = await send(owner, [photo(bytes, 'back wall.jpg')], { '[descriptions][]': 'Back wall' })
    expect(sent.status).toBe(201)
    const [item] = sent.body.data.attributes.photo_details
    expect(item).toMatchObject({
      filename: 'back wall.jpg',
      description: 'Back wall',
      width: 600,
      height: 900,
      byte_size: bytes.length,
    })
    expect(item?.position?.latitude).toBeCloseTo(43.6591, 3)
    expect(item?.taken_at).toContain('2026-05-01T10:20:30')

    const shown = await here.api.open(item?.url ?? '')
    expect(shown.headers['content-type']).toBe('image/jpeg')
    const facts = await sharp(shown.rawPayload).metadata()
    expect([facts.width, facts.height, facts.exif]).toEqual([600, 900, undefined])
    const original = await here.api.open(item?.original_url ?? '')
    expect(original.rawPayload.equals(bytes)).toBe(true)
  })

  test('without a camera time zone use the survey’s', async () => {
    await here.context.db
      .updateTable('survey')
      .set({ time_zone: 'America/Los_Angeles' })
      .where('id', '=', survey.id)
      .execute()
    const sent = await send(owner, [photo(await jpeg({ takenAt: '2026:05:01 20:20:30' }))])
    const [item] = sent.body.data.attributes.photo_details
    expect(item?.taken_at).toBe('2026-05-02T03:20:30.000Z')
  })

  test('appear in the survey on their field', async () => {
    await send(owner, [photo(await jpeg())])
    const detail = detailOf(await readSurvey(owner, survey.id), section?.name ?? '', field?.name ?? '')
    expect([detail.photos.length, detail.videos.length]).toEqual([1, 0])
  })

  test("a picture that browsers can't display is converted", async () => {
    const tiff = await sharp(await jpeg())
      .tiff()
      .toBuffer()
    const heic = await readFile(join(import.meta.dirname, '../../files/testing/turned.heic'))
    const sent = await send(owner, [photo(tiff, 'scan.tiff'), photo(heic, 'phone.heic')])
    expect(sent.status).toBe(201)
    for (const item of sent.body.data.attributes.photo_details) {
      expect((await here.api.open(item.url)).headers['content-type']).toBe('image/jpeg')
    }
  })
})

describe('videos', () => {
  test('are stored with their properties', async () => {
    const bytes = await readFile(join(import.meta.dirname, '../../files/testing/located.mp4'))
    const sent = await send(owner, [video(bytes)])
    expect(sent.status).toBe(201)
    const [item] = sent.body.data.attributes.media_details
    expect(item?.content_type).toBe('video/mp4')
    expect(item?.duration).toBeGreaterThan(0)
    const part = await here.api.open(item?.url ?? '', { range: 'bytes=0-99' })
    expect([part.statusCode, part.rawPayload.equals(bytes.subarray(0, 100))]).toEqual([206, true])
  })
})

describe('rejected uploads', () => {
  test('one bad file rejects the whole upload and leaves nothing', async () => {
    const before = await storedFiles()
    const refused = await send(owner, [
      photo(await jpeg()),
      photo(Buffer.from('<html><script>1</script>'), 'page.jpg'),
    ])
    const words = 'Invalid file format. (page.jpg)'
    expect([refused.status, refused.errors]).toEqual([415, [{ message: words }, { 'files[1]': words }]])
    expect([await counts(), await storedFiles()]).toEqual([0, before])
  })

  test.each([
    ['a cut-off JPEG', async () => (await jpeg({ width: 1200, height: 900 })).subarray(0, 2000)],
    ['an empty file', async () => Buffer.alloc(0)],
    ['an SVG under a picture’s name', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'text that begins like a bitmap',
      async () => Buffer.from('BMW drivers park behind building B, all day long.'),
    ],
  ])('%s is rejected with a message', async (_, make) => {
    const refused = await send(owner, [photo(await make(), 'x.jpg')])
    expect(refused.status).toBe(415)
    expect(await counts()).toBe(0)
  })

  test('photos over 10 MB and videos over 20 MB get the messages of the specification', async () => {
    const big = await send(owner, [photo(Buffer.alloc(10 * 1024 * 1024 + 1, 1), 'big.jpg')])
    expect([big.status, big.errors]).toEqual([
      413,
      [{ message: 'Name big.jpg file size exceeds maximum limit. Maximum allowed file size is 10 MB' }],
    ])
    const long = await send(owner, [video(Buffer.alloc(20 * 1024 * 1024 + 1, 1), 'long.mp4')])
    expect(long.errors).toEqual([
      { message: 'Name long.mp4 file size exceeds maximum limit. Maximum allowed file size is 20 MB' },
    ])
  })

  test('no file, eleven files, and a field without files', async () => {
    expect((await send(owner, [])).status).toBe(422)
    const bytes = await jpeg({ width: 40, height: 30 })
    expect(
      (
        await send(
          owner,
          Array.from({ length: 11 }, () => photo(bytes)),
        )
      ).status,
    ).toBe(422)
    const elsewhere = await send(owner, [photo(bytes)], {
      '[user_survey_sub_section_detail_id]': answerNamed(plainField?.name),
    })
    expect([elsewhere.status, elsewhere.errors]).toEqual([
      422,
      [{ message: 'This field does not accept photos or videos.' }],
    ])
  })

  test('the eleventh upload of a field', async () => {
    const bytes = await jpeg({ width: 40, height: 30 })
    for (let count = 0; count < 10; count++) expect((await send(owner, [photo(bytes)])).status).toBe(201)
    const refused = await send(owner, [photo(bytes)])
    expect([refused.status, refused.errors]).toEqual([422, [{ message: 'You have reached 10 uploads' }]])
  })
})

describe('repeated uploads', () => {
  test('with the same key are stored once; with other files the key is rejected', async () => {
    const key = newKey()
    const bytes = await jpeg()
    const first = await send(owner, [photo(bytes)], {}, { key })
    const again = await send(owner, [photo(bytes)], {}, { key })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await counts()).toBe(1)
    expect((await send(owner, [photo(await jpeg({ seed: 5 }))], {}, { key })).status).toBe(422)
  })

  test('with the same id and another key are replays too', async () => {
    const id = newId()
    const bytes = await jpeg()
    await send(owner, [photo(bytes)], { '[id]': id }, { key: newKey() })
    expect((await send(owner, [photo(bytes)], { '[id]': id }, { key: newKey() })).status).toBe(201)
    expect(await counts()).toBe(1)
    expect((await send(owner, [photo(await jpeg({ seed: 7 }))], { '[id]': id })).status).toBe(409)
  })

  test('an id whose photo was deleted is a replay with the same photo, and rejected with another', async () => {
    const id = newId()
    const bytes = await jpeg({ seed: 3 })
    const [item] = (await send(owner, [photo(bytes)], { '[id]': id })).body.data.attributes.photo_details
    await owner.api.call(deleteMedia, { query: { user_survey_media_id: id, photo_id: item?.id ?? '' } })
    expect((await send(owner, [photo(bytes)], { '[id]': id })).status).toBe(201)
    expect((await send(owner, [photo(await jpeg({ seed: 4 }))], { '[id]': id })).status).toBe(409)
    const more = [photo(bytes), photo(await jpeg({ seed: 4 }))]
    expect((await send(owner, more, { '[id]': id })).status).toBe(409)
    expect(await counts()).toBe(0)
  })

  test('two at once with the same id are stored once', async () => {
    const id = newId()
    const bytes = await jpeg()
    const both = await Promise.all([
      send(owner, [photo(bytes)], { '[id]': id }),
      send(owner, [photo(bytes)], { '[id]': id }),
    ])
    expect(both.map((one) => one.status)).toEqual([201, 201])
    expect(await counts()).toBe(1)
  })
})

test('a description is changed, a photo deleted', async () => {
  const [item] = (await send(owner, [photo(await jpeg())])).body.data.attributes.photo_details
  const ids = { user_survey_media_id: item?.media_id ?? '', photo_id: item?.id ?? '' }
  const described = await owner.api.call(describeMedia, {
    body: { ...ids, description: 'Riser, looking up' },
  })
  expect(described.body.data.description).toBe('Riser, looking up')
  const deleted = await owner.api.call(deleteMedia, { query: ids })
  expect(deleted.body.data.message).toBe('Attachment file deleted successfully!')
  expect(await counts()).toBe(0)
  expect((await owner.api.call(deleteMedia, { query: ids })).status).toBe(404)
  expect((await owner.api.call(deleteMedia, { query: { user_survey_media_id: newId() } })).status).toBe(404)
})

test('a client may name both kinds and leave one empty', async () => {
  const [item] = (await send(owner, [photo(await jpeg())])).body.data.attributes.photo_details
  const ids = { user_survey_media_id: item?.media_id ?? '', photo_id: item?.id ?? '', video_id: '' }
  const described = await owner.api.call(describeMedia, { body: { ...ids, description: 'Gate' } })
  expect(described.status).toBe(200)
  expect((await owner.api.call(deleteMedia, { query: { ...ids, photo_id: '' } })).status).toBe(404)
  expect((await owner.api.call(deleteMedia, { query: ids })).status).toBe(200)
})

test('an extra slash in the address is ignored', async () => {
  await send(owner, [photo(await jpeg())])
  const answer = await here.app.inject({
    method: 'GET',
    url: `/api//bx_block_survey/user_survey_media/uploaded_files_details?user_survey_id=${survey.id}`,
    headers: { token: owner.api.token ?? '' },
  })
  const { uploaded_file_details } = answer.json()
  expect([answer.statusCode, uploaded_file_details.uploaded_photos]).toEqual([200, 1])
})
