import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { formAddress, readSurvey, startSurvey, submitFilled } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'

/** The finger, and how often it came down. */
function finger() {
  let count = 0
  return {
    taps: () => count,
    tap: async (what: Locator) => {
      await what.tap()
      count += 1
    },
  }
}

/** Edits a field in the second section, which has a title, and leaves; gives the survey. */
async function begin(page: Page, surveyor: Surveyor) {
  const survey = await startSurvey(surveyor, { name: 'Riverside Court' })
  await openAs(page, surveyor, formAddress(survey))
  const fields = form(page)
  await fields.heading('Property and visit').waitFor()
  await fields.next('Building exterior')
  await fields.input('Building name or number').fill('East wing')
  await fields.syncLine.getByText(/On the server/).waitFor()
  return survey
}

/** The field where the person stopped is in sight and has the cursor. */
async function isBack(page: Page): Promise<void> {
  const field = form(page).input('Building name or number')
  await field.waitFor()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await field.inputValue()).toBe('East wing')
  await expect
    .poll(
      () =>
        field.evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        }),
      { timeout: patience },
    )
    .toBe(true)
}

/** Notes what 'Continue' says from now on in this document. */
function watchContinue(): void {
  const seen = new Set<string>()
  const look = () => {
    const link = document.querySelector('a[title^="Continue: "]')
    if (link) seen.add(link.textContent ?? '')
    Reflect.set(globalThis, 'continued', [...seen])
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}

test('from the start of the app it is one tap to the field where one stopped', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone')
  const survey = await begin(page, surveyor)

  await page.goto('/dashboard')
  const go = finger()
  await go.tap(page.getByRole('link', { name: 'Continue: Riverside Court · East wing' }))
  await isBack(page)
  expect(go.taps()).toBe(1)
  // One step back is the dashboard again, not the address on the way.
  await page.goBack()
  await dashboard(page).heading.waitFor()

  // A survey that was edited since: from the first paint on the link leads there, and never to the one before.
  const other = await startSurvey(surveyor, { name: 'Hill House' })
  await page.goto(formAddress(other))
  await form(page).input('Property name').fill('Hill House')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await page.evaluate(watchContinue)
  await form(page).leave()
  await page.getByRole('link', { name: /^Continue: Hill House/ }).waitFor()
  await dashboard(page).surveys.getByText('2 surveys', { exact: true }).waitFor()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'continued'))).toEqual([
    'Continue: Hill House · Property and visit',
  ])

  // By the list it is no longer: Edit leads to the same field.
  const again = finger()
  await again.tap(page.getByRole('button', { name: 'Edit Riverside Court', exact: true }))
  await isBack(page)
  expect(again.taps()).toBe(1)
  expect(new URL(page.url()).pathname.startsWith(`/survey/${survey.survey_template_id}/${survey.id}/`)).toBe(
    true,
  )
})

test('in Spanish too; a survey that was submitted is not gone on with', async ({ visit, surveyor }) => {
  const page = await visit('phone', { locale: 'es-US' })
  const survey = await startSurvey(surveyor, { name: 'Riverside Court' })
  await page.goto('/')
  await page.getByLabel(/correo/i).fill(surveyor.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(surveyor.password)
  await page.locator('button[type="submit"]').tap()
  await page.getByRole('heading', { name: 'Panel', exact: true }).waitFor()
  await page.goto(formAddress(survey))
  await form(page).input('Nombre de la propiedad').fill('Hill House')
  await form(page)
    .syncLine.getByText(/En el servidor/)
    .waitFor()
  await page.goto('/dashboard')
  const link = page.getByRole('link', { name: 'Continuar: Riverside Court · Propiedad y visita' })
  await link.waitFor()

  await submitFilled(surveyor, await readSurvey(surveyor, survey.id))
  await page.reload()
  await page.getByRole('region', { name: 'Inspecciones' }).getByText('Completada').first().waitFor()
  await link.waitFor({ state: 'hidden' })
})
