import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestPdfDownload, guestSection, guestZip } from '#contract/sharing/guests.ts'
import { reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { copyAttempts } from '#server/files/guest-copies.ts'
import { attach, videoPart } from '#server/testing/media.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, detailOf, sectionNamed } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { fromBuffer, listZip } from '#server/testing/unzipped.ts'

const words = 'Ask the surveyor for the video.'
let here: TestApp
let made: PicturedSurvey

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = await picturedSurvey(here)
  // The app sends a still if the browser could draw one.
  const still = { part: 'user_survey_media[posters][]', filename: 'poster.jpg', type: 'image/jpeg' }
  const files = [await videoPart(), { ...still, bytes: await jpeg() }]
  await attach(made.owner, detailOf(made.survey, 'Floor', 'Riser').id, files, ['East wing'])
  await here.context.guestCopies.idle()
  // Simulates a machine without ffmpeg.
  await here.context.db.deleteFrom('rendition').where('name', '=', 'guest').execute()
  await here.context.db.updateTable('stored_file').set({ copy_attempts: copyAttempts }).execute()
})
afterAll(() => here.close())

async function filesIn(address: string): Promise<string[]> {
  const { rawPayload } = await here.api.open(address)
  return (await listZip(fromBuffer(rawPayload))).map(({ name }) => name)
}

test('a guest’s page has the still of a video, and no address for the video', async () => {
  const link = await share(made.owner, made.survey.id)
  const section = sectionNamed(made.survey, 'Floor').id
  const query = { guest_survey_id: link.id, guest_survey_section_id: section }
  const { body } = await here.api.call(guestSection, { query })
  const rows = body.data.attributes.user_survey_sub_sections.flatMap(
    (part) => part.user_survey_sub_section_details,
  )
  const video = rows.flatMap(({ videos }) => videos).find(({ description }) => description === 'East wing')
  expect(video?.url).toBeNull()
  expect((await here.api.open(video?.thumbnail_url ?? '')).headers['content-type']).toBe('image/jpeg')
})

test('a guest’s PDF and zip say who has the video; the owner’s do not', async () => {
  const link = await share(made.owner, made.survey.id)
  const query = { guest_survey_id: link.id }
  const pdf = await here.api.call(guestPdfDownload, { query })
  const read = await readPdf((await here.api.open(pdf.body.data.url)).rawPayload)
  expect(read.text).toContain(`East wing – ${words}`)
  const zip = await here.api.call(guestZip, { query })
  const names = await filesIn(zip.body.data.uploaded_files_winzip)
  expect(names).toContain(`Floor/Ground floor/Riser/Video 2 – East wing – ${words.slice(0, -1)}.jpg`)
  expect(names.filter((name) => name.endsWith('.mp4'))).toEqual([])

  const own = await made.owner.api.call(reportDownload, { params: { id: made.survey.id } })
  expect((await readPdf((await here.api.open(own.body.data.url)).rawPayload)).text).not.toContain(words)
  const all = await made.owner.api.call(zipDownload, { query: { user_survey_id: made.survey.id } })
  expect(await filesIn(all.body.data.uploaded_files_winzip)).toContain(
    'Floor/Ground floor/Riser/Video 2 – East wing.mp4',
  )
})
