import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteMedia } from '#contract/media/media.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { templates } from '#server/features/templates/catalogue/templates.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { addSampleTemplate, detailOf, sampleTemplate, save, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { addressPlace } from '#survey/address.ts'
import { templateFrom } from '#survey/template-source.ts'

let here: TestApp

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())

test('the list contains template and address of the account’s surveys, also with several templates', async () => {
  const [wiring] = templates
  if (!wiring) throw new Error('No template ships')
  const owner = await here.make.account()
  const survey = await startSurvey(owner, { template: wiring })
  await save(owner, survey, [
    { in: 'Property Info', field: 'Street address', field_value: '210 Wharf Street' },
    // The address of a building is not that of the property.
    { in: 'Building Information', field: 'Building address', field_value: '9 Rear Lane' },
  ])
  await startSurvey(owner)
  const { body } = await owner.api.call(listSurveys, { query: {} })
  const about = new Map(body.data.map(({ attributes: a }) => [a.survey_template_name, a.address]))
  expect(about).toEqual(
    new Map([
      [sampleTemplate.name, ''],
      ['Property and wiring survey', '210 Wharf Street'],
    ]),
  )
})

test('the list contains each survey’s oldest remaining photo, small and signed for the reader', async () => {
  const owner = await here.make.account()
  const [bare, filled] = [await startSurvey(owner), await startSurvey(owner)]
  const firstPhotos = async () => {
    const { body } = await owner.api.call(listSurveys, { query: {} })
    return new Map(body.data.map(({ id, attributes }) => [id, attributes.first_photo]))
  }
  expect([...(await firstPhotos()).values()]).toEqual([null, null])
  const notes = detailOf(filled, 'Building', 'Notes').id
  const riser = detailOf(filled, 'Floor', 'Riser').id
  const { photo_details: first } = await attach(owner, riser, [photoPart(await phonePhoto(1))])
  const { photo_details: second } = await attach(owner, notes, [photoPart(await phonePhoto(2))])
  const photos = await firstPhotos()
  expect(photos.get(bare.id)).toBeNull()
  expect(photos.get(filled.id)).toMatchObject({ id: first[0]?.id, drawn_at: null })
  const picture = await here.api.open(photos.get(filled.id)?.thumbnail_url ?? '')
  expect(picture).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } })
  await owner.api.call(deleteMedia, {
    query: { user_survey_media_id: first[0]?.media_id ?? '', photo_id: first[0]?.id ?? '' },
  })
  expect((await firstPhotos()).get(filled.id)?.id).toBe(second[0]?.id)
})

test('an internal address, or a template without one, gives no address', () => {
  const form = (field: object) =>
    templateFrom({
      ...{ series: '019b0000-0000-7000-8000-0000000000dd', version: 1, name: 'Doors' },
      sections: [
        { key: 'door', name: 'Door', fields: [{ name: 'Address', type: 'text', key: 'address', ...field }] },
      ],
    })
  expect(addressPlace(form({}))).not.toBeNull()
  expect(addressPlace(form({ internal: true }))).toBeNull()
  expect(addressPlace(form({ key: 'site' }))).toBeNull()
})
