import sharp from 'sharp'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Shape } from '#contract/media/drawing.ts'
import { copyMedia, deleteMedia, drawPhoto, undrawPhoto } from '#contract/media/media.ts'
import type { MediaItem } from '#contract/media/media-item.ts'
import { deleteSurvey, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { mayRead } from '#server/features/reports/policy.ts'
import { purgeAllDeleted } from '#server/features/surveys/jobs.ts'
import type { Sending } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, photoPart } from '#server/testing/media.ts'
import { addSampleTemplate, detailOf, readSurvey, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { madeAt } from './drawing.ts'
import { removeUnshownFiles } from './jobs.ts'

const day = 24 * 3_600_000
const [width, height] = [640, 480]
const shapes: readonly Shape[] = [
  { kind: 'arrow', x1: 0.1, y1: 0.1, x2: 0.5, y2: 0.5, color: 'red', width: 'medium' },
  { kind: 'blur', x1: 0.2, y1: 0.2, x2: 0.4, y2: 0.4 },
  { kind: 'text', x1: 0, y1: 0.8, x2: 0.5, y2: 0.9, color: 'white', width: 'thin', text: 'Leak' },
]

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
let item: MediaItem

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  owner = await here.make.account()
  survey = await startSurvey(owner)
  item = await addPhoto(owner, survey, '#00a000')
})

function plain(color: string, size = { width, height }) {
  return sharp({ create: { ...size, channels: 3, background: color } })
}

async function addPhoto(by: MadeAccount, to: SurveyDetail, color: string): Promise<MediaItem> {
  const bytes = await plain(color).jpeg().toBuffer()
  const { photo_details } = await attach(by, detailOf(to, 'Building', 'Notes').id, [photoPart(bytes)])
  const [first] = photo_details
  if (!first) throw new Error('No photo')
  return first
}

function nameOf({ media_id, id }: MediaItem) {
  return { user_survey_media_id: media_id, photo_id: id }
}

async function marked(color = '#c00000', size = { width, height }): Promise<Buffer> {
  return plain(color, size).jpeg().toBuffer()
}

interface Drawing {
  readonly bytes?: Uint8Array
  readonly at?: string
  readonly shapes?: string
  readonly turn?: string
  readonly on?: { user_survey_media_id: string; photo_id: string }
  readonly part?: string
}

async function draw(by: MadeAccount, drawing: Drawing = {}, sending: Sending = {}) {
  const bytes = drawing.bytes ?? (await marked())
  const fields = {
    ...(drawing.on ?? nameOf(item)),
    shapes: drawing.shapes ?? JSON.stringify(shapes),
    ...(drawing.turn !== undefined && { turn: drawing.turn }),
    drawn_at: drawing.at ?? new Date().toISOString(),
  }
  const file = { part: drawing.part ?? 'drawing', filename: 'drawing.jpg', type: 'image/jpeg', bytes }
  return by.api.upload(drawPhoto, Object.entries(fields), [file], sending)
}

async function itemNow(): Promise<MediaItem | undefined> {
  return detailOf(await readSurvey(owner, survey.id), 'Building', 'Notes').photos.find(
    ({ id }) => id === item.id,
  )
}

