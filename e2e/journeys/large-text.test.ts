import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listAccounts } from '#contract/admin.ts'
import type { FormDocument } from '#contract/form-document.ts'
import type { Language } from '#contract/messages/language.ts'
import { sendBack } from '#contract/reviews.ts'
import { changeSettings } from '#contract/settings.ts'
import { createTeam, setTeamMember } from '#contract/teams.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { seriousOn } from '../axe.ts'
import { brokenWords } from '../broken-words.ts'
import { openWholeChromium, sizes } from '../chromium.ts'
import { onOwnSite } from '../fixtures.ts'
import { asAdmin, makeForm, publish } from '../forms.ts'
import { outOfReach } from '../out-of-reach.ts'
import { answerOf, formAddress, readSurvey, startSurvey, submitFilled } from '../scene.ts'
import { admin, loggedIn, proven, type Site, type Surveyor } from '../site.ts'
import { wordsIn } from '../words.ts'

/** The administrator of the site reads it in large text as well. */
const test = onOwnSite()

const walks = [
  { name: 'a phone, in Spanish', size: sizes.phone, language: 'es', colorScheme: 'light' },
  {
    name: '1024 px, dark',
    size: { viewport: { width: 1024, height: 768 } },
    language: 'en',
    colorScheme: 'dark',
  },
] as const

describe.each(walks)('text at 150 % on $name', ({ size, language, colorScheme }) => {
  const w = wordsIn(language)
  const options = { ...size, colorScheme, bypassCSP: true } as const

  test('the office: the team’s list, a review, teams and who hands surveys over', async ({ site, visit }) => {
    const people = await office(site)
    const { surveyor, reviewer, survey } = people
    await submitFilled(surveyor, survey)
    for (const who of [reviewer.api, people.admin]) await large(who, language)
    const desk = await visit('desktop', options)
    await enter(desk, reviewer)
    await desk.goto('/Team')
    await desk.getByRole('link', { name: survey.survey_name }).waitFor()
    await look(desk, 'the team’s surveys')

    await desk.goto(formAddress(survey))
    const review = desk.getByRole('region', { name: w('reviews.barTitle') })
    await review.waitFor()
    await look(desk, 'a review')
    await desk
      .getByRole('button', { name: new RegExp(`^${w('reviews.addNoteTo', { field: '' })}`) })
      .first()
      .click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel(w('reviews.note')).fill('Which entrance, and who has the keys?')
    await look(desk, 'a note')
    await dialog.getByRole('button', { name: w('reviews.saveNote') }).click()
    await desk.getByText(w('reviews.yourNote')).waitFor()
    await look(desk, 'a review with a note')
    for (const [action, sight] of [
      [w('reviews.sendBack'), 'sending back'],
      [w('reviews.accept'), 'accepting'],
    ] as const) {
      await review.getByRole('button', { name: action }).click()
      await dialog.getByRole('button', { name: action }).waitFor()
      await look(desk, sight)
      await desk.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }

    const console = await visit('desktop', options)
    await enter(console, admin)
    await console.goto('/Adminconsole2?tab=teams')
    const asked = console.getByRole('dialog')
    await console.getByText(surveyor.email).waitFor()
    await look(console, 'teams')
    await console.getByRole('button', { name: w('teams.addMemberTo', { name: people.team }) }).click()
    await asked.getByLabel(w('teams.person')).waitFor()
    await look(console, 'a new member')
    await console.keyboard.press('Escape')
    await asked.waitFor({ state: 'hidden' })
    const team = console.getByRole('listitem').filter({ hasText: people.team })
    await team.getByRole('button', { name: w('teams.removeOf', { name: surveyor.name }) }).click()
    await asked.getByRole('button', { name: w('teams.remove'), exact: true }).waitFor()
    await look(console, 'a member who is removed')
  })

  test('the surveyor: sent back, filters, what this device did', async ({ site, visit }) => {
    const { surveyor, reviewer, survey } = await office(site)
    await submitFilled(surveyor, survey)
    const notes = ['Address', 'Property name'].map((field) => ({
      user_survey_sub_section_detail_id: answerOf(survey, 'Property and visit', field).id,
      note: 'Which entrance? The one on the map is closed for the winter.',
    }))
    const sent = await reviewer.api.call(sendBack, {
      params: { id: survey.id },
      body: { message: 'Nearly there: two questions are left.', notes },
    })
    expect(sent?.status).toBe(200)
    await large(surveyor.api, language)
    const page = await visit('desktop', options)
    await enter(page, surveyor)
    await page.getByText(w('reviews.dashboard', { count: 1 })).waitFor()
    await look(page, 'the dashboard with a survey that was sent back')
    await page
      .getByRole('button', { name: w('history.filters') })
      .or(page.getByRole('button', { name: w('history.moreFilters') }))
      .first()
      .click()
    await page.getByRole('combobox', { name: w('history.createdBy') }).waitFor()
    await look(page, 'the filters')

    await page.goto(formAddress(survey))
    await page.getByText('Nearly there').waitFor()
    await look(page, 'a survey that was sent back')
    const input = page.locator('main').getByRole('textbox').first()
    await input.fill('Hill House, north wing')
    const stored = async () =>
      answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Property name').field_value
    await expect.poll(stored).toBe('Hill House, north wing')
    // Its lines are written together, up to a second later.
    await expect.poll(() => page.evaluate(journalLines)).toBeGreaterThan(0)
    await page.goto('/Datastorage2')
    await page
      .getByRole('region', { name: w('storage.journal') })
      .getByRole('row')
      .nth(1)
      .waitFor()
    await look(page, 'what this device did')
  })
})

