import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { mediaFile } from '#contract/media/media.ts'
import type { MediaItem } from '#contract/media/media-item.ts'
import { zipDownload } from '#contract/sharing/reports.ts'
import { addSimilar, deleteSurvey, removeSimilar } from '#contract/surveys/surveys.ts'
import { renditions, holderOf as sessionHolder, signTicket, type Ticket } from '#server/http/ticket.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, photoPart, videoPart } from '#server/testing/media.ts'
import { holderOf, type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, detailOf, sectionNamed } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let made: PicturedSurvey
let photo: MediaItem
let video: MediaItem
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = await picturedSurvey(here)
  photo = firstOf(detailOf(made.survey, 'Building', 'Notes').photos)
  video = firstOf(detailOf(made.survey, 'Floor', 'Riser').videos)
  eve = await here.make.account({ firstName: 'Eve' })
})
afterAll(() => here.close())

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('There is none')
  return first
}

function addressOf(ticket: Ticket, key = here.context.ticketKey, now = here.context.clock()): string {
  return `/api/files/media/${signTicket(key, ticket, now)}`
}

const asOwner = (changes: Partial<Ticket> = {}): Ticket => ({
  what: 'media',
  subject: photo.id,
  rendition: 'view',
  holder: sessionHolder(made.owner),
  ...changes,
})

async function expectUnknown(address: string) {
  const answer = await here.api.open(address)
  expect([answer.statusCode, answer.json()]).toEqual([404, { errors: [{ message: 'Not found.' }] }])
}

describe('access', () => {
  test('rejects an altered ticket, and a ticket for another resource', async () => {
    const forged = await here.api.call(mediaFile, { params: { ticket: 'x' } })
    expect([forged.status, forged.errors]).toEqual([404, [{ message: 'Not found.' }]])
    const good = photo.url
    expect((await here.api.open(good)).statusCode).toBe(200)
    const last = good.at(-2) === 'A' ? 'B' : 'A'
    for (const address of [
      `/api/files/media/${'A'.repeat(95)}`,
      `${good.slice(0, -2)}${last}${good.slice(-1)}`,
      good.replace('/media/', '/zip/'),
      good.replace('/media/', '/report/'),
      addressOf(asOwner(), Buffer.alloc(32, 1)),
      addressOf(asOwner({ what: 'zip' })),
      addressOf(asOwner({ subject: newId() })),
      addressOf(asOwner({ subject: made.survey.id })),
      addressOf(asOwner({ holder: sessionHolder(eve) })),
      addressOf(asOwner({ holder: { link: newId() } })),
      addressOf(asOwner({ rendition: 'poster' })),
      addressOf(asOwner({ rendition: 'none' })),
    ])
      await expectUnknown(address)
    const over = addressOf(asOwner({ holder: { account: made.owner.id, session: newId() } }))
    const crossed = addressOf(asOwner({ holder: { account: made.owner.id, session: eve.sessionId } }))
    for (const address of [over, crossed]) expect((await here.api.open(address)).statusCode).toBe(410)
  })

  test('a link reads only the files of its own survey, and never an original', async () => {
    const link = await share(made.owner, made.survey.id)
    const other = await picturedSurvey(here, { owner: made.owner })
    const foreign = await share(other.owner, other.survey.id)
    const opened = async (rendition: Ticket['rendition'], subject: string) =>
      (
        await here.api.open(
          addressOf({ what: 'media', subject, rendition, holder: { link: await holderOf(here, link.id) } }),
        )
      ).statusCode
    const photoCopies = await Promise.all(renditions.map((one) => opened(one, photo.id)))
    expect(renditions.filter((_, n) => photoCopies[n] === 200)).toEqual(['view', 'thumb'])
    const videoCopies = await Promise.all(renditions.map((one) => opened(one, video.id)))
    expect(renditions.filter((_, n) => videoCopies[n] === 200)).not.toContain('original')
    // Without ffmpeg there is only the still.
    expect(await opened('guest', video.id)).toBe(here.context.tools.makesCopies ? 200 : 404)
    await expectUnknown(addressOf(asOwner({ holder: { link: await holderOf(here, foreign.id) } })))
  })

  test('reports an expired ticket', async () => {
    const mine = await testAppForThisTest()
    await addSampleTemplate(mine)
    const { survey } = await picturedSurvey(mine)
    const { url } = firstOf(detailOf(survey, 'Building', 'Notes').photos)
    expect((await mine.api.open(url)).statusCode).toBe(200)
    mine.passTime(limits.ticketLife + 1)
    const late = await mine.api.open(url)
    expect([late.statusCode, late.json()]).toEqual([410, { errors: [{ message: 'This link has expired' }] }])
  })

  test('rejects tickets of a deleted survey or disabled account', async () => {
    const owner = await here.make.account()
    const opened = async () => (await here.api.open(url)).statusCode
    const set = (change: { disabled_at?: Date | null; deleted_at?: Date }) =>
      here.context.db.updateTable('account').set(change).where('id', '=', owner.id).execute()
    const { survey } = await picturedSurvey(here, { owner })
    const { url } = firstOf(detailOf(survey, 'Building', 'Notes').photos)
    expect(await opened()).toBe(200)
    await set({ disabled_at: new Date() })
    expect(await opened()).toBe(410)
    await set({ disabled_at: null })
    expect(await opened()).toBe(200)
    await owner.api.call(deleteSurvey, { params: { id: survey.id } })
    expect(await opened()).toBe(404)
  })
})

