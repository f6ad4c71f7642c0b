import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { people } from '../screens/people.ts'
import { proven, type Surveyor } from '../site.ts'

test('two people fill one survey: they see each other, and conflicts are asked once', async ({
  site,
  visit,
}) => {
  const owner = await proven(site, 'Rivera')
  const other = await proven(site, 'Jones')
  const survey = await startSurvey(owner)
  async function open(who: Surveyor, size: Size): Promise<Page> {
    const page = await visit(size, { bypassCSP: true, serviceWorkers: 'allow' })
    await openAs(page, who, '/dashboard')
    return page
  }
  const saved = async (field: string) =>
    answerOf(await readSurvey(owner, survey.id), 'Property and visit', field).field_value

  const sam = await open(owner, 'desktop')
  await sam.goto(formAddress(survey))
  const mine = form(sam)
  await people(sam).open('Hill House')
  await people(sam).add(other.email, 'editor')
  expect(await seriousOn(sam)).toEqual([])
  await people(sam).close()

  const eve = await open(other, 'phone')
  await eve.getByText('Hill House').first().waitFor()
  await eve.goto(formAddress(survey))
  const theirs = form(eve)

  // The other's typing appears while this user types elsewhere, and the caret stays.
  await mine.input('Property name').fill('Hill House')
  await mine.input('Property name').press('ArrowLeft')
  await theirs.input('Address').fill('12 Ridge Road')
  await sam.getByText(/Changed by Sam Jones, /).waitFor()
  expect(await mine.input('Address').inputValue()).toBe('12 Ridge Road')
  const caret = await sam.evaluate(() => {
    const at = document.activeElement as HTMLTextAreaElement
    return [at.value, at.selectionStart]
  })
  expect(caret).toEqual(['Hill House', 'Hill House'.length - 1])
  await expect.poll(() => theirs.input('Property name').inputValue()).toBe('Hill House')

  // Both answer the same field offline; only the later sender is asked.
  await sam.context().setOffline(true)
  await eve.context().setOffline(true)
  await mine.input('Address').fill('14 Ridge Road')
  await theirs.input('Address').fill('16 Ridge Road')
  await theirs.syncLine.getByText(/on this device/).waitFor()
  // A focused field would keep its value.
  await theirs.input('Address').press('Tab')
  await eve.context().setOffline(false)
  await expect.poll(() => saved('Address')).toBe('16 Ridge Road')
  await sam.context().setOffline(false)
  await sam.getByText('1 answer was also changed by someone else').waitFor()
  await sam.getByText('Two people answered this. Which answer do you want to keep?').waitFor()
  await sam
    .getByText(/Sam Jones, /)
    .first()
    .waitFor()
  expect(await seriousOn(sam)).toEqual([])
  // A user far down the form gets a line, which brings the notices into view.
  await sam.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const down = await sam.evaluate(() => window.scrollY)
  await sam.getByRole('button', { name: '1 answer conflicts' }).click()
  expect(await sam.evaluate(() => window.scrollY)).toBe(down)
  expect(await seriousOn(sam)).toEqual([])
  await sam.getByRole('button', { name: 'Show', exact: true }).click()
  await sam.getByRole('button', { name: 'Keep both' }).click()
  const both = '14 Ridge Road / 16 Ridge Road'
  expect(await mine.input('Address').inputValue()).toBe(both)
  await expect.poll(() => saved('Address')).toBe(both)
  await expect.poll(() => theirs.input('Address').inputValue()).toBe(both)
  await sam.reload()
  await expect.poll(() => mine.input('Address').inputValue()).toBe(both)
  for (const page of [sam, eve]) expect(await page.getByText('do you want to keep?').count()).toBe(0)

  await askedAboutWhatStands(sam, eve, () => saved('Property name'))
  await recoveredByBoth(sam, eve)
  await eve.goto(formAddress(survey))

  // A viewer sees changes at once.
  await people(sam).open('Hill House')
  await sam.getByLabel('Access for Sam Jones').selectOption('viewer')
  await eve.getByText('You can view this survey').waitFor()
  await eve.getByText(both).waitFor()
  expect(await eve.getByRole('textbox').count()).toBe(0)
  expect(await seriousOn(eve)).toEqual([])
  await people(sam).remove('Sam Jones')
  await eve.getByText(/You no longer have access to this survey/).waitFor()
})

