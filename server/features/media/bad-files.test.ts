import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mediaCounts, uploadMedia } from '#contract/media/media.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { FilePart } from '#server/testing/api.ts'
import { type BadFile, badFiles, endlessGif } from '#server/testing/bad-files.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { addSampleTemplate, detailOf, sampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
let good: Buffer

const section = sampleTemplate.sections.find((one) => one.fields.some((field) => field.media))
const field = section?.fields.find((one) => one.media)

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  owner = await here.make.account()
  good = await jpeg({ width: 80, height: 60 })
})
afterAll(() => here.close())
beforeEach(async () => {
  survey = await startSurvey(owner)
})

function photo(bytes: Uint8Array, filename = 'good.jpg'): FilePart {
  return { part: 'user_survey_media[photos][]', filename, type: 'image/jpeg', bytes }
}

function send(files: readonly FilePart[], ids: readonly string[] = []) {
  const answer = detailOf(survey, section?.name ?? '', field?.name ?? '').id
  const named = [['user_survey_media[user_survey_sub_section_detail_id]', answer] as const]
  return owner.api.upload(
    uploadMedia,
    [...named, ...ids.map((id) => ['user_survey_media[ids][]', id] as const)],
    files,
  )
}

async function counts(): Promise<number> {
  const { body } = await owner.api.call(mediaCounts, { query: { user_survey_id: survey.id } })
  return body.uploaded_file_details.total_uploaded_files
}

const words: Record<BadFile['says'], (name: string) => string> = {
  format: (name) => `Invalid file format. (${name})`,
  unreadable: (name) => `The file ${name} cannot be read as a picture or video.`,
  pixels: (name) =>
    `The picture ${name} has too many pixels. Make it smaller, or take it again at a lower resolution.`,
  'photo size': (name) => `Name ${name} file size exceeds maximum limit. Maximum allowed file size is 10 MB`,
  'video size': (name) => `Name ${name} file size exceeds maximum limit. Maximum allowed file size is 20 MB`,
}
const statuses: Record<BadFile['says'], number> = {
  format: 415,
  unreadable: 415,
  pixels: 422,
  'photo size': 413,
  'video size': 413,
}

test('there are more than forty kinds of bad files', () => {
  expect(badFiles.length).toBeGreaterThanOrEqual(40)
})

test.each(badFiles)('$what ($filename) is rejected with its name and affects no other file', async (file) => {
  await send([photo(good)])
  const bytes = await file.make()
  const part = /\.(mp4|mov|avi|mkv|webm|mpeg|wmv)$/.test(file.filename) ? 'medias' : 'photos'
  const bad = { part: `user_survey_media[${part}][]`, filename: file.filename, type: 'image/jpeg', bytes }
  const refused = await send([photo(good), bad])
  expect([refused.status, refused.errors[0]]).toEqual([
    statuses[file.says],
    { message: words[file.says](file.filename) },
  ])
  expect(await counts()).toBe(1)
  expect((await send([photo(good)])).status).toBe(201)
})

describe('several at once', () => {
  test('one bad file of ten rejects them all, and its name is reported', async () => {
    const files = Array.from({ length: 10 }, (_, at) =>
      photo(at === 6 ? Buffer.from('no picture') : good, `room ${at}.jpg`),
    )
    const refused = await send(files)
    expect([refused.status, refused.errors]).toEqual([
      415,
      [{ message: 'Invalid file format. (room 6.jpg)' }, { 'files[6]': 'Invalid file format. (room 6.jpg)' }],
    ])
    expect(await counts()).toBe(0)
  })

  test('bad files of several kinds are all named, in one sentence per kind', async () => {
    const cut = (await jpeg({ width: 1200, height: 900 })).subarray(0, 2_000)
    const text = Buffer.from('no picture')
    const names = [photo(text, 'a.jpg'), photo(cut, 'b.jpg'), photo(good), photo(text, 'c.jpg')]
    expect((await send(names)).errors).toEqual([
      { message: 'Invalid file format. (a.jpg, c.jpg)' },
      { message: 'The file b.jpg cannot be read as a picture or video.' },
      { 'files[0]': 'Invalid file format. (a.jpg)' },
      { 'files[1]': 'The file b.jpg cannot be read as a picture or video.' },
      { 'files[3]': 'Invalid file format. (c.jpg)' },
    ])
  })

  test('all too large files are named, the videos in a sentence of their own', async () => {
    const big = Buffer.alloc(10 * 1024 * 1024 + 1)
    const long = Buffer.alloc(20 * 1024 * 1024 + 1)
    const video = { part: 'user_survey_media[medias][]', filename: 'v.mp4', type: 'video/mp4', bytes: long }
    const refused = await send([photo(big, 'a.jpg'), photo(good), photo(big, 'b.png'), video])
    expect([refused.status, refused.errors.map(({ message }) => message)]).toEqual([
      413,
      [words['photo size']('a.jpg, b.png'), words['video size']('v.mp4')],
    ])
    expect(await counts()).toBe(0)
  })
})

test('a GIF of half a million frames does not affect the next file', async () => {
  const sent = await send([photo(endlessGif(), 'party.gif')])
  expect([201, 415]).toContain(sent.status)
  expect((await send([photo(good)])).status).toBe(201)
})

describe('odd names of good files', () => {
  test.each([
    ['a path of Unix', '../../../etc/passwd.jpg', 'passwd.jpg'],
    ['a path of Windows', 'C:\\Users\\sam\\gate.jpg', 'gate.jpg'],
    ['a mark that turns the reading', 'photo\u202egpj.exe', 'photo gpj.jpg'],
    ['marks of hidden width', '\u200bgate\u200f.jpg', 'gate.jpg'],
    ['line breaks', 'gate\r\nSet-Cookie: a=b.jpg', null],
    ['a zero byte', 'gate\u0000.jpg', null],
    ['400 letters', `${'long '.repeat(80)}.jpg`, null],
    ['400 wide letters', `${'\u{1f600}'.repeat(400)}.jpg`, null],
    ['emoji', '\u{1f3da}️ attic \u{1f469}‍\u{1f692}.jpg', null],
    ['no name', '', null],
    ['only dots', '...', null],
    ['markup', '<img src=x onerror=alert(1)>.jpg', null],
    ['a name that Windows keeps for itself', 'CON.jpg', null],
    ['the ending of a program', 'gate.exe', 'gate.jpg'],
    ['no ending', 'gate', 'gate.jpg'],
    ['half of a pair', 'gate\ud83d.jpg', null],
  ])('%s', async (_, filename, expected) => {
    const sent = await send([photo(good, filename)])
    expect(sent.status).toBe(201)
    const shown = sent.body.data.attributes.photo_details[0]?.filename ?? ''
    if (expected !== null) expect(shown).toBe(expected)
    expect(shown).toMatch(/^[^/\\<>:"|?*\p{Cc}\u202a-\u202e\u200b]{1,120}\.jpg$/u)
    expect(shown.isWellFormed()).toBe(true)
  })

  test('two files with the same name stay two files', async () => {
    const ids = [newId(), newId()]
    const sent = await send([photo(good, 'gate.jpg'), photo(await jpeg({ seed: 9 }), 'gate.jpg')], ids)
    const details = sent.body.data.attributes.photo_details
    expect(details.map(({ id, filename }) => [id, filename])).toEqual(ids.map((id) => [id, 'gate.jpg']))
  })
})
