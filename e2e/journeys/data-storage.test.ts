import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { storage, withoutServer } from '../screens/storage.ts'
import { isSoak } from '../sizes.ts'

const firstSection = 'Property and visit'

/** The other order with `npm run soak`; any order of both is a property test of the bundle. */
const firsts = isSoak ? (['exporting', 'importing'] as const) : (['importing'] as const)

test.for(firsts)(
  'unsent work exported to another device arrives once, the %s one first',
  async (first, { visit, surveyor }) => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldbook-parcel-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'parcel.zip')
    const survey = await startSurvey(surveyor)
    const here = await visit('phone', { bypassCSP: true })
    await openAs(here, surveyor, formAddress(survey))
    await form(here).input('Property name').waitFor()
    const back = await withoutServer(here)
    await form(here).input('Property name').fill('Hill House')
    const field = media(here, 'Overview')
    await field.open()
    await field.pick([await photo('1.jpg', 1), await photo('2.jpg', 2)])
    await field.close.click()
    await expect.poll(() => field.photos.count()).toBe(2)

    const screen = storage(here)
    await screen.open()
    await screen.queue.getByText('1 answer, 2 photos').waitFor()
    await here.getByRole('link', { name: /3 changes wait since .* Open data storage/ }).waitFor()
    expect(await seriousOn(here)).toEqual([])
    await screen.exportTo(file)
    await screen.carry.getByText('3 changes are in the file.').waitFor()
    // Answers typed after the export are sent by this device.
    await here.goto(formAddress(survey))
    await form(here).input('Address').fill('12 Hill Road')
    await form(here)
      .syncLine.getByText(/on this device/)
      .waitFor()

    const there = await visit('desktop')
    await openAs(there, surveyor, '/dashboard')
    const other = storage(there)
    if (first === 'exporting') {
      await back()
      await screen.open()
      await screen.nothingWaits.waitFor()
    }
    await other.open()
    await other.import(file)
    await other.carry.getByText(/3 changes were imported/).waitFor()
    await other.nothingWaits.waitFor()
    await other.import(file)
    await other.carry.getByText('Everything in this file is already on this device.').waitFor()
    if (first === 'importing') {
      await back()
      await screen.open()
      await screen.sendNow.click()
      await screen.nothingWaits.waitFor()
    }

    for (const device of [screen, other]) {
      await device.open()
      await device.nothingWaits.waitFor()
    }
    const arrived = await readSurvey(surveyor, survey.id)
    expect(answerOf(arrived, firstSection, 'Property name')).toMatchObject({
      field_value: 'Hill House',
      revision: 1,
    })
    expect(answerOf(arrived, firstSection, 'Address').field_value).toBe('12 Hill Road')
    const { photos } = answerOf(arrived, firstSection, 'Overview')
    expect(photos.map(({ filename }) => filename).sort()).toEqual(['1.jpg', '2.jpg'])
    for (const page of [here, there]) {
      await page.goto(formAddress(survey))
      await expect.poll(() => form(page).syncLine.textContent()).toContain('On the server')
      await expect.poll(() => form(page).input('Address').inputValue()).toBe('12 Hill Road')
      expect(await page.getByText(/Another device/).count()).toBe(0)
    }
  },
)
