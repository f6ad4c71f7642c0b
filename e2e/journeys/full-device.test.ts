import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media, type PickedFile } from '../screens/media.ts'

const megabyte = 1_048_576
const words = 'All of the third floor is behind the locked grille; the porter has gone home. '

/** Set before the site is opened: the browser caches the quota and reports it late. */
async function allowLittle(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 6 * megabyte })
}

/** Larger than the remaining space. */
async function largePhoto(name: string): Promise<PickedFile> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#777', noise } })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg({ quality: 92 }).toBuffer() }
}

/** Fills the remaining space, like another part of the site. */
async function fillUp(): Promise<void> {
  const filler = await new Promise<IDBDatabase>((opened) => {
    const asked = indexedDB.open('filler', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore('bytes', { autoIncrement: true })
    asked.onsuccess = () => opened(asked.result)
  })
  const put = (length: number) =>
    new Promise<boolean>((done) => {
      const work = filler.transaction('bytes', 'readwrite')
      work.objectStore('bytes').put(crypto.getRandomValues(new Uint8Array(length)))
      work.oncomplete = () => done(true)
      work.onabort = () => done(false)
    })
  for (const length of [65_536, 1_024]) while (await put(length));
  filler.close()
}

test('on a full device a chosen photo is rejected, and typed text is stored and sent', async ({
  site,
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await allowLittle(page, site.address)
  await openAs(page, surveyor, formAddress(survey))
  const fields = form(page)
  await fields.input('Property name').fill('Hill')
  await fields.syncLine.getByText(/On the server/).waitFor()
  const stores = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(stores).toContain('fieldbook-reserve')

  await page.context().setOffline(true)
  const field = media(page, 'Overview')
  const photo = await largePhoto('1.jpg')
  const refuse = async () => {
    await field.open()
    await field.pick([photo])
    await field.dialog.getByText(/no space for 1\.jpg\. Send waiting changes/).waitFor()
    await field.close.click()
    await field.dialog.waitFor({ state: 'hidden' })
  }
  await refuse()
  // Text written before the browser has freed the rejected photo's space uses the reserve; the next attempted
  // photo restores it.
  const isLaidBy = async () => {
    const there = (await stores()).includes('fieldbook-reserve')
    if (!there) await refuse()
    return there
  }
  await expect.poll(isLaidBy).toBe(true)
  await page.evaluate(fillUp)
  // The reserve for text is given up for it.
  await fields.input('Property name').fill('Hill House')
  await fields.syncLine.getByText(/on this device/).waitFor()
  await fields.input('Address').fill(words.repeat(50))
  await expect.poll(stores).not.toContain('fieldbook-reserve')

  // Verifies that it is on the device, because a new page must find it.
  await page.context().setOffline(false)
  await page.reload()
  const arrived = async () => {
    const read = await readSurvey(surveyor, survey.id)
    return ['Property name', 'Address'].map((name) => answerOf(read, 'Property and visit', name).field_value)
  }
  await expect.poll(arrived).toEqual(['Hill House', words.repeat(50)])
})