test('text at 150 % on a phone: several shots of the camera', async ({ site }) => {
  const surveyor = await site.surveyor()
  const w = wordsIn('es')
  const survey = await startSurvey(surveyor)
  await large(surveyor.api, 'es')
  await using camera = await withCamera(site, { ...sizes.phone, bypassCSP: true })
  const { page } = camera
  await enter(page, surveyor)
  await page.evaluate(() => localStorage.setItem('media-access', 'camera gallery'))
  await page.goto(formAddress(survey))
  await page
    .getByRole('button', { name: new RegExp(`^${w('media.add')}`) })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const several = dialog.getByRole('button', { name: w('media.takeSeveral') })
  await several.waitFor()
  await look(page, 'adding photos')
  await several.click()
  const shots = page.getByRole('dialog', { name: w('media.takeSeveral') })
  const shutter = shots.getByRole('button', { name: w('media.shutter') })
  for (const count of [1, 2]) {
    await expect.poll(() => shutter.getAttribute('aria-disabled')).toBe('false')
    await shutter.click()
    await shots.getByText(w('media.shotsTaken', { count }), { exact: true }).waitFor()
  }
  await look(page, 'the camera')
  await shots.getByRole('button', { name: w('common.done') }).click()
  await shots.waitFor({ state: 'hidden' })
  await look(page, 'photos that were taken')
})

test('text at 150 % on a wide screen: many surveys move at once', async ({ site, visit }) => {
  const maker = await asAdmin(site)
  const form = await makeForm(maker, rackWalk)
  const old = await publish(maker, form)
  const surveyor = await site.surveyor()
  for (const name of ['Tower 1', 'Tower 2']) await startSurvey(surveyor, { name, template: old })
  await publish(maker, form, withDoor)
  await large(surveyor.api, 'es')
  const w = wordsIn('es')
  const page = await visit('desktop', { viewport: { width: 1920, height: 1080 }, bypassCSP: true })
  await enter(page, surveyor)
  await page.getByRole('checkbox', { name: w('many.chooseAll') }).check()
  const bar = page.getByRole('group', { name: w('many.bar') })
  await bar.waitFor()
  await look(page, 'surveys that are chosen')
  await bar.getByRole('button', { name: w('many.moveShort') }).click()
  await page
    .getByRole('dialog')
    .getByText(w('many.moveFound', { count: 2 }))
    .waitFor()
  await page.setViewportSize({ width: 1024, height: 768 })
  await look(page, 'surveys that move')
})

/** Nothing runs out of the screen, breaks a word or keeps a finger from what it is to touch; axe finds nothing serious. */
async function look(page: Page, sight: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.dataset.textSize), sight).toBe('150')
  expect.soft(await seriousOn(page), sight).toEqual([])
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect.soft(sideways, sight).toBe(0)
  expect.soft(await brokenWords(page), sight).toEqual([])
  expect.soft(await outOfReach(page), sight).toEqual([])
}

/** In the browser: how many lines the device's journal has. */
async function journalLines(): Promise<number> {
  const name = 'fieldbook-journal'
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const { result } = opening
      const count = result.transaction('lines').objectStore('lines').count()
      count.onsuccess = () => {
        result.close()
        resolve(count.result)
      }
    }
  })
}

async function large(api: HttpApi, language: Language): Promise<void> {
  const attributes = { text_size: 150, language } as const
  const kept = await api.call(changeSettings, { body: { data: { attributes } } })
  if (kept?.status !== 200) throw new Error(`Not kept: ${JSON.stringify(kept?.body)}`)
}

/** The login is in the browser's language; what the account has chosen comes with it. */
async function enter(page: Page, who: Pick<Surveyor, 'email' | 'password'>): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.textSize)).toBe('150')
}

/** A survey, and a team in which another person reviews it. */
async function office(site: Site) {
  const surveyor = await proven(site, 'Rivera')
  const reviewer = await proven(site, 'Featherstonehaugh')
  const survey = await startSurvey(surveyor, { name: `Riverside Court, building ${surveyor.email.length}` })
  const api = await loggedIn(new HttpApi(site.address), admin)
  const name = `Northern district ${survey.id.slice(-6)}`
  const made = await api.call(createTeam, { body: { name } })
  for (const [person, granted] of [
    [surveyor, 'none'],
    [reviewer, 'review'],
  ] as const) {
    const found = await api.call(listAccounts, { query: { search_query: person.email } })
    const params = { id: made?.body.data.id ?? '', account_id: found?.body.data[0]?.id ?? '' }
    const set = await api.call(setTeamMember, { params, body: { granted } })
    if (set?.status !== 200) throw new Error(JSON.stringify(set?.body))
  }
  return { surveyor, reviewer, survey, admin: api, team: name }
}

/** A browser that sees a picture made up by itself. */
async function withCamera(site: Site, options: BrowserContextOptions) {
  const chrome: Browser = await openWholeChromium(['--use-fake-device-for-media-stream'])
  const context = await chrome.newContext({ baseURL: site.address, ...options, permissions: ['camera'] })
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => chrome.close() }
}

const rackWalk: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Rack walk',
  sections: [{ key: 'closet', name: 'Closet', fields: [{ key: 'rack', name: 'Rack', type: 'text' }] }],
}
const withDoor: FormDocument = {
  ...rackWalk,
  sections: [
    ...rackWalk.sections,
    { key: 'door', name: 'Door', fields: [{ key: 'width', name: 'Width', type: 'numeric' }] },
  ],
}
