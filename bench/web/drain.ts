import { type BrowserContext, chromium } from 'playwright-core'
import { uploadMedia } from '#contract/media/media.ts'
import { autoSave } from '#contract/surveys/surveys.ts'
import type { Figure } from '../measure.ts'
import { somePhoto } from '../server/photo.ts'
import { openSite, type Site } from '../server/site.ts'
import { addTemplate, roomsTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import { signIn } from './phone.ts'
import { lay, photoField, type Rooms, roomsOf, valueField } from './waiting-rows.ts'

const saves = 200
const photos = 50

/**
 * How fast a day's work is sent once online: 200 saves of as many rooms and 50 photos of half a megabyte of
 * one survey, in order; compared to the same calls made sequentially by a program.
 */
export async function benchDrain(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await chromium.launch(await launchOptions())
  try {
    await addTemplate(site.dataDir, roomsTemplate())
    const pictures = await Promise.all(Array.from({ length: photos }, (_, at) => somePhoto(at)))
    const plain = await plainly(site, await roomsOf(site, saves), pictures)
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(context, site)
    const drained = await fromDevice(context, site, pictures)
    const rate = (milliseconds: number) => ((saves + photos) / milliseconds) * 1_000
    return [
      {
        name: `${saves} saves and ${photos} photos sent`,
        value: rate(drained),
        unit: 'entries/s',
        baseline: { name: 'plain calls one after the other', value: rate(plain) },
      },
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}

async function plainly({ api }: Site, rooms: Rooms, pictures: readonly Uint8Array<ArrayBuffer>[]) {
  const began = performance.now()
  for (const part of rooms.parts) {
    const { id } = valueField(part)
    await api.call(autoSave, {
      body: {
        user_survey_id: rooms.survey,
        user_survey_sections_attributes: [
          {
            id: rooms.section,
            user_survey_sub_sections_attributes: [
              { id: part.id, user_survey_sub_section_details_attributes: [{ id, field_value: '7' }] },
            ],
          },
        ],
      },
    })
  }
  for (const [at, picture] of pictures.entries()) {
    const form = new FormData()
    form.append('user_survey_media[user_survey_sub_section_detail_id]', photoField(rooms.parts[at]))
    form.append('user_survey_media[photos][]', new Blob([picture], { type: 'image/jpeg' }), `${at}.jpg`)
    await api.upload(uploadMedia, form, crypto.randomUUID())
  }
  return performance.now() - began
}

async function fromDevice(context: BrowserContext, site: Site, pictures: readonly Uint8Array[]) {
  const rooms = await roomsOf(site, saves)
  const taken = pictures.map((_, place) => ({ part: rooms.parts[place], picture: place }))
  await lay(context, site, rooms, { saved: rooms.parts, taken, pictures })
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(rooms.address)
  await page.evaluate(untilSent)
  const time = performance.now() - began
  await page.close()
  return time
}

/** Runs in the page: resolves when the outbox is empty. */
async function untilSent(): Promise<void> {
  const database = await new Promise<IDBDatabase>((opened) => {
    const request = indexedDB.open('fieldbook')
    request.onsuccess = () => opened(request.result)
  })
  const waiting = () =>
    new Promise<number>((counted) => {
      const request = database.transaction('outbox').objectStore('outbox').count()
      request.onsuccess = () => counted(request.result)
    })
  while ((await waiting()) > 0) await new Promise((soon) => setTimeout(soon, 50))
  database.close()
}
