import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { generateLink } from '#contract/sharing/sharing.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { photo, video } from '../pictures.ts'
import { answerOf, attachTo, formAddress, startSurvey, submitFilled } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'
import { isSoak, usually } from '../sizes.ts'
import { type Look, prepareSights, seeDashboard, seeEntry, seeForm, seeReports } from '../tour.ts'

/** Checks contrast again in dark mode, and everything with `npm run soak`. */
function axeFor(page: Page): Look {
  return async (sight) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // The app follows a moment later, and colors fade.
      await page.waitForFunction(
        (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
        colorScheme,
      )
      const found = await seriousOn(page, { contrastAlone: colorScheme === 'dark' && !isSoak })
      expect.soft(found, `${sight}, ${colorScheme}`).toEqual([])
    }
  }
}

describe.each<Size>(usually('phone'))('axe finds nothing serious on a %s', (size) => {
  test('before the login', async ({ visit }) => {
    const page = await visit(size, { bypassCSP: true })
    await seeEntry(page, axeFor(page))
  })

  test('on the dashboard and its dialogs', async ({ visit, surveyor }) => {
    const page = await visit(size, { bypassCSP: true })
    await seeDashboard(page, await prepareSights(surveyor), axeFor(page))
  })

  test('in the survey form and the reports', async ({ visit, surveyor }) => {
    const page = await visit(size, { bypassCSP: true })
    const sights = await prepareSights(surveyor)
    await logIn(page, surveyor)
    await seeForm(page, sights, axeFor(page))
    await seeReports(page, sights, axeFor(page))
  })
})

test('axe finds nothing serious in a report or form with remote, loading or lost pictures', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const places = [
    ['Property and visit', 'Overview'],
    ['Systems and utilities', 'Meter location'],
  ] as const
  for (const [section, field] of places) {
    const { id } = answerOf(survey, section, field)
    await attachTo(surveyor, id, { description: '', photos: await photo('gate.jpg') })
    await attachTo(surveyor, id, {
      description: 'Gate in the wind',
      medias: await video('gate.mp4'),
      posters: await photo('still.jpg'),
    })
  }
  await submitFilled(surveyor, survey)
  const made = await surveyor.api.call(generateLink, { body: { link_share_id: survey.id } })
  const page = await visit('phone', { bypassCSP: true })
  const files = /\/files\/media\//
  await page.route(files, () => undefined)
  await logIn(page, surveyor)
  const fields = form(page)
  const openForm = async () => {
    await page.goto(formAddress(survey))
    await fields.heading('Property and visit').waitFor()
  }
  await openForm()
  const report = page.getByRole('article', { name: 'Hill House' })
  const lastPicture = report.locator('figure').last().locator('a').first()
  const shared = guest(page)
  await page.goto(`/SaveAsPdf/${survey.id}`)
  await report.locator('img').first().waitFor({ state: 'attached' })
  // Out of view, so the picture is not even requested.
  await expect.poll(() => lastPicture.locator('img').count()).toBe(0)
  expect(await seriousOn(page), 'report, on their way').toEqual([])
  await page.goto(made?.body.data.shareable_link ?? '')
  await shared.photo('Photo 1').waitFor()
  expect(await seriousOn(page), 'guest report, on their way').toEqual([])

  await page.unroute(files)
  await page.route(files, (route) => route.abort())
  await page.reload()
  await page.getByText('The picture is not available.').first().waitFor()
  expect(await seriousOn(page), 'guest report, lost').toEqual([])
  await page.goto(`/SaveAsPdf/${survey.id}`)
  await page.getByText('This photo is not on this device.').first().waitFor()
  expect(await seriousOn(page), 'report, lost').toEqual([])
  await openForm()
  // The picture's field is the last of its section.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByText('Not on this device', { exact: true }).first().waitFor()
  expect(await seriousOn(page), 'form, lost').toEqual([])
})
