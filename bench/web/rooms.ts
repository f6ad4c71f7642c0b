import { type BrowserContext, chromium } from 'playwright-core'
import { type Figure, median, quantile } from '../measure.ts'
import { addRooms, type RoomsSurvey } from '../server/rooms.ts'
import { openSite, type Site } from '../server/site.ts'
import { addTemplate, roomsTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import {
  actToPaint,
  firstField,
  keysToPaint,
  openPhone,
  type Phone,
  settled,
  signIn,
  weigh,
} from './phone.ts'

/** The second beside the first shows whether what one does costs more where there are more rooms. */
const sizes = [30, 300]
const runs = 5

interface Run {
  readonly open: number
  readonly keyP95: number
  readonly last: number
  readonly add: number
  readonly heap: number
  readonly nodes: number
}

/**
 * A survey of 300 rooms with 3,000 photos on a phone-sized page with the processor slowed four times: opened
 * from the device, led to its last room, and given one more; beside the same with 30 rooms.
 */
export async function benchRooms(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await chromium.launch(await launchOptions())
  try {
    await addTemplate(site.dataDir, roomsTemplate())
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(context, site)
    const medians: Run[] = []
    for (const size of sizes) {
      const survey = await addRooms(site, size)
      await measure(context, site, survey)
      const all: Run[] = []
      for (let run = 0; run < runs; run++) all.push(await measure(context, site, survey))
      medians.push(medianOf(all))
    }
    return figuresOf(medians)
  } finally {
    await browser.close()
    await site.close()
  }
}

function medianOf(all: readonly Run[]): Run {
  const of = (key: keyof Run) => median(all.map((run) => run[key]))
  return {
    open: of('open'),
    keyP95: of('keyP95'),
    last: of('last'),
    add: of('add'),
    heap: of('heap'),
    nodes: of('nodes'),
  }
}

function figuresOf([few, many]: readonly Run[]): Figure[] {
  const figure = (name: string, key: keyof Run, unit: string): Figure => ({
    name: `300 rooms, 3,000 photos: ${name}`,
    value: many?.[key] ?? Number.NaN,
    unit,
    baseline: { name: '30 rooms, 300 photos', value: few?.[key] ?? Number.NaN },
  })
  return [
    figure('first usable field', 'open', 'ms'),
    figure('key to paint while opening, p95', 'keyP95', 'ms'),
    figure('to the last room', 'last', 'ms'),
    figure('one more room', 'add', 'ms'),
    figure('JavaScript heap', 'heap', 'MiB'),
    figure('elements', 'nodes', ''),
  ]
}

async function measure(context: BrowserContext, site: Site, survey: RoomsSurvey): Promise<Run> {
  const phone = await openPhone(context)
  const base = `/survey/${survey.template}/${survey.survey}/${survey.section}`
  const open = await firstField(phone, site.server.address + base)
  await phone.page.locator('textarea').first().focus()
  const keyP95 = quantile(await keysToPaint(phone, 'northclosetwithtworacks'), 0.95)
  await settled(phone)
  const last = await toRoom(phone, base, survey.rooms.at(-1) ?? '')
  await settled(phone)
  const weight = await weigh(phone)
  const add = await addRoom(phone)
  await removeAdded(phone)
  await phone.page.close()
  return { open, keyP95, last, add, ...weight }
}

/** As a link inside the page leads there. */
function toRoom(phone: Phone, base: string, room: string): Promise<number> {
  return actToPaint(
    phone,
    ({ to }) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    ({ part }) => {
      const field = document.getElementById(part)?.querySelector('textarea')
      const top = field?.getBoundingClientRect().top ?? -1
      return top > 0 && top < innerHeight
    },
    { to: `${base}/${room}`, part: `part-${room}` },
  )
}

function addRoom(phone: Phone): Promise<number> {
  return actToPaint(
    phone,
    () => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent === 'Add a room')?.click()
    },
    () => {
      const open = [...document.querySelectorAll('[aria-expanded=true]')].at(-1)
      const field = open?.closest('[id^=part-]')?.querySelector('textarea')
      const top = field?.getBoundingClientRect().top ?? -1
      return field?.value === '' && top > 0 && top < innerHeight
    },
    null,
  )
}

/** So that the next run finds as many. */
async function removeAdded({ page }: Phone): Promise<void> {
  await page
    .locator('[id^=part-]')
    .last()
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Remove|Delete|Yes)/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('status').filter({ hasText: 'server' }).waitFor()
}