async function storedFiles(): Promise<number> {
  const { count } = await here.context.db
    .selectFrom('rendition')
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The dominant color of the picture at an address. */
async function colorAt(address: string | null | undefined): Promise<'green' | 'red' | 'blue'> {
  const { rawPayload, statusCode } = await here.api.open(address ?? '')
  expect(statusCode).toBe(200)
  const { dominant } = await sharp(rawPayload).stats()
  return dominant.g > dominant.r ? 'green' : dominant.b > dominant.r ? 'blue' : 'red'
}

describe('authorization', () => {
  test('drawing requires a session, and nothing is stored without', async () => {
    const before = await storedFiles()
    const refused = await here.api.upload(drawPhoto, [], [])
    expect([refused.status, refused.errors]).toEqual([401, [{ token: 'Session Expired' }]])
    expect((await here.api.call(undrawPhoto, { query: nameOf(item) })).status).toBe(401)
    const newcomer = await here.make.account({ passwordIsOwn: false })
    expect((await draw(newcomer)).status).toBe(403)
    expect((await newcomer.api.call(undrawPhoto, { query: nameOf(item) })).status).toBe(403)
    expect(await storedFiles()).toBe(before)
  })

  test('a stranger gets the same reply for this photo as for a missing one', async () => {
    await draw(owner)
    const stranger = await here.make.account()
    const foreign = await draw(stranger, { bytes: await marked('#0000c0') })
    const unknown = await draw(stranger, { on: { ...nameOf(item), photo_id: newId() } })
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    expect((await stranger.api.call(undrawPhoto, { query: nameOf(item) })).status).toBe(404)
    expect(await colorAt((await itemNow())?.url)).toBe('red')
  })

  test('a photo is only found in its own upload, and not in a deleted survey', async () => {
    const other = await addPhoto(owner, survey, '#00b000')
    const crossed = { ...nameOf(item), photo_id: other.id }
    expect((await draw(owner, { on: crossed })).status).toBe(404)
    expect((await owner.api.call(undrawPhoto, { query: crossed })).status).toBe(404)
    await owner.api.call(deleteSurvey, { params: { id: survey.id } })
    expect((await draw(owner)).status).toBe(404)
    expect((await owner.api.call(undrawPhoto, { query: nameOf(item) })).status).toBe(404)
  })

  test('guests never get the photo without its drawing', () => {
    expect(mayRead({ link: 'x' }, 'unmarked')).toBe(false)
    expect(mayRead({ account: 'x', session: 'x' }, 'unmarked')).toBe(true)
  })
})

describe('a drawing', () => {
  test('replaces the photo; the original stays and can be restored', async () => {
    expect(item.drawing).toBeNull()
    const drawn = await draw(owner)
    expect([drawn.status, drawn.body.data.drawing?.shapes]).toEqual([200, shapes])
    const now = await itemNow()
    expect([await colorAt(now?.url), await colorAt(now?.thumbnail_url)]).toEqual(['red', 'red'])
    expect([await colorAt(now?.original_url), await colorAt(now?.drawing?.unmarked_url)]).toEqual([
      'green',
      'green',
    ])
    expect([now?.width, now?.height, now?.byte_size]).toEqual([width, height, item.byte_size])
    // Browsers cache addresses, so the marked picture has a different one.
    expect(now?.url).not.toBe(item.url)

    const plainAgain = await owner.api.call(undrawPhoto, { query: nameOf(item) })
    expect([plainAgain.status, plainAgain.body.data.drawing]).toEqual([200, null])
    expect(await colorAt((await itemNow())?.url)).toBe('green')
  })

  test('contains no metadata of the uploaded picture', async () => {
    const bytes = await plain('#c00000')
      .jpeg()
      .withExif({ IFD0: { Make: 'secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1 2/1 3/1' } })
      .toBuffer()
    const drawn = await draw(owner, { bytes: Buffer.concat([bytes, Buffer.from('appended secret')]) })
    expect(drawn.status).toBe(200)
    const shown = await here.api.open(drawn.body.data.url)
    expect(shown.rawPayload.includes('secret')).toBe(false)
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
  })

  test('is only replaced by a later one, in any order of arrival', async () => {
    const start = Date.now() - 60_000
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
    await draw(owner, { at: at(10) })
    const before = await storedFiles()
    const older = await draw(owner, { at: at(5), bytes: await marked('#0000c0') })
    expect([older.status, older.body.data.drawing?.drawn_at]).toEqual([200, at(10)])
    expect(await storedFiles()).toBe(before)
    expect(await colorAt((await itemNow())?.url)).toBe('red')
    await draw(owner, { at: at(20), bytes: await marked('#0000c0') })
    expect(await colorAt((await itemNow())?.url)).toBe('blue')
    await owner.api.call(undrawPhoto, { query: { ...nameOf(item), drawn_at: at(15) } })
    expect(await colorAt((await itemNow())?.url)).toBe('blue')
    await owner.api.call(undrawPhoto, { query: { ...nameOf(item), drawn_at: at(30) } })
    await draw(owner, { at: at(25) })
    expect((await itemNow())?.drawing).toBeNull()
  })

  test('from a clock that is ahead does not win forever', () => {
    const now = new Date('2026-05-01T10:00:00Z')
    expect(madeAt('2036-05-01T10:00:00Z', now)).toEqual(now)
    expect(madeAt('2026-05-01T09:00:00Z', now).toISOString()).toBe('2026-05-01T09:00:00.000Z')
    expect(madeAt(undefined, now)).toEqual(now)
  })

  test('that is repeated is stored once; with another picture its key is rejected', async () => {
    const key = newKey()
    const [at, before] = [new Date().toISOString(), await storedFiles()]
    const first = await draw(owner, { at }, { key })
    const again = await draw(owner, { at }, { key })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await draw(owner, { at }, { key: newKey() })).status).toBe(200)
    expect(await storedFiles()).toBe(before + 3)
    expect((await draw(owner, { at, bytes: await marked('#0000c0') }, { key })).status).toBe(422)
    const off = newKey()
    const gone = await owner.api.call(undrawPhoto, { query: nameOf(item) }, { key: off })
    const goneAgain = await owner.api.call(undrawPhoto, { query: nameOf(item) }, { key: off })
    expect([goneAgain.status, goneAgain.body]).toEqual([200, gone.body])
  })

  test('is removed with its photo and its survey, including its bytes', async () => {
    const later = () => new Date(Date.now() + 2 * day)
    const purge = async () => {
      here.passTime(31 * day)
      await purgeAllDeleted(here.context)
      here.passTime(-31 * day)
    }
    await purge()
    await removeUnshownFiles(here.context, later())
    const before = await storedFiles()
    await draw(owner)
    await draw(owner, { bytes: await marked('#0000c0') })
    expect(await storedFiles()).toBe(before + 6)
    await removeUnshownFiles(here.context, later())
    expect(await storedFiles()).toBe(before + 3)
    expect(await colorAt((await itemNow())?.url)).toBe('blue')
    await owner.api.call(deleteMedia, { query: nameOf(item) })
    await removeUnshownFiles(here.context, later())
    expect(await storedFiles()).toBe(before - 4)

    item = await addPhoto(owner, survey, '#00a000')
    await draw(owner)
    await owner.api.call(deleteSurvey, { params: { id: survey.id } })
    await purge()
    expect(await storedFiles()).toBe(before - 4)
  })
})

