import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportDetail, reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { deleteSurvey, submitSurvey } from '#contract/surveys/surveys.ts'
import type { ApiClient } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type PicturedSurvey, picturedSurvey } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let made: PicturedSurvey
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = await picturedSurvey(here)
  eve = await here.make.account({ firstName: 'Eve' })
})
afterAll(() => here.close())

const asked = {
  detail: (api: ApiClient, id: string) => api.call(reportDetail, { params: { id } }),
  download: (api: ApiClient, id: string) => api.call(reportDownload, { params: { id } }),
  zip: (api: ApiClient, user_survey_id: string) => api.call(zipDownload, { query: { user_survey_id } }),
}

describe.each(Object.entries(asked))('%s: access', (_, ask) => {
  test('requires a full session', async () => {
    const stranger = await ask(here.api, made.survey.id)
    expect([stranger.status, Object.keys(stranger.errors[0] ?? {})]).toEqual([401, ['token']])
    const restricted = await here.make.account({ passwordIsOwn: false })
    expect((await ask(restricted.api, made.survey.id)).status).toBe(403)
  })

  test('returns 404 to other accounts and for deleted surveys', async () => {
    const gone = await startSurvey(made.owner)
    await made.owner.api.call(deleteSurvey, { params: { id: gone.id } })
    const refused = [
      await ask(eve.api, made.survey.id),
      await ask(made.owner.api, newId()),
      await ask(made.owner.api, gone.id),
    ]
    for (const { status, errors } of refused)
      expect([status, errors]).toEqual([404, [{ message: 'Not found.' }]])
  })
})

test('requesting only the report gives the same report, without repeating the answers', async () => {
  const all = await asked.detail(made.owner.api, made.survey.id)
  const only = await made.owner.api.call(reportDetail, {
    params: { id: made.survey.id },
    query: { only: 'report' },
  })
  const { user_survey_sections, ...report } = all.body.data.attributes
  expect(user_survey_sections?.length).toBeGreaterThan(0)
  expect(only.status).toBe(200)
  expect(Object.keys(only.body.data.attributes)).toEqual(Object.keys(report))
  expect(only.body.data.attributes.sections.map(({ name }) => name)).toEqual(
    report.sections.map(({ name }) => name),
  )
})

test('the report has every answer, and an address for every figure', async () => {
  const { status, body } = await asked.detail(made.owner.api, made.survey.id)
  expect(status).toBe(200)
  const report = body.data.attributes
  expect(report).toMatchObject({
    surveyId: made.survey.id,
    name: 'Hill House',
    owner: 'Mrs Dudley',
    createdBy: 'Nell Rivera',
    photoCount: 2,
    videoCount: 1,
  })
  const rows = report.sections.flatMap(({ parts }) => parts.flatMap((part) => part.rows))
  const answerTo = (label: string) => rows.find((row) => row.label === label)?.value
  expect([answerTo('Building name'), answerTo('Units'), answerTo('Room location')]).toEqual([
    'East wing',
    '12',
    'Behind the stairs',
  ])
  const figures = rows.flatMap((row) => row.figures)
  expect(figures.map(({ label, caption }) => [label, caption])).toEqual([
    ['Photo 1', '=Left side'],
    ['Photo 2', 'Right side'],
    ['Video 1', ''],
  ])
  for (const figure of figures) {
    const file = await here.api.open(figure.url ?? '')
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toBe(figure.kind === 'photo' ? 'image/jpeg' : 'video/mp4')
  }
  const thumb = await here.api.open(figures[0]?.thumbnail_url ?? '')
  expect(thumb.headers['content-type']).toBe('image/jpeg')
})

test('repeats info, progress and sections with the field names of the survey calls', async () => {
  const { attributes } = (await asked.detail(made.owner.api, made.survey.id)).body.data
  const { survey } = made
  expect(attributes).toMatchObject({
    id: survey.id,
    survey_name: 'Hill House',
    date_created: survey.date_created,
    last_edited: survey.last_edited,
    created_by: 'Nell Rivera',
    owner: 'Mrs Dudley',
    progress: survey.progress,
    attached_photo_files: 2,
    attached_video_files: 1,
    total_uploaded_files: 3,
  })
  type Sections = NonNullable<typeof attributes.user_survey_sections> | typeof survey.user_survey_sections
  const detailsOf = (sections: Sections) =>
    sections.flatMap((section) =>
      section.user_survey_sub_sections.flatMap((part) =>
        part.user_survey_sub_section_details.map((one) => ({
          section: section.user_survey_section_name,
          repeated: section.is_survey_subsection_present,
          part: part.user_survey_sub_section_name,
          id: one.id,
          name: one.field_name,
          type: one.field_type,
          value: one.field_value,
          values: one.field_value_multiple,
          files: [...one.photos, ...one.videos].map(({ id, filename, description }) => [
            id,
            filename,
            description,
          ]),
        })),
      ),
    )
  expect(detailsOf(attributes.user_survey_sections ?? [])).toEqual(detailsOf(survey.user_survey_sections))
  const photo = attributes.user_survey_sections
    ?.flatMap((section) => section.user_survey_sub_sections)
    .flatMap((part) => part.user_survey_sub_section_details)
    .flatMap((one) => one.photos)[0]
  expect((await here.api.open(photo?.url ?? '')).headers['content-type']).toBe('image/jpeg')
})

test('the report omits content that the survey’s checkboxes hide', async () => {
  const { owner, survey } = await picturedSurvey(here)
  const choose = (checkbox_1: boolean, checkbox_2: boolean) =>
    owner.api.call(submitSurvey, { params: { id: survey.id }, body: { checkbox_1, checkbox_2 } })
  const labels = async () => {
    const { sections } = (await asked.detail(owner.api, survey.id)).body.data.attributes
    const rows = sections.flatMap(({ parts }) => parts.flatMap((part) => part.rows))
    return { labels: rows.map((row) => row.label), figures: rows.flatMap((row) => row.figures).length }
  }
  await choose(true, false)
  expect(await labels()).toMatchObject({ figures: 3, labels: expect.arrayContaining(['Access', 'Notes']) })
  await choose(true, true)
  const filled = await labels()
  expect(filled.figures).toBe(3)
  expect(filled.labels).toContain('Notes')
  expect(filled.labels).not.toContain('Access')
  await choose(false, true)
  const bare = await labels()
  expect(bare.figures).toBe(0)
  expect(bare.labels).not.toContain('Notes')
})

test('the signed addresses contain no session and lead to the files', async () => {
  const pdf = (await asked.download(made.owner.api, made.survey.id)).body.data.url
  const zip = (await asked.zip(made.owner.api, made.survey.id)).body.data.uploaded_files_winzip
  for (const address of [pdf, zip]) expect(address).not.toContain(made.owner.api.token)
  expect((await here.api.open(pdf)).headers['content-type']).toBe('application/pdf')
  expect((await here.api.open(zip)).headers['content-type']).toBe('application/zip')
})
