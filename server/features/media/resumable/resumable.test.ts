import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { uploadMedia } from '#contract/media/media.ts'
import { uploadResumed } from '#contract/media/resumable.ts'
import { common } from '#contract/messages/common.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { StoreFull, StoreUnavailable } from '#server/files/store.ts'
import { tidy } from '#server/housekeeping.ts'
import type { Sending } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { phonePhoto, photoPart, videoPart } from '#server/testing/media.ts'
import { addSampleTemplate, detailOf, readSurvey, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { PartStore, partsFolder } from './store.ts'

const base = '/api/files/uploads'
const day = 24 * 3_600_000

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
let answer: string
let photo: Buffer

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  photo = await phonePhoto()
})
afterAll(() => here.close())
beforeEach(async () => {
  owner = await here.make.account()
  survey = await startSurvey(owner)
  answer = detailOf(survey, 'Building', 'Notes').id
})

function ask(
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'GET' | 'OPTIONS',
  url: string,
  by: { readonly api: { readonly token: string | null } } | null,
  headers: Record<string, string> = {},
  payload?: Buffer,
) {
  return here.app.inject({
    method,
    url,
    headers: { 'tus-resumable': '1.0.0', ...(by?.api.token ? { token: by.api.token } : {}), ...headers },
    ...(payload ? { payload } : {}),
  })
}

async function begin(size: number, by = owner): Promise<string> {
  const answered = await ask('POST', base, by, { 'upload-length': String(size) })
  expect([answered.statusCode, answered.body]).toEqual([201, ''])
  return String(answered.headers.location)
}

const body = { 'content-type': 'application/offset+octet-stream' }

function append(url: string, offset: number, bytes: Buffer, by = owner) {
  return ask('PATCH', url, by, { ...body, 'upload-offset': String(offset) }, bytes)
}

/** Sends the whole file in the request that starts it; returns its name. */
async function arrive(bytes: Buffer, by = owner): Promise<string> {
  const answered = await ask('POST', base, by, { ...body, 'upload-length': String(bytes.length) }, bytes)
  expect(answered.headers['upload-offset']).toBe(String(bytes.length))
  return String(answered.headers.location).split('/').at(-1) ?? ''
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function named(upload: string, bytes: Buffer, more: object = {}) {
  return {
    ...{ id: newId(), kind: 'photo' as const, upload, sha256: hashOf(bytes) },
    ...{ name: 'IMG_0001.jpg', description: 'Left side', ...more },
  }
}

type File = ReturnType<typeof named>

function resume(files: readonly File[], more: { id?: string } = {}, sending: Sending = {}, by = owner) {
  const input = { id: newId(), user_survey_sub_section_detail_id: answer, files: [...files], ...more }
  return by.api.call(uploadResumed, { body: input }, sending)
}

const names = async () => (await readdir(partsFolder(here.context)).catch(() => [])).sort()

describe('authorization', () => {
  test('every call requires a session, with the usual error', async () => {
    const url = await begin(10)
    for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE'] as const) {
      const refused = await ask(method, method === 'POST' ? base : url, null, { 'upload-length': '10' })
      expect([method, refused.statusCode]).toEqual([method, 401])
      if (method !== 'HEAD') expect(refused.json().errors[0]).toHaveProperty('token')
    }
    const refused = await here.api.call(uploadResumed, {
      body: { id: newId(), user_survey_sub_section_detail_id: answer, files: [] },
    })
    expect(refused.status).toBe(401)
  })

  test('a session with a one-time password is rejected', async () => {
    const newcomer = await here.make.account({ passwordIsOwn: false })
    const refused = await ask('POST', base, newcomer, { 'upload-length': '10' })
    expect([refused.statusCode, refused.json().errors]).toEqual([403, [{ token: expect.any(String) }]])
  })

  test('a foreign file and a missing one both give 404', async () => {
    const url = await begin(photo.length)
    const other = await here.make.account()
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      const headers = { ...body, 'upload-offset': '0' }
      expect(
        (await ask(method, url, other, headers, method === 'PATCH' ? photo : undefined)).statusCode,
      ).toBe(404)
      expect((await ask(method, `${base}/${'0'.repeat(32)}`, owner, headers)).statusCode).toBe(404)
    }
    expect((await ask('HEAD', url, owner)).headers['upload-offset']).toBe('0')
  })

  test("a file can't be put into a foreign survey, or be used by another account", async () => {
    const other = await here.make.account()
    const upload = await arrive(photo)
    const elsewhere = detailOf(await startSurvey(other), 'Building', 'Notes').id
    const input = { id: newId(), user_survey_sub_section_detail_id: elsewhere, files: [named(upload, photo)] }
    expect((await owner.api.call(uploadResumed, { body: input })).status).toBe(404)
    expect((await other.api.call(uploadResumed, { body: input })).status).toBe(410)
    expect((await resume([named(upload, photo)])).status).toBe(201)
  })

  test.each(['..', '%2e%2e%2fkept', 'a/b', 'A'.repeat(32), `${'0'.repeat(32)}.json`])(
    '%s is rejected as a name',
    async (id) => {
      expect((await ask('HEAD', `${base}/${id}`, owner)).statusCode).toBe(404)
    },
  )
})

