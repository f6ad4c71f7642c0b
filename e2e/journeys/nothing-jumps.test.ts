import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { movedAfterFarScroll } from '../far-scroll.ts'
import { test } from '../fixtures.ts'
import { focused } from '../keyboard.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey, submitFilled } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { teamOf } from '../teams.ts'
import { withMail } from '../with-mail.ts'

// A tap in that moment would hit something else.
test('the scroll target stays in place while the fields above it are rendered', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone')
  expect(await movedAfterFarScroll(page, surveyor)).toBeLessThanOrEqual(2)
})

test('the link to deleted surveys below the list appears together with the list, so that it does not jump', async ({
  visit,
  surveyor,
}) => {
  await startSurvey(surveyor, { name: 'House 1' })
  const page = await visit('phone', { serviceWorkers: 'block' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/bx_block_survey/users_survey?*', async (route) => {
    await released
    await route.continue()
  })
  await logIn(page, surveyor)
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  const way = page.getByRole('link', { name: 'Deleted surveys' })
  expect(await way.count()).toBe(0)
  release()
  await way.waitFor()
  await page.getByText('House 1').waitFor()
})

test('from the second start on, nothing on the dashboard moves: space for its links and notices is reserved', async ({
  visit,
  site,
  surveyor,
}) => {
  const other = await site.surveyor()
  await teamOf(site, other, surveyor)
  await submitFilled(other, await startSurvey(other))
  const survey = await startSurvey(surveyor, { name: 'House 1' })
  const page = await visit('phone')
  await withMail(page)
  await logIn(page, surveyor)
  await page.goto(formAddress(survey))
  await form(page).input('Property name').fill('Hill House')
  await form(page).syncLine.getByText('On the server').waitFor()
  await page.goto('/dashboard')
  const seen = async () => {
    await page.getByRole('link', { name: /^Continue: House 1/ }).waitFor()
    await page.getByRole('link', { name: 'Team surveys: 1 to review' }).waitFor()
    await dashboard(page).surveys.getByText('1 survey', { exact: true }).waitFor()
    await askedToConfirm(page)
  }
  await seen()
  await watchShifts(page)
  await page.reload()
  await seen()
  expect(await shiftsOf(page)).toEqual([])
})

/** Known since the login, as on any later start. */
const askedToConfirm = (page: Page) => page.getByRole('region', { name: 'Confirm your address' }).waitFor()

test('the notice that the list is the device’s copy does not move its surveys', async ({
  visit,
  surveyor,
}) => {
  await startSurvey(surveyor, { name: 'House 1' })
  for (const size of ['phone', 'desktop'] as const) {
    const page = await visit(size)
    const { surveys, search } = dashboard(page)
    await withMail(page)
    await logIn(page, surveyor)
    await surveys.getByText('1 survey', { exact: true }).waitFor()
    await askedToConfirm(page)
    await page.route('**/bx_block_survey/**', (route) => route.abort())
    await watchShifts(page)
    await page.reload()
    await surveys.getByText('House 1').waitFor()
    await surveys.getByText(/^Offline\. /).waitFor()
    expect(await shiftsOf(page)).toEqual([])
    await search.fill('nothing like it')
    await page.getByText('Nothing Found').waitFor()
    await page.getByText(/^Offline\. /).waitFor()
  }
})

test('the notice of a slow list appears over its placeholder, and nothing moves, also when the list arrives', async ({
  visit,
  surveyor,
}) => {
  await startSurvey(surveyor, { name: 'House 1' })
  for (const size of ['phone', 'desktop'] as const) {
    const page = await visit(size)
    const { surveys } = dashboard(page)
    // This device has no stored list yet.
    const answer = Promise.withResolvers<void>()
    await page.route('**/bx_block_survey/**', async (route) => {
      await answer.promise
      await route.continue()
    })
    await watchShifts(page)
    await openAs(page, surveyor, '/dashboard')
    await page.getByText(/^This is taking longer/).waitFor()
    answer.resolve()
    await surveys.getByText('House 1').waitFor()
    expect(await shiftsOf(page)).toEqual([])
  }
})

test('a form stays in place: on a choice, an error above the foot bar, and a reload at the last edited field', async ({
  site,
  visit,
  surveyor,
}) => {
  const options = ['Good', 'Fair', 'Poor', 'N/A']
  const document: FormDocument = {
    schema: 'fieldbook-form/1',
    name: 'Roof walk',
    sections: [
      {
        key: 'roof',
        name: 'Roof',
        fields: [
          { key: 'gutter', name: 'Gutter', type: 'radio', options },
          { key: 'sound', name: 'Is it sound?', type: 'yes_no' },
          { key: 'grade', name: 'Grade', type: 'rating' },
          ...Array.from({ length: 8 }, (_, index) => ({
            ...{ key: `slope_${index}`, name: `Slope ${index}`, type: 'decimal' as const },
          })),
        ],
      },
    ],
  }
  const maker = await asAdmin(site)
  const template = await publish(maker, await makeForm(maker, document))
  const page = await visit('phone')
  const survey = await startSurvey(surveyor, { template })
  await openAs(page, surveyor, formAddress(survey))
  const slope = form(page).input('Slope 0')
  const before = await slope.boundingBox()
  for (const name of ['Good', 'Yes', '4 of 5']) await page.getByRole('radio', { name, exact: true }).tap()
  await expect.poll(() => page.getByRole('button', { name: 'Clear' }).count()).toBe(3)
  expect(await slope.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: 'Clear' }).first().tap()
  await expect.poll(() => page.getByRole('radio', { name: 'Good', exact: true }).isChecked()).toBe(false)

  // The input is visible, but the space for a message below it is not.
  const last = form(page).input('Slope 5')
  await last.evaluate((node) => {
    const foot = globalThis.document.querySelector('footer')?.getBoundingClientRect().top ?? 0
    scrollBy(0, node.getBoundingClientRect().bottom - foot + 8)
  })
  await last.fill('steep')
  await last.blur()
  const problem = page.getByRole('alert').filter({ hasText: 'Please enter a number' })
  await problem.waitFor()
  const [said, foot] = [await problem.boundingBox(), await page.locator('footer').boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)

  await last.fill('12')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await page.reload()
  await focused(last)
  const [field, head] = [await last.boundingBox(), await page.locator('header').first().boundingBox()]
  expect(field?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0))
})

test('for a reviewer, a survey’s review actions are in place from the first paint', async ({
  visit,
  site,
  surveyor,
}) => {
  const reviewer = await site.surveyor()
  await teamOf(site, surveyor, reviewer)
  const survey = await startSurvey(surveyor)
  await submitFilled(surveyor, survey)
  const page = await visit('phone')
  await logIn(page, reviewer)
  await page.goto(formAddress(survey))
  const actions = page.getByRole('region', { name: 'Review' })
  await actions.waitFor()
  await watchShifts(page)
  await page.reload()
  await actions.getByRole('button', { name: 'Send back' }).waitFor()
  await form(page).syncLine.getByText('On the server').waitFor()
  expect(await shiftsOf(page)).toEqual([])
})
