import { expect } from 'vitest'
import { accept, measureCloset, startAcceptance, testLink, visitSite } from '../fill-types.ts'
import { openAs } from '../open-as.ts'
import { formAddress } from '../scene.ts'
import { fields } from '../screens/fields.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { test } from './fixtures.ts'
import type { Page } from './page.ts'
import { expectQuestionsPainted } from './painted.ts'

test('every field type is displayed, filled, stored and reported', async ({ visit, surveyor }) => {
  const made = await startAcceptance(surveyor)
  const { page } = await visit('phone')
  const survey = form(page)
  const more = fields(page)
  await openAs(page, surveyor, formAddress(made))
  await survey.heading('Site and visit').waitFor()
  await standAtTheDoor(page)
  await visitSite(page)
  await expectQuestionsPainted(page, 2)
  await measureCloset(page)
  await expectQuestionsPainted(page, 2)
  await testLink(page)
  await accept(page)
  await expectQuestionsPainted(page, 3)
  await survey.syncLine.getByText(/On the server/).waitFor()

  await page.reload()
  await more.group('Surveyor').getByRole('img', { name: 'Signature of Sam Rivera' }).waitFor()
  await survey.back('Fiber link')
  expect(await more.labelled('Tested at').inputValue()).toBe('2026-05-01T13:30')
  await survey.back('Telecom closet')
  expect(await survey.input('Temperature').inputValue()).toBe('-7.5')
  expect(await more.group('Cable management').getByRole('radio', { name: '4 of 5' }).isChecked()).toBe(true)
  expect(await media(page, 'Closet photos').photos.count()).toBe(2)
  await survey.back('Site and visit')
  expect(await survey.input('Scope of work').inputValue()).toBe('First line\nSecond line')
  expect(await more.labelled('Building closes at').inputValue()).toBe('18:30')

  await page.goto(`/SaveAsPdf/${made.id}`)
  const report = page.getByRole('article', { name: 'Hill House' })
  for (const said of [
    '05/01/2026',
    '40.712800, -74.006000 (±4 m)',
    '-7.5 °F',
    '0.42 dB',
    '6:30 PM',
    '4 of 5',
  ])
    await report.getByText(said).first().waitFor()
  await report.getByRole('img', { name: 'Signature of Sam Rivera' }).waitFor()
  await page.goBack()
  await survey.heading('Site and visit').waitFor()
  expect(await survey.input('Work order').inputValue()).toBe('WO-1234')
  await page.goForward()
  await report.getByText('0.42 dB').first().waitFor()
})

/** Fakes geolocation in the page, because not every driver can. */
function standAtTheDoor(page: Page): Promise<void> {
  return page.evaluate(() => {
    const coords = { latitude: 40.7128, longitude: -74.006, accuracy: 4 }
    // Never before the call has returned, as in browsers.
    const here = (found: (position: unknown) => void) =>
      setTimeout(() => found({ coords, timestamp: Date.now() }))
    const geolocation = { getCurrentPosition: here, watchPosition: here, clearWatch: () => undefined }
    Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true })
  })
}