describe('the protocol', () => {
  test('parts are sent in sequence, with the offset queried in between', async () => {
    const url = await begin(photo.length)
    expect(url).toMatch(/^\/api\/files\/uploads\/[0-9a-f]{32}$/)
    const first = await append(url, 0, photo.subarray(0, 1000))
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, '1000'])
    const asked = await ask('HEAD', url, owner)
    expect(asked.headers).toMatchObject({
      'upload-offset': '1000',
      'upload-length': String(photo.length),
      'cache-control': 'no-store',
    })
    expect((await append(url, 1000, photo.subarray(1000))).headers['upload-offset']).toBe(
      String(photo.length),
    )
    expect((await resume([named(url.split('/').at(-1) ?? '', photo)])).status).toBe(201)
  })

  test.each([
    ['without a length', {}, 400],
    ['with a length that comes later', { 'upload-defer-length': '1' }, 501],
    ['put together of others', { 'upload-length': '1', 'upload-concat': 'partial' }, 501],
    ['larger than a video may be', { 'upload-length': String(limits.videoBytes + 1) }, 413],
    ['of another protocol', { 'upload-length': '1', 'tus-resumable': '0.2.0' }, 400],
  ])('a file %s is rejected', async (_, headers, status) => {
    const before = await names()
    const refused = await ask('POST', base, owner, headers)
    expect([refused.statusCode, refused.json()]).toEqual([
      status,
      { errors: [{ message: expect.any(String) }] },
    ])
    expect(await names()).toEqual(before)
  })

  test('a part at the wrong offset, or too long, changes nothing', async () => {
    const url = await begin(100)
    await append(url, 0, Buffer.alloc(50))
    expect((await append(url, 0, Buffer.alloc(50))).statusCode).toBe(409)
    expect((await append(url, 50, Buffer.alloc(51))).statusCode).toBe(413)
    expect(
      (
        await ask(
          'PATCH',
          url,
          owner,
          { 'upload-offset': '50', 'content-type': 'text/plain' },
          Buffer.alloc(5),
        )
      ).statusCode,
    ).toBe(400)
    expect(
      (await ask('POST', url, owner, { 'x-http-method-override': 'PATCH', 'upload-offset': '50', ...body }))
        .statusCode,
    ).toBe(404)
    expect((await ask('HEAD', url, owner)).headers['upload-offset']).toBe('50')
  })

  test('a terminated upload is gone', async () => {
    const url = await begin(100)
    expect((await ask('DELETE', url, owner)).statusCode).toBe(204)
    expect((await ask('HEAD', url, owner)).statusCode).toBe(404)
    expect(await names()).not.toContain(url.split('/').at(-1))
  })

  test("other sites can't use it, and proxy headers are ignored", async () => {
    const headers = {
      origin: 'https://evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'gopher',
      'upload-length': '1',
    }
    const answered = await ask('POST', base, owner, headers)
    expect(Object.keys(answered.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answered.headers.location).toMatch(/^\/api\//)
    expect((await ask('OPTIONS', base, owner)).headers['tus-extension']).toBe(
      'creation,creation-with-upload,termination,expiration',
    )
    expect((await ask('GET', String(answered.headers.location), owner)).statusCode).toBe(404)
  })

  test('unfinished files are limited, until they are a day old', async () => {
    const rows = Array.from({ length: limits.resumableMax }, () => ({
      ...{ id: newKey().replaceAll('-', ''), account_id: owner.id, size: 1 },
      ...{ created_at: here.context.clock(), touched_at: here.context.clock() },
    }))
    await here.context.db.insertInto('resumable_upload').values(rows).execute()
    const refused = await ask('POST', base, owner, { 'upload-length': '1' })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
    await here.context.db
      .updateTable('resumable_upload')
      .set({ touched_at: new Date(Date.now() - 2 * day) })
      .where('account_id', '=', owner.id)
      .execute()
    expect((await ask('POST', base, owner, { 'upload-length': '1' })).statusCode).toBe(201)
  })

  test('unfinished bytes are limited', async () => {
    const at = here.context.clock()
    const row = {
      id: newKey().replaceAll('-', ''),
      account_id: owner.id,
      size: limits.resumableBytes,
      created_at: at,
      touched_at: at,
    }
    await here.context.db.insertInto('resumable_upload').values(row).execute()
    expect((await ask('POST', base, owner, { 'upload-length': '1' })).statusCode).toBe(429)
  })

  test('a full disk is reported, and bytes that did not fit do not count', async () => {
    const url = await begin(100)
    await append(url, 0, Buffer.alloc(10))
    vi.spyOn(PartStore.prototype, 'write').mockRejectedValueOnce(
      new StoreFull('The file store failed (ENOSPC)'),
    )
    const refused = await append(url, 10, Buffer.alloc(10))
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([507, '60'])
    expect(refused.json().errors).toEqual([{ message: common.serverFull }])
    vi.spyOn(PartStore.prototype, 'write').mockRejectedValueOnce(
      new StoreUnavailable('The file store failed (EIO)'),
    )
    const before = await names()
    expect(
      (await ask('POST', base, owner, { ...body, 'upload-length': '10' }, Buffer.alloc(10))).statusCode,
    ).toBe(503)
    expect(await names()).toEqual(before)
    expect((await ask('HEAD', url, owner)).headers['upload-offset']).toBe('10')
  })
})

