import { type BrowserContext, chromium } from 'playwright-core'
import { v7 as newId } from 'uuid'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { type Figure, median, quantile } from '../measure.ts'
import { openSite, type Site } from '../server/site.ts'
import { addTemplate, largeTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import {
  firstField,
  focusAt,
  keysToPaint,
  openPhone,
  reloadToField,
  settled,
  signIn,
  weigh,
} from './phone.ts'
import { plainPages } from './plain.ts'

const sizes = [500, 2_000]
const runs = 5
/** Typed into the first field as soon as it appears, and into one in the middle later. */
const words = 'northclosetwithtworacks'

interface Run {
  readonly usable: number
  readonly keyP95: number
  readonly heap: number
  readonly nodes: number
  readonly reload: number
}

/**
 * Opens sections of 500 and 2,000 fields on a phone-sized page, CPU slowed four times, types into them and
 * reloads them; compared to plain pages with as many inputs.
 */
export async function benchForm(): Promise<Figure[]> {
  const site = await openSite()
  const plain = await plainPages()
  const browser = await chromium.launch(await launchOptions())
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(context, site)
    const figures: Figure[] = []
    for (const fields of sizes) {
      const address = site.server.address + (await openLargeSurvey(site, fields))
      // The first visit stores survey and program on the device.
      await measure(context, address)
      const [ours, floor]: [Run[], Run[]] = [[], []]
      for (let run = 0; run < runs; run++) {
        floor.push(await measure(context, plain.address(fields)))
        ours.push(await measure(context, address))
      }
      figures.push(...figuresOf(`section of ${fields} fields`, ours, floor))
    }
    return figures
  } finally {
    await browser.close()
    plain.close()
    await site.close()
  }
}

function figuresOf(what: string, ours: readonly Run[], floor: readonly Run[]): Figure[] {
  const figure = (name: string, key: keyof Run, unit: string): Figure => ({
    name: `${what}: ${name}`,
    value: median(ours.map((run) => run[key])),
    unit,
    baseline: { name: 'plain inputs', value: median(floor.map((run) => run[key])) },
  })
  return [
    figure('first usable field', 'usable', 'ms'),
    figure('key to paint, p95', 'keyP95', 'ms'),
    figure('JavaScript heap', 'heap', 'MiB'),
    figure('elements', 'nodes', ''),
    figure('reload to first usable field', 'reload', 'ms'),
  ]
}

async function openLargeSurvey({ api, dataDir }: Site, fields: number): Promise<string> {
  const template = largeTemplate(fields)
  await addTemplate(dataDir, template)
  const id = newId()
  const made = await api.call(createSurvey, {
    body: { id, survey_template_id: template.id, survey_name: 'Large', owner_name: 'Bench' },
  })
  return `/survey/${template.id}/${id}/${made?.body.data.attributes.user_survey_sections[0]?.id ?? ''}`
}

async function measure(context: BrowserContext, address: string): Promise<Run> {
  const phone = await openPhone(context)
  const usable = await firstField(phone, address)
  await phone.page.locator('textarea, input[type=text]:not([role])').first().focus()
  const atOnce = await keysToPaint(phone, words)
  await settled(phone)
  await focusAt(phone, 0.5)
  const later = await keysToPaint(phone, words)
  await settled(phone)
  // Before measuring memory, whose garbage collections discard compiled code that a reload reuses.
  const reload = await reloadToField(phone)
  await settled(phone)
  const weight = await weigh(phone)
  await phone.page.close()
  return {
    usable,
    keyP95: quantile([...atOnce, ...later], 0.95),
    ...weight,
    reload,
  }
}
