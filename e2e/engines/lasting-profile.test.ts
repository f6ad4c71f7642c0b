import { expect } from 'vitest'
import { newProfile } from '../killable-browser.ts'
import { openAs } from '../open-as.ts'
import { devicePatience } from '../patience.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'
import { openLink } from './link.ts'
import type { Page } from './page.ts'

// Other journeys start with an empty profile without a cache. With a cache, browsers report files
// differently.
test('with an ordinary profile, everything is sent, the app is cached, and it opens offline', async ({
  site,
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const lasting = { profile: await newProfile(), link: await openLink(site.address) }
  const saved = async (field: string) =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', field).field_value
  const sent = (page: Page) =>
    form(page)
      .syncLine.getByText(/On the server/)
      .waitFor()

  const first = await visit('phone', lasting)
  await openAs(first.page, surveyor, formAddress(survey))
  await form(first.page).input('Property name').fill('Hill House')
  await expect.poll(() => saved('Property name')).toBe('Hill House')
  await sent(first.page)
  await first.page.reload()
  await form(first.page).input('Address').fill('12 Ridge Road')
  await expect.poll(() => saved('Address')).toBe('12 Ridge Road')
  await sent(first.page)
  await expect.poll(() => first.page.evaluate(isPrepared), { timeout: devicePatience }).toBe(true)
  await first.person.close()

  const second = await visit('phone', lasting)
  await second.page.goto(formAddress(survey))
  const inspector = form(second.page).input('Inspector')
  await inspector.fill('Ada Moore')
  await expect.poll(() => saved('Inspector')).toBe('Ada Moore')
  await sent(second.page)
  await second.person.close()

  lasting.link.cut()
  const third = await visit('phone', lasting)
  await third.page.goto(formAddress(survey))
  const fields = form(third.page)
  await expect.poll(() => fields.input('Inspector').inputValue()).toBe('Ada Moore')
  expect(await fields.input('Address').inputValue()).toBe('12 Ridge Road')
  await fields.input('Inspector').fill('Grace Moore')
  await fields.syncLine.getByText(/on this device/).waitFor()
  lasting.link.mend()
  await expect.poll(() => saved('Inspector')).toBe('Grace Moore')
  await sent(third.page)
})

/** The worker is registered and has cached the whole app. */
async function isPrepared(): Promise<boolean> {
  const known = await navigator.serviceWorker.getRegistration()
  return known?.active !== undefined && known.active !== null && known.active.state === 'activated'
}
