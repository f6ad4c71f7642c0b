import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { v7 as newId } from 'uuid'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { type Figure, quantile } from '../measure.ts'
import { openSite, type Site } from '../server/site.ts'
import { addTemplate, largeTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import { firstField, keysToPaint, openPhone, settled, signIn } from './phone.ts'

const runs = 3
const words = 'northclosetwithtworacksandonespare'

interface Times {
  /** Milliseconds from each key to the next paint. */
  readonly paint: number[]
  /** Milliseconds of each transaction with unsent work. */
  readonly stored: number[]
  /** Milliseconds from each write of the second record to its flush. */
  readonly flushed: number[]
}

/**
 * The cost per key of flushing unsent work twice (strict transactions and the second record), compared to the
 * same app without either, on a profile on disk.
 */
export async function benchSecondRecord(): Promise<Figure[]> {
  const site = await openSite()
  const [own, without] = [await openProfile(site), await openProfile(site, turnOff)]
  try {
    const address = site.server.address + (await openSurvey(site))
    const [ours, floor]: [Times, Times] = [none(), none()]
    for (let run = 0; run <= runs; run++) {
      // The first visit stores survey and program on the device.
      await measure(without.context, address, run > 0 ? floor : none())
      await measure(own.context, address, run > 0 ? ours : none())
    }
    const figure = (name: string, key: keyof Times, share: number): Figure => ({
      name,
      value: quantile(ours[key], share),
      unit: 'ms',
      ...(floor[key].length > 0 && {
        baseline: { name: 'without strict transactions and record', value: quantile(floor[key], share) },
      }),
    })
    return [
      figure('key to paint, p95', 'paint', 0.95),
      figure('transaction of a key, median', 'stored', 0.5),
      figure('transaction of a key, p95', 'stored', 0.95),
      figure('write of the second record to its flush, median', 'flushed', 0.5),
      figure('write of the second record to its flush, p95', 'flushed', 0.95),
    ]
  } finally {
    await own.close()
    await without.close()
    await site.close()
  }
}

function none(): Times {
  return { paint: [], stored: [], flushed: [] }
}

async function openProfile(site: Site, script?: () => void) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-bench-'))
  const viewport = { width: 390, height: 844 }
  const context = await chromium.launchPersistentContext(folder, { ...(await launchOptions()), viewport })
  if (script) await context.addInitScript(script)
  await context.addInitScript(watchWrites)
  await signIn(context, site)
  return {
    context,
    close: async () => {
      await context.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

async function openSurvey({ api, dataDir }: Site): Promise<string> {
  const template = largeTemplate(500)
  await addTemplate(dataDir, template)
  const id = newId()
  const made = await api.call(createSurvey, {
    body: { id, survey_template_id: template.id, survey_name: 'Large', owner_name: 'Bench' },
  })
  return `/survey/${template.id}/${id}/${made?.body.data.attributes.user_survey_sections[0]?.id ?? ''}`
}

async function measure(context: BrowserContext, address: string, times: Times): Promise<void> {
  const phone = await openPhone(context)
  await firstField(phone, address)
  await settled(phone)
  await phone.page.locator('textarea, input[type=text]:not([role])').first().focus()
  times.paint.push(...(await keysToPaint(phone, words)))
  await settled(phone)
  const { stored, flushed } = await writesOf(phone.page)
  times.stored.push(...stored)
  times.flushed.push(...flushed)
  await phone.page.close()
}

type Writes = Omit<Times, 'paint'>

function writesOf(page: Page): Promise<Writes> {
  return page.evaluate(() => (window as unknown as { writes: Writes }).writes)
}

/** Runs in the page: measures transactions of unsent work, and writes of the second record. */
function watchWrites(): void {
  const writes: Writes = { stored: [], flushed: [] }
  Object.assign(window, { writes })
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const begun = begin.call(this, stores, mode, options)
    const start = performance.now()
    if (mode === 'readwrite' && [stores].flat().includes('outbox'))
      begun.addEventListener('complete', () => writes.stored.push(performance.now() - start))
    return begun
  }
  const post = Worker.prototype.postMessage
  const watched = new WeakSet<Worker>()
  Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
    const start = performance.now()
    if (!watched.has(this))
      this.addEventListener('message', ({ data }) => {
        if (data && typeof data === 'object' && 'size' in data) {
          for (const at of waiting.splice(0)) writes.flushed.push(performance.now() - at)
        }
      })
    watched.add(this)
    waiting.push(start)
    return post.apply(this, given as never)
  }
  const waiting: number[] = []
}

/** Runs in the page: disables strict transactions and the second record. */
function turnOff(): void {
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode) {
    return begin.call(this, stores, mode)
  }
  const request = navigator.locks.request.bind(navigator.locks) as (...given: unknown[]) => Promise<unknown>
  Object.assign(navigator.locks, {
    request: (...given: unknown[]) =>
      given[0] === 'fieldbook-unsent-record' ? new Promise(() => undefined) : request(...given),
  })
}
