import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openCutLink } from '../cut-link.ts'
import { test } from '../fixtures.ts'
import { newProfile, openKillable } from '../killable-browser.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { longVideo, photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'

const firstSection = 'Property and visit'
const words =
  'The riser stands behind the stairs of the second floor, locked; the key hangs at the desk in the lobby.'
/** Milliseconds per key of a fast typist. */
const delay = 30

/** Types letter by letter; returns how many letters were typed a second ago. */
async function typeWords(page: Page, field: string): Promise<() => number> {
  const times: number[] = []
  const input = form(page).input(field)
  await input.focus()
  for (const letter of words) {
    await page.keyboard.press(letter, { delay })
    times.push(performance.now())
  }
  return () => times.filter((time) => time <= performance.now() - 1_000).length
}

/** Expects the field to hold what was typed, except at most the last second. */
async function expectKept(page: Page, field: string, atLeast: number): Promise<string> {
  const input = form(page).input(field)
  await input.waitFor()
  const kept = await input.inputValue()
  expect(words.startsWith(kept)).toBe(true)
  expect(kept.length).toBeGreaterThanOrEqual(atLeast)
  return kept
}

function onServer(surveyor: Surveyor, surveyId: string, field: string) {
  const read = async () => answerOf(await readSurvey(surveyor, surveyId), firstSection, field)
  return expect.poll(read, { timeout: 2 * patience, interval: 500 })
}

test('a crashed tab loses at most the last second of typing', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').waitFor()
  // Offline, only the device has it.
  await page.context().setOffline(true)
  const sure = await typeWords(page, 'Address')
  const session = await page.context().newCDPSession(page)
  const atLeast = sure()
  const crashed = page.waitForEvent('crash')
  // A dead tab never answers.
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  const context = page.context()
  await page.close()

  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(formAddress(survey))
  const kept = await expectKept(next, 'Address', atLeast)
  await onServer(surveyor, survey.id, 'Address').toMatchObject({ field_value: kept })
})

test('a killed browser loses at most the last second of typing', async ({
  site,
  surveyor,
  onTestFinished,
}) => {
  const survey = await startSurvey(surveyor)
  const profile = await newProfile()
  const first = await openKillable(profile)
  onTestFinished(() => first.kill())
  const page = await first.context.newPage()
  await logIn(page, surveyor, site.address)
  await page.goto(site.address + formAddress(survey))
  await form(page).input('Property name').waitFor()
  await first.context.setOffline(true)
  const sure = await typeWords(page, 'Address')
  const atLeast = sure()
  await first.kill()

  const second = await openKillable(profile)
  onTestFinished(() => second.kill())
  const next = await second.context.newPage()
  await next.goto(site.address + formAddress(survey))
  const kept = await expectKept(next, 'Address', atLeast)
  await onServer(surveyor, survey.id, 'Address').toMatchObject({ field_value: kept })
})

test('typing continues while the server is dead, and everything arrives once it is back', async ({
  site,
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').fill('Hill House')
  const typing = typeWords(page, 'Address')
  await site.kill()
  await typing
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  expect(await form(page).input('Address').inputValue()).toBe(words)

  await site.restart()
  await onServer(surveyor, survey.id, 'Address').toMatchObject({ field_value: words })
  await onServer(surveyor, survey.id, 'Property name').toMatchObject({ field_value: 'Hill House' })
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor({ timeout: 2 * patience })
})

test('photos whose upload the server did not survive arrive once', async ({ site, visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  const field = media(page, 'Overview')
  await field.open()
  const leaving = page.waitForRequest((request) => request.url().includes('/user_survey_media'))
  await field.pick(await Promise.all([1, 2, 3].map((seed) => photo(`${seed}.jpg`, seed))))
  await leaving
  await site.kill()
  await field.close.click()
  await field.dialog.waitFor({ state: 'hidden' })
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  expect(await field.photos.count()).toBe(3)
  await field.open()
  await field.pick([await photo('4.jpg', 4)])
  await field.close.click()
  await field.dialog.waitFor({ state: 'hidden' })
  expect(await field.photos.count()).toBe(4)

  await site.restart()
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor({ timeout: 2 * patience })
  const { photos } = answerOf(await readSurvey(surveyor, survey.id), firstSection, 'Overview')
  expect(photos.map(({ filename }) => filename).sort()).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg'])
  expect(await field.photos.count()).toBe(4)
})

test('an interrupted video upload resumes, and answers overtake it', async ({
  site,
  visit,
  surveyor,
  onTestFinished,
}) => {
  const chunk = 1024 * 1024
  const killed = Promise.withResolvers<void>()
  const link = await openCutLink(site.address, 1.5 * chunk, () => site.kill().then(killed.resolve))
  onTestFinished(() => link.close())
  const survey = await startSurvey(surveyor)
  const page = await visit('phone', { baseURL: link.address })
  await openAs(page, surveyor, formAddress(survey))
  const field = media(page, 'Overview')
  await field.open()
  const film = await longVideo('tour.mp4', 3 * chunk)
  await field.pick([film])
  await killed.promise
  await field.close.click()
  await form(page).input('Property name').fill('Hill House')
  await form(page)
    .syncLine.getByText(/2 changes .*on this device/)
    .waitFor()
  // The page closes too: the upload's state is stored on the device.
  await page.close()
  await site.restart()
  const next = await page.context().newPage()
  await next.goto(formAddress(survey))
  await form(next)
    .syncLine.getByText(/On the server/)
    .waitFor({ timeout: 2 * patience })

  const [first, ...later] = link.parts
  expect(first).toEqual({ offset: 0, bytes: chunk })
  // The upload resumed; only bytes in transit when the server died were sent twice.
  expect(later.filter(({ offset }) => offset < chunk)).toEqual([])
  const passed = link.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(passed, JSON.stringify(link.parts)).toBeLessThan(film.buffer.length + chunk)
  const arrived = await readSurvey(surveyor, survey.id)
  expect(answerOf(arrived, firstSection, 'Property name').field_value).toBe('Hill House')
  const [video] = answerOf(arrived, firstSection, 'Overview').videos
  const kept = await surveyor.api.bytes(video?.original_url ?? '')
  expect(kept?.equals(film.buffer)).toBe(true)
})

test('offline, photos are taken, viewed and captioned, and are sent once online', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading(firstSection).waitFor()
  await page.context().setOffline(true)
  const field = media(page, 'Overview')
  await field.open()
  await field.pick([await photo('1.jpg', 1), await photo('2.jpg', 2)])
  await field.close.click()
  await field.dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => field.photos.count()).toBe(2)
  await field.describe(0, 'Front gate')
  await expect.poll(() => field.captions.first().inputValue()).toBe('Front gate')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await form(page).next('Building exterior')
  await form(page).input('Building name or number').fill('East wing')

  await page.context().setOffline(false)
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor({ timeout: 2 * patience })
  const arrived = await readSurvey(surveyor, survey.id)
  const { photos } = answerOf(arrived, firstSection, 'Overview')
  expect(photos.map(({ description }) => description)).toEqual(['Front gate', ''])
  expect(answerOf(arrived, 'Building exterior', 'Building name or number').field_value).toBe('East wing')
})
