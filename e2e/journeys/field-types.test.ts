import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { generateLink } from '#contract/sharing.ts'
import { createSurvey, type SurveyDetail } from '#contract/surveys.ts'
import { listTemplates } from '#contract/templates.ts'
import { seriousOn } from '../axe.ts'
import { openWholeChromium, type Size, sizes } from '../chromium.ts'
import { cameraThatSees } from '../fake-camera.ts'
import { test } from '../fixtures.ts'
import { watchConsole } from '../page-log.ts'
import { formAddress } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { fields } from '../screens/fields.ts'
import { form, problemOf } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

/** At the door, and sure of it. */
const here = {
  permissions: ['geolocation'],
  geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 4 },
}

async function begin({ api }: Surveyor): Promise<SurveyDetail> {
  const templates = await api.call(listTemplates, {})
  const template = templates?.body.survey_templates.find(({ name }) => name === 'Telecom closet acceptance')
  const made = await api.call(createSurvey, {
    body: { survey_template_id: template?.id ?? '', survey_name: 'Hill House', owner_name: 'Mrs Dudley' },
  })
  if (made?.status !== 201) throw new Error(`No survey: ${JSON.stringify(made?.body)}`)
  return made.body.data.attributes
}

async function visitSite(page: Page): Promise<void> {
  const survey = form(page)
  const more = fields(page)
  await page.getByRole('note').getByText('Before you begin').waitFor()
  await survey.input('Property name').fill('Hill House')
  await survey.input('Building').fill('East wing')
  await more.labelled('Date of the inspection').fill('2026-05-01')
  await more.button('Now: Arrived on site').click()
  const entrance = more.group('Position of the entrance')
  await entrance.getByRole('button', { name: 'Use this position' }).click()
  await entrance.getByText('Accurate to ±4 m').waitFor()
  expect(await entrance.getByRole('textbox').inputValue()).toBe('40.712800, -74.006000')
  // As a scanner on the keyboard's wire does.
  await survey.input('Work order').pressSequentially('WO-1234')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('radio', { name: 'New build' }).evaluate(isFocused)).toBe(true)
  await survey.press('Kind of work', 'New build')
  await survey.input('Scope of the work').fill('First line\nSecond line')
}

async function measureCloset(page: Page): Promise<void> {
  const survey = form(page)
  const more = fields(page)
  await survey.next('Telecom closet')
  await survey.input('Closet name or number').fill('IDF 3')
  await survey.input('Length').pressSequentially('10,5x')
  expect(await survey.input('Length').inputValue()).toBe('10.5')
  await survey.input('Width').fill('8')
  await expect.poll(() => more.output('Area').textContent()).toBe('84 ft²')
  const temperature = survey.input('Temperature')
  await temperature.fill('170')
  await more.button('Change the sign of Temperature').click()
  expect(await temperature.inputValue()).toBe('-170')
  await survey.input('Width').focus()
  await expect.poll(() => problemOf(temperature).textContent()).toBe('Please enter a number from -40 to 160.')
  await temperature.fill('-7.5')
  const bonded = more.group('Ground bar present and bonded')
  await bonded.getByText('No', { exact: true }).click()
  await bonded.getByRole('textbox', { name: 'Reason' }).fill('Bar is there, bond is missing')
  await bonded.getByText('Yes', { exact: true }).click()
  await bonded.getByText('No', { exact: true }).click()
  expect(await bonded.getByRole('textbox', { name: 'Reason' }).inputValue()).toContain('bond is missing')
  await survey.press('Penetrations firestopped', 'Yes')
}

async function testLink(page: Page): Promise<void> {
  const survey = form(page)
  const more = fields(page)
  await survey.next('Fiber link')
  await survey.input('From and to').fill('MDF to IDF 3')
  await survey.input('Length of the link').fill('1000')
  await survey.input('Connector pairs').fill('2')
  await survey.input('Measured loss at 1310 nm').fill('1.2')
  await expect.poll(() => more.output('Margin').textContent()).toBe('0.42 dB')
  await more.labelled('Tested at').fill('2026-05-01T13:30')
}

