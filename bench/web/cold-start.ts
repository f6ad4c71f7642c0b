import { chromium } from 'playwright-core'
import { type Figure, median } from '../measure.ts'
import { addRooms } from '../server/rooms.ts'
import { openSite } from '../server/site.ts'
import { addTemplate, roomsTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import { firstField, openPhone, settled, signIn } from './phone.ts'

const runs = 5
const rooms = 30

/**
 * Opens the app cold on a survey of 30 rooms, CPU slowed four times: offline from the device's storage,
 * compared to the same with the server.
 */
export async function benchColdStart(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await chromium.launch(await launchOptions())
  try {
    await addTemplate(site.dataDir, roomsTemplate())
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(context, site)
    const { template, survey, section } = await addRooms(site, rooms)
    const address = `${site.server.address}/survey/${template}/${survey}/${section}`
    const measure = async () => {
      const phone = await openPhone(context)
      const time = await firstField(phone, address)
      await settled(phone)
      await phone.page.close()
      return time
    }
    // The first visit stores survey and program on the device.
    await measure()
    const page = await context.newPage()
    await page.goto(`${site.server.address}/dashboard`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.reload()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.close()
    const [online, offline]: [number[], number[]] = [[], []]
    for (let run = 0; run < runs; run++) online.push(await measure())
    await site.server.stop()
    for (let run = 0; run < runs; run++) offline.push(await measure())
    return [
      {
        name: 'cold start without a server: first usable field',
        value: median(offline),
        unit: 'ms',
        baseline: { name: 'with the server', value: median(online) },
      },
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}