describe('a rotated photo', () => {
  const lying = { width: height, height: width }
  const turned = async (turn = '90', color = '#c00000') =>
    draw(owner, {
      shapes: '[]',
      turn,
      bytes: await marked(color, turn === '180' ? { width, height } : lying),
    })
  const shownSize = async () => {
    const now = await itemNow()
    return [now?.width, now?.height]
  }

  test('is displayed rotated, with its own id and caption at another address; the original stays', async () => {
    const { status, body } = await turned()
    expect([status, body.data.drawing]).toMatchObject([200, { shapes: [], turn: 90 }])
    const now = await itemNow()
    expect(now).toMatchObject({ id: item.id, media_id: item.media_id, description: item.description })
    expect(await shownSize()).toEqual([height, width])
    expect(now?.url).not.toBe(item.url)
    expect(await colorAt(now?.url)).toBe('red')
    expect([await colorAt(now?.original_url), await colorAt(now?.drawing?.unmarked_url)]).toEqual([
      'green',
      'green',
    ])
  })

  test('keeps its rotation when the call is repeated', async () => {
    for (const _ of ['once', 'again']) await turned('270')
    expect((await itemNow())?.drawing?.turn).toBe(270)
    await turned('180', '#0000c0')
    expect((await itemNow())?.drawing?.turn).toBe(180)
    expect(await shownSize()).toEqual([width, height])
    await owner.api.call(undrawPhoto, { query: nameOf(item) })
    expect((await itemNow())?.drawing).toBeNull()
    expect(await colorAt((await itemNow())?.url)).toBe('green')
  })

  test('can be drawn on; a drawing without a rotation uses the photo as it was taken', async () => {
    const both = await draw(owner, { turn: '90', bytes: await marked('#c00000', lying) })
    expect(both.body.data.drawing).toMatchObject({ shapes, turn: 90 })
    await draw(owner)
    expect((await itemNow())?.drawing).not.toHaveProperty('turn')
    expect(await shownSize()).toEqual([width, height])
  })

  test.each<[string, { readonly turn: string; readonly lies?: boolean }]>([
    ['by less than a quarter', { turn: '45' }],
    ['by more than all round', { turn: '450', lies: true }],
    ['by nothing', { turn: '0' }],
    ['as the picture is not', { turn: '90' }],
  ])('%s is rejected', async (_, { turn, lies = false }) => {
    const before = await storedFiles()
    const bytes = await marked('#c00000', lies ? lying : { width, height })
    expect((await draw(owner, { shapes: '[]', turn, bytes })).status).toBe(422)
    expect([(await itemNow())?.drawing, await storedFiles()]).toEqual([null, before])
  })

  test('is copied with its rotation, and the copies keep it when the original is reset', async () => {
    await turned()
    const answer = detailOf(survey, 'Building', 'Notes').id
    const copied = await owner.api.call(copyMedia, {
      body: { user_survey_sub_section_detail_id: answer, attached_photos: [{ id: item.id }] },
    })
    expect(copied.status).toBe(201)
    await owner.api.call(undrawPhoto, { query: nameOf(item) })
    const { photos } = detailOf(await readSurvey(owner, survey.id), 'Building', 'Notes')
    expect(photos.map(({ drawing }) => drawing?.turn ?? 0)).toEqual([0, 90])
  })
})

