import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sendBack } from '#contract/surveys/reviews.ts'
import { autoSave } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, readSurvey } from '../scene.ts'
import type { Surveyor } from '../site.ts'
import { leaveTeam, queueOfSubmitted } from '../teams.ts'

const first = 'Property and visit'

const reviewOf = async (reviewer: Surveyor, id: string) => (await readSurvey(reviewer, id)).review?.state
const accept = (page: Page) => page.getByRole('button', { name: 'Accept', exact: true })
/** The report of a survey is what the page shows. */
const report = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Counts real clicks and taps on the page from here on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0'
    document.addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        const { dataset } = document.documentElement
        if (isTrusted && detail > 0) dataset.clicks = String(Number(dataset.clicks) + 1)
      },
      true,
    )
  })
  return async () => Number(await page.evaluate(() => document.documentElement.dataset.clicks))
}

test('five surveys are read and accepted in at most two clicks each', async ({ site, visit }) => {
  const { reviewer, surveys } = await queueOfSubmitted(site, 5)
  const page = await visit('desktop', { bypassCSP: true })
  await openAs(page, reviewer, '/dashboard')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByText('5 surveys are waiting').waitFor({ state: 'attached' })
  const clicks = await countClicks(page)
  await menu.getByRole('link', { name: 'Review' }).click()
  await page.getByRole('row', { name: /House 5/ }).waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.getByRole('link', { name: 'House 1' }).click()
  for (const [index, survey] of surveys.entries()) {
    const name = `House ${index + 1}`
    // Report and form are beside each other.
    await report(page, name).waitFor()
    await page.getByRole('heading', { name: first, level: 2 }).last().waitFor()
    const [left, right] = await Promise.all(
      [report(page, name), page.getByRole('button', { name: 'Add note to Address' })].map((one) =>
        one.boundingBox(),
      ),
    )
    expect(left && right && left.x + left.width <= right.x).toBe(true)
    if (index === 1) expect(await seriousOn(page)).toEqual([])
    await accept(page).click()
    await status(page, `“${name}” was accepted.`).or(page.getByText('No surveys are waiting')).waitFor()
    expect(await reviewOf(reviewer, survey.id)).toBe('accepted')
  }
  await page.getByText('No surveys are waiting for review').waitFor()
  await menu.getByText('surveys are waiting').waitFor({ state: 'detached' })
  // One to the queue and one to the first survey included.
  expect(await clicks()).toBe(surveys.length + 2)
  expect(await clicks()).toBeLessThanOrEqual(surveys.length * 2)
})

