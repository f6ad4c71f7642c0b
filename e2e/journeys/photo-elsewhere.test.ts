import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'

test('another device shows a photo without reading the whole survey', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const open = async (page: Page) => {
    await openAs(page, surveyor, formAddress(survey))
    await form(page).input('Property name').waitFor()
    return media(page, 'Overview')
  }
  const stored = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview').photos
  const [phone, desk] = [await visit('phone'), await visit('desktop')]
  const reads: string[] = []
  desk.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? ''
    if (['changed', 'changed_files'].includes(name)) reads.push(name)
  })
  const [taken, shown] = [await open(phone), await open(desk)]
  // Typing arrives live, so the stream is open and the first read is done.
  await form(phone).input('Address').fill('12 Ridge Road')
  await expect.poll(() => form(desk).input('Address').inputValue()).toBe('12 Ridge Road')
  await expect.poll(() => reads).toContain('changed')
  reads.length = 0

  await taken.open()
  await taken.pick([await photo('gate.jpg', 1), await photo('roof.jpg', 2)])
  await taken.uploaded()
  await expect.poll(() => shown.photos.count()).toBe(2)
  const picture = shown.photos.first().locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  await taken.describe(0, 'Front gate')
  await expect.poll(async () => (await stored())[0]?.description).toBe('Front gate')
  await expect.poll(() => shown.captions.first().inputValue()).toBe('Front gate')
  await form(desk).input('Property name').fill('Hill House')
  await expect.poll(() => form(phone).input('Property name').inputValue()).toBe('Hill House')
  expect(new Set(reads)).toEqual(new Set(['changed_files']))
})