describe('the upload that uses it', () => {
  test('equals that of the multipart call', async () => {
    const video = await videoPart()
    const files = [
      named(await arrive(photo), photo),
      named(await arrive(Buffer.from(video.bytes)), Buffer.from(video.bytes), {
        kind: 'video',
        name: 'riser.mp4',
        poster: await arrive(photo),
      }),
    ]
    const { status, body: reply } = await resume(files)
    expect(status).toBe(201)
    const { photo_details, media_details } = reply.data.attributes
    expect(photo_details).toMatchObject([
      { id: files[0]?.id, filename: 'IMG_0001.jpg', description: 'Left side', byte_size: photo.length },
    ])
    expect(media_details).toMatchObject([
      { id: files[1]?.id, filename: 'riser.mp4', duration: expect.any(Number) },
    ])
    const original = await owner.api.open(photo_details[0]?.original_url ?? '')
    expect(hashOf(original.rawPayload)).toBe(files[0]?.sha256)
    for (const { upload } of files) {
      expect(await names()).not.toContain(upload)
      expect((await ask('HEAD', `${base}/${upload}`, owner)).statusCode).toBe(404)
    }
  })

  test('replays by key and by id, after the parts are gone', async () => {
    const id = newId()
    const key = newKey()
    const files = [named(await arrive(photo), photo)]
    const first = await resume(files, { id }, { key })
    const again = await resume(files, { id }, { key })
    const byId = await resume(files, { id })
    const anew = await resume([{ ...(files[0] as File), upload: await arrive(photo) }], { id })
    for (const answered of [first, again, byId, anew])
      expect([answered.status, answered.body.data.attributes.photo_details.map((one) => one.id)]).toEqual([
        201,
        [files[0]?.id],
      ])
    expect(detailOf(await readSurvey(owner, survey.id), 'Building', 'Notes').photos).toHaveLength(1)
  })

  test('shares ids with the multipart call', async () => {
    const [id, file] = [newId(), newId()]
    const fields: [string, string][] = [
      ['user_survey_media[id]', id],
      ['user_survey_media[ids][]', file],
      ['user_survey_media[user_survey_sub_section_detail_id]', answer],
    ]
    const send = () => owner.api.upload(uploadMedia, fields, [photoPart(photo)], { key: id })
    expect((await send()).status).toBe(201)
    expect((await resume([named(await arrive(photo), photo, { id: file })], { id })).status).toBe(201)
    expect((await send()).status).toBe(201)
    expect(detailOf(await readSurvey(owner, survey.id), 'Building', 'Notes').photos).toHaveLength(1)
  })

  test('rejects damaged or incomplete files with their index, and loses nothing', async () => {
    const good = named(await arrive(photo), photo)
    const bent = Buffer.from(photo)
    bent[5000] = (bent[5000] ?? 0) ^ 1
    const damaged = named(await arrive(bent), photo, { name: 'bent.jpg' })
    const half = await begin(photo.length)
    await append(half, 0, photo.subarray(0, 500))
    const cut = named(half.split('/').at(-1) ?? '', photo, { name: 'cut.jpg' })
    const refused = await resume([good, damaged, cut])
    expect(refused.status).toBe(422)
    expect(refused.errors[0]).toEqual({
      sha256: 'bent.jpg, cut.jpg arrived incomplete. Please upload it again.',
    })
    expect(refused.errors.flatMap((line) => Object.keys(line))).toEqual(['sha256', 'files[1]', 'files[2]'])
    expect((await resume([good])).status).toBe(201)
  })

  test('rejects parts that are missing or used by another upload', async () => {
    const upload = await arrive(photo)
    expect((await resume([named(upload, photo)])).status).toBe(201)
    const refused = await resume([named(upload, photo)])
    expect([refused.status, refused.errors[0]]).toEqual([
      410,
      { upload: expect.stringContaining('IMG_0001.jpg') },
    ])
    expect(refused.errors[1]).toHaveProperty('files[0]')
  })

  test('has the rules and messages of the multipart call', async () => {
    const text = Buffer.from('no picture')
    const refused = await resume([
      named(await arrive(photo), photo),
      named(await arrive(text), text, { name: 'x.jpg' }),
    ])
    expect([refused.status, refused.errors]).toEqual([
      415,
      [{ message: 'Invalid file format. (x.jpg)' }, { 'files[1]': 'Invalid file format. (x.jpg)' }],
    ])
    expect((await resume([])).errors).toEqual([{ message: 'Please choose a file.' }])
  })

  test('accepts a photo with any name', async () => {
    const name = `${'a very long name '.repeat(23)}.jpg`
    const upload = await arrive(photo)
    const { status, body } = await resume([named(upload, photo, { name })])
    expect(status).toBe(201)
    expect(body.data.attributes.photo_details[0]?.filename).toMatch(/^[a-z ]{100,}\.jpg$/)
  })

  test('works without its poster', async () => {
    const { bytes } = await videoPart()
    const video = named(await arrive(Buffer.from(bytes)), Buffer.from(bytes), {
      kind: 'video',
      poster: '0'.repeat(32),
    })
    expect((await resume([video])).status).toBe(201)
  })

  test('does not remove parts of other accounts', async () => {
    const other = await here.make.account()
    const theirs = await arrive(photo, other)
    const { bytes } = await videoPart()
    const upload = await arrive(Buffer.from(bytes))
    const video = named(upload, Buffer.from(bytes), { kind: 'video', poster: theirs })
    const id = newId()
    expect((await resume([video], { id })).status).toBe(201)
    // Also as a replay, which reads no file.
    expect((await resume([{ ...video, upload: theirs }], { id }, { key: newKey() })).status).toBe(201)
    const left = await names()
    expect([left.includes(theirs), left.includes(upload)]).toEqual([true, false])
    expect((await ask('HEAD', `${base}/${theirs}`, other)).headers['upload-offset']).toBe(
      String(photo.length),
    )
  })
})