test('on a phone: a report, a note in the form, back to the surveyor, and on through the filtered queue', async ({
  site,
  visit,
}) => {
  const { surveyor, reviewer, surveys } = await queueOfSubmitted(site, 3)
  const [one, two, three] = surveys
  if (!one || !two || !three) throw new Error('Three surveys')
  // Three submissions in a row are one mail, which leads to the queue.
  const mails = (await site.mailsTo(reviewer.email)).filter((mail) => mail.includes('submitted'))
  expect(mails.map((mail) => /\d surveys were submitted.*\/Review\n/s.test(mail))).toEqual([true])
  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, reviewer, `/Review/${two.id}?search=House`)
  await report(page, 'House 2').waitFor()
  await status(page, '2 of 3').waitFor()
  expect(await page.getByRole('button', { name: 'Add note to Address' }).isVisible()).toBe(false)
  expect(await seriousOn(page)).toEqual([])

  await page.getByText('Form', { exact: true }).tap()
  await page.getByRole('button', { name: 'Add note to Address' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Which entrance?')
  await dialog.getByRole('button', { name: 'Save note' }).tap()
  expect(await report(page, 'House 2').isVisible()).toBe(false)
  expect(await seriousOn(page)).toEqual([])
  // With a note that would be discarded 'Accept' asks first.
  await page.getByText('1 note to send').waitFor()
  await accept(page).tap()
  await dialog.getByText(/will be discarded/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send back' }).tap()
  await dialog.getByRole('button', { name: 'Send back' }).tap()
  await status(page, '“House 2” was sent back.').waitFor()
  await report(page, 'House 3')
    .or(page.getByRole('button', { name: 'Add note to Address' }))
    .first()
    .waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toContain(three.id)
  expect(new URL(page.url()).search).toBe('?search=House')
  expect((await readSurvey(surveyor, two.id)).review?.notes[0]?.note).toBe('Which entrance?')

  // Back and forth within the filter; a reload stays where one is.
  await page.getByRole('link', { name: 'Previous survey: House 1' }).tap()
  await status(page, '1 of 2').waitFor()
  await page.reload()
  await report(page, 'House 1').waitFor()
  await page.getByRole('link', { name: 'Next survey: House 3' }).tap()
  await status(page, '2 of 2').waitFor()
  await page.getByRole('link', { name: 'Back to the review queue' }).tap()
  await page.getByRole('link', { name: 'House 1', exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?search=House')
  expect(await seriousOn(page)).toEqual([])
  await page.getByLabel('State').selectOption('sent_back')
  await page.getByRole('link', { name: 'House 2', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: /House/ }).count()).toBe(1)
  await page.getByRole('button', { name: 'Filters' }).tap()
  await page.getByLabel('Surveyor').selectOption({ label: 'Sam Rivera' })
  await page.getByLabel('Template').selectOption({ label: 'General property inspection' })
  await page.getByLabel('Survey or owner').fill('no such house')
  await page.getByText('No surveys match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).tap()
  await page.getByRole('link', { name: 'House 3', exact: true }).waitFor()
})

test('many are accepted at once; those that changed or were decided meanwhile are named', async ({
  site,
  visit,
}) => {
  const { surveyor, reviewer, surveys } = await queueOfSubmitted(site, 4)
  const [, two, three] = surveys
  if (!two || !three) throw new Error('Four surveys')
  const page = await visit('desktop', { bypassCSP: true })
  await openAs(page, reviewer, '/Review')
  await page.getByRole('row', { name: /House 4/ }).waitFor()
  const place = () => page.getByRole('row', { name: /House 1/ }).boundingBox()
  const before = await place()
  await page.getByRole('checkbox', { name: 'Select House 1' }).check()
  await page.getByText('1 survey selected').waitFor()
  expect(await place()).toEqual(before)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByText('4 surveys selected').waitFor()
  expect(await seriousOn(page)).toEqual([])
  // Meanwhile the surveyor changes one, and another reviewer sends one back.
  const section = two.user_survey_sections.find((one) => one.user_survey_section_name === first)
  const part = section?.user_survey_sub_sections[0]
  const changed = await surveyor.api.call(autoSave, {
    body: {
      user_survey_id: two.id,
      user_survey_sections_attributes: [
        {
          id: section?.id ?? '',
          user_survey_sub_sections_attributes: [
            {
              id: part?.id ?? '',
              user_survey_sub_section_details_attributes: [
                { id: answerOf(two, first, 'Address').id, field_value: '12 Ridge Road' },
              ],
            },
          ],
        },
      ],
    },
  })
  expect(changed?.status).toBe(200)
  await reviewer.api.call(sendBack, { params: { id: three.id }, body: { message: 'Which door?' } })
  await page.getByRole('button', { name: 'Accept 4 surveys' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Accept 4 surveys?').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await dialog.getByText('2 surveys accepted.').waitFor()
  await dialog.getByText(/^House 2: This survey was changed/).waitFor()
  await dialog.getByText(/^House 3: This survey is not submitted/).waitFor()
  expect(await seriousOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /House 1/ }).waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: /House/ }).allTextContents()).toEqual(['House 2'])
})

test('without network, on a slow one, and after the right has ended', async ({ site, visit }) => {
  const { reviewer, surveys } = await queueOfSubmitted(site, 2)
  const [one] = surveys
  const page = await visit('desktop', { bypassCSP: true })
  await openAs(page, reviewer, `/Review/${one?.id}`)
  await report(page, 'House 1').waitFor()
  await page.getByRole('link', { name: 'Next survey: House 2' }).waitFor()
  // Nothing is accepted without network, and the page says why.
  await page.context().setOffline(true)
  await accept(page).click()
  await page.getByText('Reviewing needs a connection. Your notes are kept on this device.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  // The next survey was fetched ahead of need.
  await page.getByRole('link', { name: 'Next survey: House 2' }).click()
  await report(page, 'House 2').waitFor()
  await page.getByText('Offline. The review queue needs a connection.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Previous survey: House 1' }).waitFor()
  // While the server takes its time a second press does nothing.
  const late = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/accept', async (route) => {
    calls += 1
    await late.promise
    await route.continue()
  })
  await accept(page).dblclick()
  await page.locator('button[data-loading]').first().waitFor()
  late.resolve()
  await page.getByRole('link', { name: 'House 1', exact: true }).waitFor()
  expect(calls).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/Review')

  await page.context().setOffline(true)
  await page.getByLabel('State').selectOption('accepted')
  await page.getByText('Offline. The review queue needs a connection.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'House 2', exact: true }).waitFor()

  await leaveTeam(site, reviewer)
  await page.reload()
  await page.getByText('No surveys match these filters').waitFor()
  await page.goto(`/Review/${one?.id}`)
  await page
    .getByText(/no longer have access|not available|[Ii]nvalid/)
    .first()
    .waitFor()
  expect(await accept(page).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Review', exact: true }).count()).toBe(0)
})
