import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestPdfDetails, guestPdfDownload, guestSection, guestZip } from '#contract/sharing/guests.ts'
import { copyAttempts } from '#server/files/guest-copies.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, detailOf, sectionNamed } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { fromBuffer, listZip } from '#server/testing/unzipped.ts'

let here: TestApp
let made: PicturedSurvey
let link: { readonly id: string }

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = await picturedSurvey(here)
  // Two photos in the first section, one more in the second.
  await attach(made.owner, detailOf(made.survey, 'Floor', 'Riser').id, [photoPart(await phonePhoto(3))])
  link = await share(made.owner, made.survey.id)
})
afterAll(() => here.close())

async function mediaIn(name: 'Building' | 'Floor') {
  const query = { guest_survey_id: link.id, guest_survey_section_id: sectionNamed(made.survey, name).id }
  const { body } = await here.api.call(guestSection, { query })
  const rows = body.data.attributes.user_survey_sub_sections.flatMap(
    (part) => part.user_survey_sub_section_details,
  )
  return { photos: rows.flatMap(({ photos }) => photos), videos: rows.flatMap(({ videos }) => videos) }
}

test('a photo has the same number on the guest’s page, in the PDF and in the zip', async () => {
  const [building, floor] = [await mediaIn('Building'), await mediaIn('Floor')]
  expect(building.photos.map(({ number }) => number)).toEqual([1, 2])
  expect(floor.photos.map(({ number, filename }) => [number, filename])).toEqual([[3, 'photo-0003.jpg']])
  expect(floor.videos.map(({ number }) => number)).toEqual([1])

  const query = { guest_survey_id: link.id }
  const { body } = await here.api.call(guestPdfDetails, { query })
  const figures = body.data.attributes.sections.flatMap(({ parts }) =>
    parts.flatMap(({ rows }) => rows.flatMap((row) => row.figures)),
  )
  const labels = new Map(figures.map(({ mediaId, label }) => [mediaId, label]))
  for (const { id, number } of [...building.photos, ...floor.photos])
    expect(labels.get(id)).toBe(`Photo ${number}`)
  for (const { id, number } of floor.videos) expect(labels.get(id)).toBe(`Video ${number}`)

  const pdf = await here.api.call(guestPdfDownload, { query })
  expect((await readPdf((await here.api.open(pdf.body.data.url)).rawPayload)).text).toContain('Photo 3')
  const zip = await here.api.call(guestZip, { query })
  const { rawPayload } = await here.api.open(zip.body.data.uploaded_files_winzip)
  const names = (await listZip(fromBuffer(rawPayload))).map(({ name }) => name)
  expect(names).toContain('Floor/Ground floor/Riser/Photo 3.jpg')
})

test('a video is shown as being prepared until its copy exists or cannot be made', async ({ skip }) => {
  if (!here.context.tools.makesCopies) skip()
  const { db, guestCopies } = here.context
  const attempts = (count: number) => db.updateTable('stored_file').set({ copy_attempts: count }).execute()
  const video = async () => (await mediaIn('Floor')).videos.map((one) => [one.is_preparing, one.url !== null])
  const captions = async () => {
    const { body } = await here.api.call(guestZip, { query: { guest_survey_id: link.id } })
    const { rawPayload } = await here.api.open(body.data.uploaded_files_winzip)
    return (await listZip(fromBuffer(rawPayload)))
      .map(({ name }) => name)
      .filter((name) => name.includes('Video'))
  }
  expect(await video()).toEqual([[undefined, true]])

  await db.deleteFrom('rendition').where('name', '=', 'guest').execute()
  await attempts(0)
  expect(await video()).toEqual([[true, false]])
  expect((await captions())[0]).toContain('still being prepared')
  await attempts(copyAttempts)
  expect(await video()).toEqual([[undefined, false]])
  expect((await captions())[0]).toContain('Ask the surveyor')

  await attempts(0)
  guestCopies.wake()
  await guestCopies.idle()
  expect(await video()).toEqual([[undefined, true]])
  expect(await captions()).toEqual(['Floor/Ground floor/Riser/Video 1.mp4'])
})
