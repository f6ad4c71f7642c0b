import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { formAddress, readSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { withoutServer } from '../screens/storage.ts'
import { submittedToTeam } from '../teams.ts'

test('a submitted survey that loses a required answer says so, also offline', async ({ site, visit }) => {
  const { surveyor, reviewer, survey } = await submittedToTeam(site)
  const phone = await visit('phone', { bypassCSP: true })
  await openAs(phone, surveyor, formAddress(survey))
  await form(phone).input('Property name').waitFor()
  const changed = 'Changed since submission: 1 required answer missing'
  expect(await phone.getByText(/Changed since submission/).count()).toBe(0)

  const back = await withoutServer(phone)
  await form(phone).input('Property name').fill('')
  await phone.getByText(changed).first().waitFor()
  expect(await seriousOn(phone)).toEqual([])
  await form(phone).leave()
  const listed = phone.getByRole('region', { name: 'Surveys', exact: true })
  await listed.getByText(changed).waitFor()
  await back()
  await expect
    .poll(async () => (await readSurvey(surveyor, survey.id)).changed_since_submission)
    .toEqual({ missing_required: 1 })

  const desk = await visit('desktop', { bypassCSP: true })
  await openAs(desk, reviewer, '/Team?state=submitted')
  await desk
    .getByRole('row', { name: /Hill House/ })
    .getByText(changed)
    .waitFor()
  expect(await seriousOn(desk)).toEqual([])
})
