import { once } from 'node:events'
import { createServer } from 'node:http'
import { type BrowserContext, chromium } from 'playwright-core'
import { v7 as newId } from 'uuid'
import { createSurvey } from '#contract/surveys.ts'
import { type Figure, median, quantile } from '../measure.ts'
import { addLargeTemplate } from '../server/database.ts'
import { openSite, type Site } from '../server/site.ts'
import { launchOptions } from './browser.ts'

const fields = 500
const slower = 4
const keys = 40
const runs = 5

interface Typing {
  /** Navigation to the first field that takes a key. */
  readonly usable: number
  readonly keyP95: number
}

/**
 * Opens a section of 500 fields on a phone-sized page with the processor slowed four times, types into the
 * middle of it, and does the same with a page of as many plain inputs that does nothing else.
 */
export async function benchForm(): Promise<Figure[]> {
  const site = await openSite()
  const plain = await plainPage()
  const browser = await chromium.launch(await launchOptions())
  try {
    const path = await openLargeSurvey(site)
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(context, site)
    const [ours, floor]: [Typing[], Typing[]] = [[], []]
    for (let run = 0; run < runs; run++) {
      floor.push(await measure(context, plain.address))
      ours.push(await measure(context, site.server.address + path))
    }
    const usable = { name: 'plain inputs', value: median(floor.map((one) => one.usable)) }
    const key = { name: 'plain inputs', value: median(floor.map((one) => one.keyP95)) }
    return [
      {
        name: 'section of 500 fields: first usable field',
        value: median(ours.map((one) => one.usable)),
        unit: 'ms',
        baseline: usable,
      },
      {
        name: 'section of 500 fields: key to paint, p95',
        value: median(ours.map((one) => one.keyP95)),
        unit: 'ms',
        baseline: key,
      },
    ]
  } finally {
    await browser.close()
    plain.close()
    await site.close()
  }
}

async function openLargeSurvey({ api, dataDir }: Site): Promise<string> {
  const template = await addLargeTemplate(dataDir, fields)
  const id = newId()
  const made = await api.call(createSurvey, {
    body: { id, survey_template_id: template.id, survey_name: 'Large', owner_name: 'Bench' },
  })
  return `/survey/${template.id}/${id}/${made?.body.data.attributes.user_survey_sections[0]?.id ?? ''}`
}

async function signIn(context: BrowserContext, site: Site): Promise<void> {
  const page = await context.newPage()
  await page.goto(site.server.address)
  await page.getByLabel('Email').fill(site.email)
  await page.getByLabel('Password', { exact: true }).fill(site.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
  await page.close()
}

async function measure(context: BrowserContext, address: string): Promise<Typing> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(watchKeys)
  await page.goto(address, { waitUntil: 'commit' })
  const field = page.locator('textarea, input[type=text], input:not([type])').nth(20)
  await field.focus()
  const usable = await page.evaluate(() => performance.now())
  for (let count = 0; count < keys; count++) {
    const done = page.waitForFunction(
      (wanted) => (window as unknown as Watched).painted.length >= wanted,
      count + 1,
    )
    await page.keyboard.press('a')
    await done
  }
  const painted = await page.evaluate(() => (window as unknown as Watched).painted)
  await page.close()
  return { usable, keyP95: quantile(painted, 0.95) }
}

interface Watched {
  painted: number[]
}

/** In the page: from a key's own time stamp to the frame after it was painted. */
function watchKeys(): void {
  const watched = window as unknown as Watched
  watched.painted = []
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => watched.painted.push(performance.now() - timeStamp)
        channel.port2.postMessage(0)
      })
    },
    true,
  )
}

/** As many inputs as the section has fields, in plain HTML. */
async function plainPage() {
  const inputs = Array.from(
    { length: fields },
    (_, at) => `<p><label>Field ${at + 1}<br><input type=text></label></p>`,
  ).join('')
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Plain</title>${inputs}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