describe('rejected drawings', () => {
  const corners = { x1: 0, y1: 0, x2: 1, y2: 1 }
  const line = { kind: 'line', ...corners, color: 'red', width: 'thin' }
  const text = { ...line, kind: 'text', text: 'x' }
  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['a text', '"line"'],
    ['no list', line],
    ['nothing drawn', []],
    ['more than 200', Array.from({ length: 201 }, () => line)],
    ['an unknown kind', [{ ...line, kind: 'script' }]],
    ['a place outside of the picture', [{ ...line, x2: 1.01 }]],
    ['a place before the picture', [{ ...line, y1: -0.01 }]],
    ['no number', [{ ...line, x1: '0' }]],
    ['no place', [{ kind: 'blur', x1: 0, y1: 0, x2: 1 }]],
    ['something more', [{ ...line, href: 'https://example.com' }]],
    ['a colour on a blur', [{ kind: 'blur', ...corners, color: 'red' }]],
    ['another colour', [{ ...line, color: 'url(#x)' }]],
    ['another width', [{ ...line, width: 900 }]],
    ['a text of 201 characters', [{ ...text, text: 'x'.repeat(201) }]],
    ['an empty text', [{ ...text, text: '' }]],
    ['a text with nothing but control characters', [{ ...text, text: '\u0000\u0001' }]],
    ['a list in a list', [[line]]],
    ['null', null],
    ['too much of it', `[${' '.repeat(270_000)}]`],
  ])('%s', async (_, given) => {
    const before = await storedFiles()
    const refused = await draw(owner, { shapes: typeof given === 'string' ? given : JSON.stringify(given) })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.errors)).toContain('This drawing cannot be saved.')
    expect([(await itemNow())?.drawing, await storedFiles()]).toEqual([null, before])
  })

  test('control characters are removed from texts', async () => {
    const drawn = await draw(owner, { shapes: JSON.stringify([{ ...text, text: 'a\u0000\r\nb\ud800' }]) })
    expect(drawn.body.data.drawing?.shapes).toEqual([{ ...text, text: 'a\nb\ufffd' }])
  })

  test.each<[string, () => Promise<Uint8Array>, number]>([
    ['another proportion', () => marked('#c00000', { width: 640, height: 500 }), 422],
    ['a turned picture', () => marked('#c00000', { width: height, height: width }), 422],
    ['a picture that is far too small', () => marked('#c00000', { width: 64, height: 48 }), 422],
    ['a picture that is too large', () => marked('#c00000', { width: 2560, height: 1920 }), 422],
    ['a PNG named jpg', () => plain('#c00000').png().toBuffer(), 415],
    ['an SVG named jpg', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['a page named jpg', async () => Buffer.from('<!doctype html><script>1</script>'), 415],
    ['an empty file', async () => Buffer.alloc(0), 415],
    ['a cut-off JPEG', async () => (await marked()).subarray(0, 400), 415],
    ['a JPEG that is also a page', async () => withPage(await marked()), 415],
    ['more than 10 MB', async () => Buffer.alloc(10 * 1024 * 1024 + 1, await marked()), 413],
  ])('%s', async (_, make, status) => {
    const before = await storedFiles()
    const refused = await draw(owner, { bytes: await make() })
    expect(refused.status).toBe(status)
    expect([(await itemNow())?.drawing, await storedFiles()]).toEqual([null, before])
  })

  test('no picture, two pictures, and one in a part of another name', async () => {
    const fields = Object.entries({
      ...nameOf(item),
      shapes: JSON.stringify(shapes),
      drawn_at: new Date().toISOString(),
    })
    const file = { part: 'drawing', filename: 'd.jpg', type: 'image/jpeg', bytes: await marked() }
    expect((await owner.api.upload(drawPhoto, fields, [])).status).toBe(422)
    expect((await owner.api.upload(drawPhoto, fields, [file, file])).status).toBe(422)
    expect((await draw(owner, { part: 'photos' })).status).toBe(422)
  })

  test('a picture may differ by rounding, and be half the size', async () => {
    const small = await draw(owner, { bytes: await marked('#c00000', { width: 321, height: 240 }) })
    expect(small.status).toBe(200)
  })
})

/** Adds a JPEG comment that contains a whole page. */
function withPage(bytes: Buffer): Buffer {
  const page = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')
  const head = Buffer.from([0xff, 0xfe, 0, page.length + 2])
  return Buffer.concat([bytes.subarray(0, 2), head, page, bytes.subarray(2)])
}
