import { expect } from 'vitest'
import { changeSettings } from '#contract/accounts/settings.ts'
import { brokenWords } from '../broken-words.ts'
import type { Locator } from '../engines/page.ts'
import { test } from '../fixtures.ts'
import { photo } from '../pictures.ts'
import { attachPhoto, formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { withMail } from '../with-mail.ts'

/** A tap in its center hits it. */
function isInReach(control: Locator): Promise<boolean> {
  return control.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found !== null && (node.contains(found) || found.contains(node))
  })
}

test('the app’s bars cover no field or button', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await logIn(page, surveyor)
  await page.goto(formAddress(survey))
  const fields = form(page)
  await fields.next('Building exterior')
  // Behind the foot bar once that rises.
  const field = page.locator('main').getByRole('textbox').first()
  await field.evaluate((node) => {
    const below = document.querySelector('footer')?.getBoundingClientRect().top ?? 0
    scrollBy(0, node.getBoundingClientRect().bottom - below + 8)
  })
  await field.pressSequentially('12')
  await fields.syncLine.getByText(/On the server/).waitFor()
  // As another tab reports it.
  await page.evaluate(
    (account) => {
      const work = { foundAt: new Date().toISOString(), restored: 2, lost: [] }
      const [key, newValue] = ['fieldbook-lost-work', JSON.stringify({ [account]: work })]
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    },
    await page.evaluate(() => localStorage.getItem('user-id') ?? ''),
  )
  const note = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Ok' }) })
  await note.waitFor()
  await expect.poll(() => isInReach(field)).toBe(true)
  await expect.poll(() => isInReach(fields.save)).toBe(true)

  const another = page.getByRole('button', { name: 'Add another building' })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => isInReach(another)).toBe(true)
  await expect.poll(() => isInReach(fields.save)).toBe(true)
  const footer = await page.locator('footer').boundingBox()
  const said = await note.boundingBox()
  expect(said?.y).toBeGreaterThanOrEqual((footer?.y ?? 0) + (footer?.height ?? 0) - 1)

  await note.getByRole('button').click()
  await note.waitFor({ state: 'hidden' })
  await expect
    .poll(async () => {
      const box = await page.locator('footer').boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0))
    })
    .toBe(page.viewportSize()?.height)
})

test('a survey’s name is shown in full with large text', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('desktop', { viewport: { width: 1024, height: 768 } })
  await logIn(page, surveyor)
  await page.goto(formAddress(survey))
  const title = page.getByRole('heading', { level: 1 })
  await title.waitFor()
  for (const percent of [100, 112, 125, 150]) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`
      document.documentElement.dataset.textSize = String(size)
    }, percent)
    const cut = await title.evaluate((node) => node.scrollHeight - node.clientHeight)
    expect.soft(cut, `at ${percent} %`).toBeLessThanOrEqual(1)
  }
})

test('nothing on the dashboard moves when account data arrives', async ({ visit, surveyor }) => {
  await startSurvey(surveyor)
  const page = await visit('phone')
  const located = Promise.withResolvers<void>()
  await page.route('**/profile/profile', async (route) => {
    await located.promise
    await route.continue()
  })
  await withMail(page)
  await logIn(page, surveyor)
  await page.getByText('Hill House').first().waitFor()
  const line = page.getByText('Confirm your email.', { exact: true })
  const create = page.getByRole('button', { name: 'Create survey' }).first()
  expect(await line.count()).toBe(1)
  const before = await create.boundingBox()
  const answered = page.waitForResponse('**/profile/profile')
  located.resolve()
  await answered
  await dashboard(page).surveys.getByText('Hill House').first().waitFor()
  expect(await create.boundingBox()).toEqual(before)

  // A device with outdated account data, as after a change of the address; shown on the next screen.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('unproven-email:')) localStorage.removeItem(key)
  })
  await page.reload()
  await page.getByText('Hill House').first().waitFor()
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('unproven-email:'))),
    )
    .toBe(true)
  expect(await line.count()).toBe(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
  await line.waitFor()
})

test('with large text on a phone the bars take at most a quarter, and all content is reachable', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { name: 'Riverside Court, building number 9' })
  await attachPhoto(surveyor, survey, await photo('gate.jpg'))
  for (const [language, sections] of [
    ['en', /All sections/],
    ['es', /Todas las secciones/],
  ] as const) {
    await surveyor.api.call(changeSettings, { body: { data: { attributes: { text_size: 150, language } } } })
    const page = await visit('phone')
    await entry(page).open()
    await entry(page).give(surveyor)
    await page.getByRole('heading', { name: language === 'es' ? 'Panel' : 'Dashboard' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Riverside' }).first().waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.textSize)).toBe('150')
    expect(await brokenWords(page)).toEqual([])

    // The last section has Submit in place of Next.
    for (const section of [survey.user_survey_sections[1], survey.user_survey_sections.at(-1)]) {
      await page.goto(formAddress(survey).replace(/[^/]+$/, section?.id ?? ''))
      const title = page.getByRole('heading', { level: 1 })
      await title.waitFor()
      const all = page.getByRole('button', { name: sections })
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
      expect(await isInReach(all)).toBe(true)
      const [head, foot] = [page.locator('header[data-form]'), page.locator('footer')]
      const taken = [await head.boundingBox(), await foot.boundingBox()].map((box) => box?.height ?? 844)
      expect((taken[0] ?? 0) + (taken[1] ?? 0), `${language}, ${taken}`).toBeLessThanOrEqual(844 / 4)
      const buttons = await foot.getByRole('button').all()
      const tops = await Promise.all(buttons.map(async (one) => (await one.boundingBox())?.y))
      // The first of the two can be repeated.
      expect(tops).toHaveLength(section === survey.user_survey_sections[1] ? 4 : 3)
      expect(new Set(tops).size, `${language}: ${tops}`).toBe(1)
      expect(await brokenWords(page)).toEqual([])
      const drawn = await title.evaluate((node) => (node as HTMLElement).innerText)
      expect(drawn).toContain('Riverside')
      const before = await title.locator('span').boundingBox()
      expect(before?.width).toBeLessThanOrEqual(1)
    }
    if (language === 'en')
      await page.getByRole('heading', { name: 'Survey Form: Riverside Court, building number 9' }).waitFor()
    await page.getByRole('button', { name: sections }).tap()
    const drawer = page.getByRole('dialog')
    await drawer
      .getByText(language === 'en' ? /^0 of \d+ required · 0 of \d+ answered$/ : /^0 de \d+ obligatorios/)
      .waitFor()
    await drawer.getByText(language === 'en' ? 'In progress' : 'En curso', { exact: true }).waitFor()
    expect(await brokenWords(page)).toEqual([])
  }
})