describe('abandoned files', () => {
  test('are removed after a week with their bytes, and used ones stay', async () => {
    const own = await testApp()
    try {
      const person = await own.make.account()
      const headers = { token: person.api.token ?? '', 'tus-resumable': '1.0.0', 'upload-length': '100' }
      const made = async () =>
        String((await own.app.inject({ method: 'POST', url: base, headers })).headers.location)
      const [old, touched] = [await made(), await made()]
      own.passTime(4 * day)
      await own.context.db
        .updateTable('resumable_upload')
        .set({ touched_at: own.context.clock() })
        .where('id', '=', touched.split('/').at(-1) ?? '')
        .execute()
      own.passTime(4 * day)
      await own.context.db
        .insertInto('resumable_upload')
        .values({
          id: 'f'.repeat(32),
          account_id: person.id,
          size: 1,
          created_at: own.context.clock(),
          touched_at: own.context.clock(),
        })
        .execute()
      await tidy(own.context)
      expect(await readdir(partsFolder(own.context))).toEqual([touched.split('/').at(-1)])
      const left = await own.context.db.selectFrom('resumable_upload').select('id').execute()
      expect(left.some(({ id }) => old.endsWith(id))).toBe(false)
      // Like after the purge of an account: a file without a row.
      await own.context.db.deleteFrom('resumable_upload').execute()
      await tidy(own.context)
      expect(await readdir(partsFolder(own.context))).toEqual([])
    } finally {
      await own.close()
    }
  })
})