/** The asked user waits: meanwhile the other keeps typing, and the choice shows the latest value. */
async function askedAboutWhatStands(sam: Page, eve: Page, saved: () => Promise<string>): Promise<void> {
  const [mine, theirs] = [form(sam), form(eve)]
  const name = 'Property name'
  for (const page of [sam, eve]) await page.context().setOffline(true)
  await theirs.input(name).fill('Ridge House')
  await theirs.input(name).press('Tab')
  await theirs.syncLine.getByText(/on this device/).waitFor()
  await mine.input(name).fill('Hill House East')
  await mine.input(name).press('Tab')
  await mine.syncLine.getByText(/on this device/).waitFor()
  await eve.context().setOffline(false)
  await expect.poll(saved).toBe('Ridge House')
  await sam.context().setOffline(false)
  await sam.getByText('Two people answered this. Which answer do you want to keep?').waitFor()
  await expect.poll(saved).toBe('Hill House East')
  for (const more of ['Hill House East, north', 'Hill House East, north wing']) {
    await theirs.input(name).fill(more)
    await expect.poll(() => mine.input(name).inputValue()).toBe(more)
  }
  await theirs.input(name).press('Tab')
  await sam.getByText('There are 3 answers to this. Which one do you want to keep?').waitFor()
  const given = sam.locator('dl').filter({ hasText: 'Yours' }).locator('dd:not(:has(button))')
  expect(await given.allTextContents()).toEqual([
    'Hill House East',
    'Hill House East, north wing',
    'Ridge House',
  ])
  expect(await seriousOn(sam)).toEqual([])
  await sam
    .getByRole('button', { name: /Keep this one .Sam Jones/ })
    .first()
    .click()
  await sam.getByText('do you want to keep?').waitFor({ state: 'detached' })
  await mine.syncLine.getByText(/On the server/).waitFor()
  expect([await saved(), await mine.input(name).inputValue()]).toEqual(
    Array.from({ length: 2 }, () => 'Hill House East, north wing'),
  )
}

/**
 * Text typed into a part that the other user deletes is offered to both, and restored where one of them
 * chooses.
 */
async function recoveredByBoth(sam: Page, eve: Page): Promise<void> {
  const [mine, theirs] = [form(sam), form(eve)]
  const name = 'Building name or number'
  await mine.next('Building exterior')
  await mine.input(name).fill('North')
  await mine.press('Roof and gutters', 'Good')
  await mine.press('Walls and siding', 'Good')
  await sam.getByRole('button', { name: 'Add another building' }).click()
  await theirs.next('Building exterior')
  await theirs.part('Building exterior 2').click()
  await eve.context().setOffline(true)
  await theirs.input(name).last().fill('South')
  await theirs.syncLine.getByText(/on this device/).waitFor()
  await sam.getByRole('button', { name: 'Delete Building exterior 2' }).click()
  await sam.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await mine.part('Building exterior 2').waitFor({ state: 'detached' })
  await mine.syncLine.getByText(/On the server/).waitFor()
  await eve.context().setOffline(false)
  for (const page of [sam, eve]) await page.getByText('1 answer of a deleted part was kept').waitFor()
  await sam.getByRole('button', { name: 'Show them' }).click()
  await sam.getByText('Current answer: North. It will be replaced.').waitFor()
  expect(await seriousOn(sam)).toEqual([])
  await sam.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await sam.getByRole('button', { name: 'Copy text' }).click()
  await sam.getByText('The text could not be copied. It is selected, so you can copy it yourself.').waitFor()
  expect(await sam.evaluate(() => getSelection()?.toString())).toBe('South')
  await sam.getByRole('button', { name: 'Put back into Building exterior' }).click()
  for (const one of [mine, theirs]) await expect.poll(() => one.input(name).inputValue()).toBe('South')
  await sam.getByRole('dialog').waitFor({ state: 'detached' })
}
