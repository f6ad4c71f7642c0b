import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  guestInfo,
  guestNavigation,
  guestPdfDetails,
  guestPdfDownload,
  guestSection,
  guestZip,
} from '#contract/sharing/guests.ts'
import { deleteSurvey, submitSurvey } from '#contract/surveys/surveys.ts'
import { guestCalls } from '#server/testing/as-guest.ts'
import { identifyingName } from '#server/testing/media.ts'
import { type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, sectionNamed, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let made: PicturedSurvey
let link: Awaited<ReturnType<typeof share>>
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = await picturedSurvey(here)
  link = await share(made.owner, made.survey.id)
})
afterAll(() => here.close())

async function readSection(name: string, linkId = link.id) {
  const query = { guest_survey_id: linkId, guest_survey_section_id: sectionNamed(made.survey, name).id }
  return here.api.call(guestSection, { query })
}

async function surveyOf(linkId: string): Promise<string> {
  const row = await here.context.db
    .selectFrom('share_link')
    .select('survey_id')
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow()
  return row.survey_id
}

/** Each reply has its own addresses for the same file. */
function withoutAddresses(told: unknown): unknown {
  return JSON.parse(JSON.stringify(told).replaceAll(/\/api\/files\/(\w+)\/[\w-]+/g, '$1'))
}

const unknown = [404, [{ message: 'Not found.' }]]

describe('access', () => {
  const names = ['info', 'navigation', 'section', 'zip', 'pdfDetails', 'pdfDownload'] as const
  test.each(names)('%s: requires a link; the survey’s id is not enough', async (name) => {
    const { id: sectionId } = sectionNamed(made.survey, 'Building')
    for (const held of ['A'.repeat(22), made.survey.id, newId(), link.token, '', 'x'.repeat(200)]) {
      for (const api of [here.api, made.owner.api]) {
        const refused = await guestCalls(api, held, sectionId)[name]()
        expect([refused.status, refused.errors]).toEqual(unknown)
      }
    }
    expect((await guestCalls(here.api, link.id, sectionId)[name]()).status).toBe(200)
  })

  test('a link reads no section of another survey', async () => {
    const other = await startSurvey(made.owner)
    for (const id of [sectionNamed(other, 'Building').id, newId()]) {
      const query = { guest_survey_id: link.id, guest_survey_section_id: id }
      const refused = await here.api.call(guestSection, { query })
      expect([refused.status, refused.errors]).toEqual(unknown)
    }
  })

  test('a guest’s link makes no session and changes nothing', async () => {
    const asToken = here.api.withToken(link.token)
    const params = { id: made.survey.id }
    expect((await asToken.call(submitSurvey, { params, body: { survey_name: 'Mine' } })).status).toBe(401)
  })
})

test('basic info', async () => {
  const { body } = await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })
  expect(body.data).toEqual({
    id: link.id,
    type: 'guest_survey',
    attributes: {
      id: link.id,
      survey_name: 'Hill House',
      date_created: made.survey.date_created,
      last_edited: made.survey.last_edited,
      time_zone: null,
      created_by: 'Nell Rivera',
      owner: 'Mrs Dudley',
      progress: made.survey.progress,
      status: 'Started',
      attached_photo_files: 2,
      attached_video_files: 1,
      changed_since_submission: null,
      total_uploaded_files: 3,
      plans: [],
    },
  })
})

test('the menu lists sections and sub-sections in order; so do short addresses', async () => {
  const query = { guest_survey_id: link.id }
  const { body } = await here.api.call(guestNavigation, { query })
  const sections = body.data.user_survey_navigation_menu.user_survey_sections
  expect(sections.map((one) => one.survey_section_name)).toEqual(['Building', 'Floor', 'MDF Info'])
  expect(sections[0]?.user_survey_sub_sections).toEqual([
    {
      id: sectionNamed(made.survey, 'Building').user_survey_sub_sections[0]?.id,
      survey_sub_section_name: 'Building',
      survey_sub_section_title: 'East wing',
    },
  ])
  for (const endpoint of [guestInfo, guestZip] as const)
    expect((await here.api.call(endpoint, { query }, { alias: 0 })).status).toBe(200)
})

test('files and report also accept the id at the end of the path, which then takes precedence', async () => {
  const asked = [
    { endpoint: guestZip, alias: 1 },
    { endpoint: guestPdfDetails, alias: 0 },
    { endpoint: guestPdfDownload, alias: 0 },
  ]
  const ended = await share(made.owner, (await startSurvey(made.owner)).id)
  await made.owner.api.call(deleteSurvey, { params: { id: await surveyOf(ended.id) } })
  for (const { endpoint, alias } of asked) {
    const ask = async (guest_survey_id: string, query = {}) =>
      here.api.call(endpoint, { params: { guest_survey_id }, query }, { alias })
    for (const held of ['A'.repeat(22), made.survey.id, link.token, 'download', 'x'.repeat(200)]) {
      const refused = await ask(held, { guest_survey_id: link.id })
      expect([held, refused.status, refused.errors]).toEqual([held, ...unknown])
    }
    expect((await ask(ended.id)).status).toBe(410)
    expect((await ask(link.id)).status).toBe(200)
  }
})

test('sections page from the first to the last', async () => {
  const flags = await Promise.all(
    ['Building', 'Floor', 'MDF Info'].map(async (name) => {
      const { is_first, is_last } = (await readSection(name)).body.data.attributes
      return [is_first, is_last]
    }),
  )
  expect(flags).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
})

