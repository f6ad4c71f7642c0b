import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { generateLink } from '#contract/sharing/sharing.ts'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import { openWholeChromium, type Size, sizes } from '../chromium.ts'
import { cameraThatSees } from '../fake-camera.ts'
import { accept, measureCloset, startAcceptance, testLink, visitSite } from '../fill-types.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { watchConsole } from '../page-log.ts'
import { formAddress } from '../scene.ts'
import { fields } from '../screens/fields.ts'
import { form } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'
import { usually } from '../sizes.ts'

/** At the door, and sure of it. */
const here = {
  permissions: ['geolocation'],
  geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 4 },
}

/** WebKit paints no legend of a fieldset with `content-visibility`; Chromium does, and so says here what would be missing. */
function unpaintedIn(page: Page): Promise<readonly string[]> {
  return page
    .locator('fieldset')
    .evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).contentVisibility !== 'visible')
        .map((one) => one.querySelector('legend')?.textContent ?? ''),
    )
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('every type of field is filled, kept and reported', async ({ visit, surveyor }) => {
    const made = await startAcceptance(surveyor)
    const page = await visit(size, { ...here, bypassCSP: true })
    const complaints = watchConsole(page)
    await openAs(page, surveyor, formAddress(made))
    await form(page).heading('Site and visit').waitFor()
    await visitSite(page)
    expect.soft(await unpaintedIn(page), 'site and visit').toEqual([])
    expect.soft(await seriousOn(page), 'site and visit').toEqual([])
    await measureCloset(page)
    expect.soft(await unpaintedIn(page), 'closet').toEqual([])
    expect.soft(await seriousOn(page), 'closet').toEqual([])
    await testLink(page)
    await accept(page)
    expect.soft(await unpaintedIn(page), 'acceptance').toEqual([])
    expect.soft(await seriousOn(page), 'acceptance').toEqual([])
    await expect.poll(() => form(page).syncLine.textContent()).toContain('On the server')

    await page.reload()
    const more = fields(page)
    await more.group('Surveyor').getByRole('img', { name: 'Signature of Sam Rivera' }).waitFor()
    await form(page).back('Fiber link')
    expect(await more.labelled('Tested at').inputValue()).toBe('2026-05-01T13:30')
    await form(page).back('Telecom closet')
    expect(await form(page).input('Temperature').inputValue()).toBe('-7.5')
    expect(await more.group('Cable management').getByRole('radio', { name: '4 of 5' }).isChecked()).toBe(true)
    await form(page).back('Site and visit')
    expect(await form(page).input('Work order').inputValue()).toBe('WO-1234')
    expect(await more.labelled('Building closes at').inputValue()).toBe('18:30')
    expect(await form(page).input('Scope of work').inputValue()).toBe('First line\nSecond line')

    await page.goto(`/SaveAsPdf/${made.id}`)
    const report = page.getByRole('article', { name: 'Hill House' })
    for (const said of [
      '05/01/2026',
      '40.712800, -74.006000 (±4 m)',
      '-7.5 °F',
      'No: Bar is there, bond is missing',
      '05/01/2026 1:30 PM',
      '0.42 dB',
      '6:30 PM',
      '4 of 5',
      'Signed by Eleanor Dudley (typed)',
    ])
      await report.getByText(said).first().waitFor()
    await report.getByRole('img', { name: 'Signature of Sam Rivera' }).waitFor()
    await report.getByRole('link', { name: 'Open the map' }).waitFor()
    expect(await report.getByText('Before you begin').count()).toBe(0)

    const link = await surveyor.api.call(generateLink, { body: { link_share_id: made.id } })
    await page.goto(link?.body.data.shareable_link ?? '')
    await guest(page).heading('Site and visit').waitFor()
    // A place is the owner's to tell: guests see it once that is allowed.
    expect(await guest(page).value('GPS location of the entrance').count()).toBe(0)
    const allowed = await surveyor.api.call(submitSurvey, {
      params: { id: made.id },
      body: { show_positions: true },
    })
    expect(allowed?.status).toBe(200)
    await page.reload()
    await guest(page).heading('Site and visit').waitFor()
    expect(await guest(page).value('GPS location of the entrance').textContent()).toBe(
      '40.712800, -74.006000 (±4 m)',
    )
    expect(await page.getByRole('link', { name: 'Open the map' }).count()).toBe(0)
    for (const section of ['Telecom closet', 'Fiber link', 'Acceptance']) {
      await guest(page).next.click()
      await guest(page).heading(section).waitFor()
    }
    await guest(page).value('Surveyor').getByRole('img', { name: 'Signature of Sam Rivera' }).waitFor()
    expect(complaints.lines()).toEqual([])
  })

  test('a code is scanned with the camera', async ({ site, surveyor }) => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldbook-camera-'))
    const chrome = await openWholeChromium(await cameraThatSees('WO-7781-B', join(folder, 'code.mjpeg')))
    try {
      const made = await startAcceptance(surveyor)
      const options = { baseURL: site.address, ...sizes[size], permissions: ['camera'] }
      const page = await (await chrome.newContext(options)).newPage()
      await openAs(page, surveyor, formAddress(made))
      await fields(page).button('Scan Work order').click()
      await expect.poll(() => form(page).input('Work order').inputValue()).toBe('WO-7781-B')
      await fields(page).dialog.waitFor({ state: 'hidden' })
    } finally {
      await chrome.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

test('without camera and position there are calm words, and a hand can type', async ({ visit, surveyor }) => {
  const made = await startAcceptance(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(made))
  const more = fields(page)
  await more.button('Scan Work order').click()
  await more.dialog.getByText("No Camera Access: We don't have access to the camera.").waitFor()
  await more.dialog.getByText('You can enter the code by hand.').waitFor()
  await page.keyboard.press('Escape')

  const entrance = more.group('GPS location of the entrance')
  await entrance.getByRole('button', { name: 'Use my location' }).click()
  await entrance.getByText('Location access is blocked on this device.').waitFor()
  const typed = entrance.getByRole('textbox')
  await typed.fill('40.7128° N')
  await typed.blur()
  await entrance.getByText('Please enter latitude and longitude, such as 40.7128, -74.006.').waitFor()
  await typed.fill('40.7128° N, 74.006° W')
  await typed.blur()
  await entrance.getByRole('link', { name: 'Open the map' }).waitFor()
})

test('a date that is typed half is not lost without a word', async ({ visit, surveyor }) => {
  const made = await startAcceptance(surveyor)
  const page = await visit('desktop')
  await openAs(page, surveyor, formAddress(made))
  const day = fields(page).labelled('Date of the inspection')
  // By which WebKit hides the day that it would paint into an empty field.
  expect(await day.getAttribute('data-empty')).toBe('true')
  await day.focus()
  await page.keyboard.type('05')
  await form(page).input('Building').focus()
  await page.getByText('This date is incomplete. It is saved once you complete it.').waitFor()
  expect(await day.getAttribute('data-empty')).toBe('false')
  await day.fill('2026-05-01')
  await expect.poll(() => page.getByText('This date is incomplete.').count()).toBe(0)
})
