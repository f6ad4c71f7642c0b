import { expect } from 'vitest'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { onOwnSite } from '../fixtures.ts'
import { fillBuilding } from '../main-job.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, inspection, readList, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'

const firstSection = 'Property and visit'
const wings = ['East wing', 'West wing']

onOwnSite()(
  'what came after the backup that is put back arrives again, once, a new survey too',
  async ({ site, visit, surveyor }) => {
    const survey = await startSurvey(surveyor)
    const page = await visit('phone')
    await openAs(page, surveyor, formAddress(survey))
    const fields = form(page)
    const confirmed = () => fields.syncLine.getByText(/On the server/).waitFor({ timeout: 2 * patience })
    const property = async (id: string, field: string) =>
      answerOf(await readSurvey(surveyor, id), firstSection, field)
    await fields.input('Property name').fill('Hill House')
    await expect.poll(() => property(survey.id, 'Property name')).toMatchObject({ revision: 1 })
    await site.backUp()

    await fields.input('Property name').fill('Hill House West')
    await fields.input('Address').fill('12 Ridge Road')
    const field = media(page, 'Overview')
    await field.open()
    await field.pick([await photo('gate.jpg', 1)])
    await field.leave()
    await fields.next('Building exterior')
    await fillBuilding(page, 'East wing', 'Good')
    await page.getByRole('button', { name: 'Add another building' }).click()
    await fields.part('Building exterior 2').waitFor()
    await fields.input('Building name or number').fill('West wing')
    const buildings = async () =>
      (await readSurvey(surveyor, survey.id)).user_survey_sections
        .find((one) => one.user_survey_section_name === 'Building exterior')
        ?.user_survey_sub_sections.map(
          (part) =>
            part.user_survey_sub_section_details.find(
              ({ field_name }) => field_name === 'Building name or number',
            )?.field_value,
        )
    const photos = async () => (await property(survey.id, 'Overview')).photos.map(({ filename }) => filename)
    await expect.poll(photos).toEqual(['gate.jpg'])
    await expect.poll(buildings).toEqual(wings)
    await dashboard(page).open()
    await dashboard(page).create({ template: inspection, name: 'Belasco House', owner: 'Mr Fischer' })
    await fields.input('Property name').fill('Belasco House')
    const names = async () => (await readList(surveyor)).map(({ survey_name }) => survey_name).sort()
    await expect.poll(names).toEqual(['Belasco House', 'Hill House'])
    const [belasco] = await readList(surveyor)
    await expect.poll(() => property(belasco?.id ?? '', 'Property name')).toMatchObject({ revision: 1 })
    await confirmed()

    await site.putBack()
    await expect.poll(names).toEqual(['Belasco House', 'Hill House'])
    await expect.poll(photos).toEqual(['gate.jpg'])
    await expect.poll(buildings).toEqual(wings)
    await expect
      .poll(() => property(belasco?.id ?? '', 'Property name'))
      .toMatchObject({ field_value: 'Belasco House', revision: 1 })
    await expect
      .poll(() => property(survey.id, 'Address'))
      .toMatchObject({ field_value: '12 Ridge Road', revision: 1 })
    const renamed = await property(survey.id, 'Property name')
    expect(renamed).toMatchObject({ field_value: 'Hill House West', revision: 2 })
    const history = await surveyor.api.call(answerHistory, {
      params: { id: survey.id },
      query: { detail_id: renamed.id },
    })
    expect(history?.body.data.map(({ attributes }) => attributes.field_value)).toEqual(['Hill House'])
    // The one missing on the server was open all along, and is filled further.
    await fields.input('Address').fill('4 Hell Lane')
    await confirmed()
    await expect
      .poll(() => property(belasco?.id ?? '', 'Address'))
      .toMatchObject({ field_value: '4 Hell Lane' })
  },
)