test('a section has values, and media with neutral names numbered across the survey', async () => {
  const floor = (await readSection('Floor')).body.data.attributes
  const [part] = floor.user_survey_sub_sections
  const wiring = part?.user_survey_sub_section_details.find((one) => one.field_name === 'Wiring')
  expect(wiring).toMatchObject({ field_type: 'checkbox', field_value_multiple: ['Copper', 'Fiber'] })
  const riser = part?.user_survey_sub_section_details.find((one) => one.field_name === 'Riser')
  expect(riser?.videos).toMatchObject([{ filename: 'video-0001.mp4', content_type: 'video/mp4' }])

  const building = (await readSection('Building')).body.data.attributes
  const notes = building.user_survey_sub_sections[0]?.user_survey_sub_section_details[2]
  expect(notes?.photos).toMatchObject([
    { filename: 'photo-0001.jpg', description: '=Left side', content_type: 'image/jpeg', width: 640 },
    { filename: 'photo-0002.jpg', description: 'Right side' },
  ])
  for (const { url, thumbnail_url } of notes?.photos ?? []) {
    for (const address of [url, thumbnail_url])
      expect((await here.api.open(address ?? '')).headers['content-type']).toBe('image/jpeg')
  }
})

test('content hidden by the checkboxes never leaves the server', async () => {
  const { owner, survey } = await picturedSurvey(here)
  const shared = await share(owner, survey.id)
  const read = async (checkbox_1: boolean, checkbox_2: boolean) => {
    await owner.api.call(submitSurvey, { params: { id: survey.id }, body: { checkbox_1, checkbox_2 } })
    const query = {
      guest_survey_id: shared.id,
      guest_survey_section_id: sectionNamed(survey, 'Building').id,
    }
    const section = (await here.api.call(guestSection, { query })).body.data.attributes
    const details = section.user_survey_sub_sections.flatMap((one) => one.user_survey_sub_section_details)
    expect(section.survey_template_details).toEqual({ checkbox_1, checkbox_2 })
    return details.map((one) => [one.field_name, one.photos.length])
  }
  const bare = [
    ['Building name', 0],
    ['Units', 0],
  ]
  expect(await read(true, false)).toEqual([...bare, ['Notes', 2]])
  expect(await read(true, true)).toEqual([...bare, ['Notes', 2]])
  expect(await read(false, false)).toEqual([...bare, ['Notes', 0]])
  expect(await read(false, true)).toEqual(bare)
  const report = await here.api.call(guestPdfDetails, { query: { guest_survey_id: shared.id } })
  const figures = report.body.data.attributes.sections.flatMap((one) =>
    one.parts.flatMap((part) => part.rows.flatMap((row) => row.figures)),
  )
  expect(figures).toEqual([])
  const { attributes } = report.body.data
  expect(attributes).toMatchObject({ attached_photo_files: 0, total_uploaded_files: 0 })
  const shown = attributes.user_survey_sections?.find((one) => one.user_survey_section_name === 'Building')
  const named = shown?.user_survey_sub_sections.flatMap((one) => one.user_survey_sub_section_details)
  expect(named?.map((one) => [one.field_name, one.photos.length])).toEqual(bare)
})

test('the report’s data match the other calls: info, progress, and each section as a guest reads it', async () => {
  const report = (await here.api.call(guestPdfDetails, { query: { guest_survey_id: link.id } })).body.data
  const info = (await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })).body.data
  const { plans: _, time_zone: __, ...names } = info.attributes
  expect(report.attributes).toMatchObject(names)
  const sections = report.attributes.user_survey_sections ?? []
  expect(sections.length).toBeGreaterThan(0)
  for (const section of sections) {
    const { attributes: read } = (await readSection(section.user_survey_section_name)).body.data
    expect(withoutAddresses(section)).toEqual({
      id: read.id,
      user_survey_section_name: read.user_survey_section_name,
      is_survey_subsection_present: read.is_subsection_present,
      user_survey_sub_sections: withoutAddresses(read.user_survey_sub_sections),
    })
  }
  expect(report.attributes.user_survey_sections).toHaveLength(3)
})

test('nothing that a guest can read reveals places, mailboxes, file names or the store', async () => {
  const { owner, survey } = made
  const calls = guestCalls(here.api, link.id, '')
  const replies = [await calls.info(), await calls.navigation(), await calls.zip()]
  const report = await calls.pdfDetails()
  const sections = await Promise.all(['Building', 'Floor', 'MDF Info'].map((name) => readSection(name)))
  const all = [...replies, report, await calls.pdfDownload(), ...sections]
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  const text = JSON.stringify(all.map(({ body }) => body))

  const { db } = here.context
  const files = await db
    .selectFrom('media')
    .innerJoin('stored_file', 'stored_file.id', 'media.file_id')
    .innerJoin('rendition', 'rendition.file_id', 'stored_file.id')
    .select(['stored_file.id', 'stored_file.latitude', 'store_key', 'sha256', 'media.upload_id'])
    .where('media.survey_id', '=', survey.id)
    .execute()
  expect(files.some(({ latitude }) => latitude !== null)).toBe(true)
  const secrets = [
    ...files.flatMap((file) => [file.id, file.store_key, file.sha256, file.upload_id]),
    owner.id,
    owner.email,
    survey.id,
    identifyingName,
    'IMG_20260501',
    'house tour',
    'latitude',
    'longitude',
    'position',
    'email',
    'original',
    '40.44',
    link.token,
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(report.body.data.attributes.surveyId).toBe(link.id)
})
