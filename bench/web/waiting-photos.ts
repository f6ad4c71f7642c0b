import { type BrowserContext, chromium } from 'playwright-core'
import { type Figure, median, quantile } from '../measure.ts'
import { somePhoto } from '../server/photo.ts'
import { openSite, type Site } from '../server/site.ts'
import { addTemplate, roomsTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import { firstField, keysToPaint, openPhone, settled, signIn, weigh } from './phone.ts'
import { lay, type Rooms, roomsOf } from './waiting-rows.ts'

const rooms = 60
/** Photos per room: six in all, and six hundred. */
const few = 0.1
const many = 10
const runs = 5
const words = 'northclosetwithtworacks'

interface Run {
  readonly open: number
  readonly keyP95: number
  readonly heap: number
}

/**
 * Unsent photos of half a megabyte on an offline phone, CPU slowed four times: time to open the form, key
 * latency, and memory; compared to six photos.
 */
export async function benchWaitingPhotos(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await chromium.launch(await launchOptions())
  try {
    await addTemplate(site.dataDir, roomsTemplate())
    const pictures = await Promise.all(Array.from({ length: 10 }, (_, at) => somePhoto(at)))
    const surveys: { context: BrowserContext; survey: Rooms }[] = []
    for (const each of [few, many]) {
      // A separate device for each, because unsent work of other surveys counts in every form.
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      await signIn(context, site)
      const survey = await roomsOf(site, rooms)
      await visit(context, site, survey)
      const taken = Array.from({ length: rooms * each }, (_, at) => ({
        part: survey.parts[Math.floor(at / Math.max(1, each))],
        picture: at % pictures.length,
      }))
      await lay(context, site, survey, { saved: [], taken, pictures })
      surveys.push({ context, survey })
    }
    await site.server.stop()
    const medians: Run[] = []
    for (const { context, survey } of surveys) {
      const all: Run[] = []
      for (let run = 0; run < runs; run++) all.push(await measure(context, survey))
      const of = (key: keyof Run) => median(all.map((one) => one[key]))
      medians.push({ open: of('open'), keyP95: of('keyP95'), heap: of('heap') })
    }
    return figuresOf(medians)
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Stores the program on the device, which then needs no server. */
async function visit(context: BrowserContext, site: Site, survey: Rooms): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${site.server.address}/dashboard`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto(survey.address)
  await page.locator('textarea').first().waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
}

async function measure(context: BrowserContext, survey: Rooms): Promise<Run> {
  const phone = await openPhone(context)
  const open = await firstField(phone, survey.address)
  await phone.page.locator('textarea').first().focus()
  const keyP95 = quantile(await keysToPaint(phone, words), 0.95)
  await settled(phone)
  const { heap } = await weigh(phone)
  await phone.page.close()
  return { open, keyP95, heap }
}

function figuresOf([less, more]: readonly Run[]): Figure[] {
  const figure = (name: string, key: keyof Run, unit: string): Figure => ({
    name: `${rooms * many} photos waiting without a server: ${name}`,
    value: more?.[key] ?? Number.NaN,
    unit,
    baseline: { name: `${rooms * few} photos`, value: less?.[key] ?? Number.NaN },
  })
  return [
    figure('first usable field', 'open', 'ms'),
    figure('key to paint, p95', 'keyP95', 'ms'),
    figure('JavaScript heap', 'heap', 'MiB'),
  ]
}