describe('bytes', () => {
  test('the owner gets the file as it was taken, guests a copy without location and camera data', async () => {
    const link = await share(made.owner, made.survey.id)
    const original = await here.api.open(photo.original_url)
    expect(original.rawPayload.equals(made.originals[0] ?? Buffer.alloc(0))).toBe(true)
    const seen = await here.api.open(addressOf(asOwner({ holder: { link: await holderOf(here, link.id) } })))
    const { exif, width } = await sharp(seen.rawPayload).metadata()
    expect([exif, width]).toEqual([undefined, 640])
    const film = await here.api.open(
      addressOf(
        asOwner({ subject: video.id, rendition: 'guest', holder: { link: await holderOf(here, link.id) } }),
      ),
    )
    expect(film.headers['content-type']).toBe('video/mp4')
    expect(film.rawPayload.includes('©xyz')).toBe(false)
    expect(film.rawPayload.equals(made.originals[2] ?? Buffer.alloc(0))).toBe(false)
  })

  test('length, ETag, type and caching are sent; nothing in the file can run', async () => {
    const answer = await here.api.open(photo.url)
    const hash = createHash('sha256').update(answer.rawPayload).digest('hex')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(answer.rawPayload.length),
      etag: `"${hash}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=1800, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(answer.headers['content-disposition']).toBeUndefined()
    const link = await share(made.owner, made.survey.id)
    const seen = await here.api.open(addressOf(asOwner({ holder: { link: await holderOf(here, link.id) } })))
    expect(seen.headers['cache-control']).toBe('private, no-store')
  })

  test.each(['photo', 'video', 'zip'])('a HEAD request for a %s returns its length', async (kind) => {
    const zip = await made.owner.api.call(zipDownload, { query: { user_survey_id: made.survey.id } })
    const url = { photo: photo.url, video: video.url, zip: zip.body.data.uploaded_files_winzip }[kind] ?? ''
    const whole = await here.api.open(url)
    const asked = await here.app.inject({ method: 'HEAD', url })
    expect([asked.statusCode, asked.rawPayload.length]).toEqual([200, 0])
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges'])
      expect([name, asked.headers[name]]).toEqual([name, whole.headers[name]])
    expect(Number(asked.headers['content-length'])).toBe(whole.rawPayload.length)
    const part = await here.app.inject({ method: 'HEAD', url, headers: { range: 'bytes=2-5' } })
    expect([part.statusCode, part.headers['content-length']]).toEqual([206, '4'])
  })

  test('a type that browsers cannot display is downloaded under its name', async () => {
    const tiff = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .tiff()
      .toBuffer()
    const notes = detailOf(made.survey, 'Building', 'Notes').id
    const { photo_details } = await attach(made.owner, notes, [photoPart(tiff, 'Scan “1”.tiff')])
    const answer = await here.api.open(firstOf(photo_details).original_url)
    expect(answer.headers['content-type']).toBe('image/tiff')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; .*Scan%20%E2%80%9C1%E2%80%9D\.tiff$/)
  })

  test('no header reveals a file’s original name to a guest', async () => {
    const { owner, survey } = await picturedSurvey(here)
    const riser = detailOf(survey, 'Floor', 'Riser').id
    const { media_details } = await attach(owner, riser, [
      await videoPart('Dudley house tour.mov', 'turned.mov'),
    ])
    await here.context.guestCopies.idle()
    const film = firstOf(media_details)
    expect((await here.api.open(film.original_url)).headers['content-disposition']).toContain('house tour')
    const link = await share(owner, survey.id)
    const ticket = {
      subject: film.id,
      rendition: 'guest',
      holder: { link: await holderOf(here, link.id) },
    } as const
    const seen = await here.api.open(addressOf(asOwner(ticket)))
    expect(seen.statusCode).toBe(200)
    expect(JSON.stringify(seen.headers)).not.toContain('house')
  })

  test('ranges are slices, and a cached copy is not sent again', async () => {
    const whole = (await here.api.open(video.url)).rawPayload
    const slice = async (range: string, ifRange?: string) =>
      here.api.open(video.url, { range, ...(ifRange ? { 'if-range': ifRange } : {}) })
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, whole.length - 1],
      ['bytes=-50', whole.length - 50, whole.length - 1],
    ] as const) {
      const part = await slice(range)
      expect(part.statusCode).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${whole.length}`)
      expect(part.rawPayload.equals(whole.subarray(start, end + 1))).toBe(true)
    }
    const tag = String((await slice('bytes=0-0')).headers.etag)
    expect((await slice('bytes=0-9', tag)).statusCode).toBe(206)
    expect((await slice('bytes=0-9', '"other"')).rawPayload.equals(whole)).toBe(true)
    expect((await slice(`bytes=${whole.length}-`)).statusCode).toBe(416)
    expect((await here.api.open(video.url, { 'if-none-match': tag })).statusCode).toBe(304)
  })
})

test('pictures of a removed sub-section are not served', async () => {
  const { owner, survey } = await picturedSurvey(here)
  const { id: sectionId } = sectionNamed(survey, 'Floor')
  const added = await owner.api.call(addSimilar, {
    body: { user_survey_id: survey.id, user_survey_section_id: sectionId },
  })
  const [first] = added.body.data.attributes.user_survey_sub_sections
  const { url } = firstOf(detailOf(survey, 'Floor', 'Riser').videos)
  expect((await here.api.open(url)).statusCode).toBe(200)
  const query = {
    user_survey_id: survey.id,
    user_survey_section_id: sectionId,
    user_survey_sub_section_id: first?.id ?? '',
  }
  expect((await owner.api.call(removeSimilar, { query })).status).toBe(200)
  await expectUnknown(url)
})