async function accept(page: Page): Promise<void> {
  const survey = form(page)
  const more = fields(page)
  await survey.next('Acceptance')
  expect(await more.output('Closets').textContent()).toBe('1')
  expect(await more.output('Area of all closets').textContent()).toBe('84 ft²')
  await survey.press('Work accepted', 'Yes')
  await more.sign('Surveyor', 'Sam Rivera')
  // By keyboard alone: the name in place of strokes.
  await more.group('Owner or representative').getByRole('button', { name: 'Sign here' }).press('Enter')
  await more.dialog.getByLabel('Name of who signs').pressSequentially('Eleanor Dudley')
  await more.dialog.getByRole('button', { name: 'Sign with this name' }).press('Enter')
  await more.dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await more.group('Owner or representative').getByText('(typed)').waitFor()
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

const isFocused = (element: Element) => element === document.activeElement

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('every type of field is filled, kept and reported', async ({ visit, surveyor }) => {
    const made = await begin(surveyor)
    const page = await visit(size, { ...here, bypassCSP: true })
    const complaints = watchConsole(page)
    await logIn(page, surveyor)
    await page.goto(formAddress(made))
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
    await form(page).back('Site and visit')
    expect(await form(page).input('Work order').inputValue()).toBe('WO-1234')
    expect(await form(page).input('Scope of the work').inputValue()).toBe('First line\nSecond line')

    await page.goto(`/SaveAsPdf/${made.id}`)
    const report = page.getByRole('article', { name: 'Hill House' })
    for (const said of [
      '05/01/2026',
      '40.712800, -74.006000 (±4 m)',
      '-7.5 °F',
      'No: Bar is there, bond is missing',
      '05/01/2026 1:30 PM',
      '0.42 dB',
      'Signed by Eleanor Dudley (typed)',
    ])
      await report.getByText(said).first().waitFor()
    await report.getByRole('img', { name: 'Signature of Sam Rivera' }).waitFor()
    await report.getByRole('link', { name: 'Open the map' }).waitFor()
    expect(await report.getByText('Before you begin').count()).toBe(0)

    const link = await surveyor.api.call(generateLink, { body: { link_share_id: made.id } })
    await page.goto(link?.body.data.shareable_link ?? '')
    await guest(page).heading('Site and visit').waitFor()
    expect(await guest(page).value('Position of the entrance').textContent()).toBe(
      '40.712800, -74.006000 (±4 m)',
    )
    expect(await page.getByRole('link', { name: 'Open the map' }).count()).toBe(0)
    for (const section of ['Telecom closet', 'Fiber link', 'Acceptance']) {
      await guest(page).next.click()
      await guest(page).heading(section).waitFor()
    }
    await guest(page).value('Surveyor').getByRole('img', { name: 'Signature of Sam Rivera' }).waitFor()
    expect(complaints.told()).toEqual([])
  })

  test('a code is scanned with the camera', async ({ site, surveyor }) => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldbook-camera-'))
    const chrome = await openWholeChromium(await cameraThatSees('WO-7781-B', join(folder, 'code.mjpeg')))
    try {
      const made = await begin(surveyor)
      const options = { baseURL: site.address, ...sizes[size], permissions: ['camera'] }
      const page = await (await chrome.newContext(options)).newPage()
      await logIn(page, surveyor)
      await page.goto(formAddress(made))
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
  const made = await begin(surveyor)
  const page = await visit('phone')
  await logIn(page, surveyor)
  await page.goto(formAddress(made))
  const more = fields(page)
  await more.button('Scan Work order').click()
  await more.dialog.getByText("No Camera Access: We don't have access to the camera.").waitFor()
  await more.dialog.getByText('You can enter the code by hand.').waitFor()
  await page.keyboard.press('Escape')

  const entrance = more.group('Position of the entrance')
  await entrance.getByRole('button', { name: 'Use this position' }).click()
  await entrance.getByText('Position is not allowed on this device.').waitFor()
  const typed = entrance.getByRole('textbox')
  await typed.fill('40.7128° N')
  await typed.blur()
  await entrance.getByText('Please enter latitude and longitude, such as 40.7128, -74.006.').waitFor()
  await typed.fill('40.7128° N, 74.006° W')
  await typed.blur()
  await entrance.getByRole('link', { name: 'Open the map' }).waitFor()
})

test('a date that is typed half is not lost without a word', async ({ visit, surveyor }) => {
  const made = await begin(surveyor)
  const page = await visit('desktop')
  await logIn(page, surveyor)
  await page.goto(formAddress(made))
  const day = fields(page).labelled('Date of the inspection')
  // By which WebKit hides the day that it would paint into an empty field.
  expect(await day.getAttribute('data-empty')).toBe('true')
  await day.focus()
  await page.keyboard.type('05')
  await form(page).input('Building').focus()
  await page.getByText('This date is not complete. It is kept once it is.').waitFor()
  expect(await day.getAttribute('data-empty')).toBe('false')
  await day.fill('2026-05-01')
  await expect.poll(() => page.getByText('This date is not complete.').count()).toBe(0)
})
