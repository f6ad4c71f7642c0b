import { expect } from 'vitest'
import { generateLink } from '#contract/sharing/sharing.ts'
import { openAs } from '../open-as.ts'
import { answerFields, formAddress, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'
import { test } from './fixtures.ts'
import type { Locator } from './page.ts'

const answer = 'בניין 5, קומה 3: "חדר חשמל"'
const owner = 'רחל (מנהלת)'

/** Returns the text's painted direction, from the positions of its first and last character. */
function drawnDirection(place: Locator): Promise<string> {
  return place.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const nodes: Text[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode as Text)
    const text = nodes.find(({ data }) => /[\u05d0-\u05ea]/.test(data))
    if (!text) throw new Error(`No Hebrew in '${element.textContent}'`)
    const left = (at: number) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    }
    return left(text.length - 1) < left(0) ? 'right to left' : 'left to right'
  })
}

test('Hebrew answers and names are painted right to left in form, list, report and guest page', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { name: 'Hill House', owner })
  await answerFields(surveyor, survey, 'Building exterior', {
    'Building name or number': { field_value: answer },
  })
  const { page } = await visit('desktop')
  await openAs(page, surveyor, '/dashboard')
  expect(await drawnDirection(page.getByText(owner).first())).toBe('right to left')

  await page.goto(formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  await form(page).next('Building exterior')
  const input = form(page).input('Building name or number')
  expect(await input.inputValue()).toBe(answer)
  expect(await input.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')

  await page.goto(`/SaveAsPdf/${survey.id}`)
  const report = page.getByRole('article', { name: 'Hill House' })
  await report.getByText(answer).first().waitFor()
  expect(await drawnDirection(report.getByText(answer).first())).toBe('right to left')
  expect(await drawnDirection(report.getByText(owner).first())).toBe('right to left')

  const shared = await surveyor.api.call(generateLink, { body: { link_share_id: survey.id } })
  if (shared?.status !== 200) throw new Error(`Not shared: ${JSON.stringify(shared?.body)}`)
  await page.goto(new URL(shared.body.data.shareable_link).pathname)
  await guest(page).heading('Property and visit').waitFor()
  await guest(page).next.click()
  await guest(page).value('Building name or number').getByText(answer).waitFor()
  expect(await drawnDirection(guest(page).value('Building name or number'))).toBe('right to left')
})
