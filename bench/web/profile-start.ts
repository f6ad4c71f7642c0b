import { chromium } from 'playwright-core'
import { addRooms } from '../server/rooms.ts'
import { openSite } from '../server/site.ts'
import { addTemplate, roomsTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import { firstField, openPhone, settled, signIn } from './phone.ts'

/** The parts of a Chromium trace event that are read; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** CPU time, unaffected by other programs. */
  readonly tdur?: number
  readonly args: {
    readonly name?: string
    readonly data?: { readonly documentLoaderURL?: string }
  }
}

const rooms = 30
const categories = [
  'blink.user_timing',
  'devtools.timeline',
  'v8',
  'v8.execute',
  'disabled-by-default-v8.compile',
  'toplevel',
]

/**
 * `node bench/web/profile-start.ts` loads a stored form of 30 rooms, and prints the main thread's work until
 * the first field is editable: CPU milliseconds by kind, without nested work.
 */
const site = await openSite()
const browser = await chromium.launch(await launchOptions())
try {
  await addTemplate(site.dataDir, roomsTemplate())
  const { template, survey, section } = await addRooms(site, rooms)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(context, site)
  const path = `/survey/${template}/${survey}/${section}`
  for (let visit = 0; visit < 2; visit++) {
    const phone = await openPhone(context)
    await firstField(phone, site.server.address + path)
    await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await settled(phone)
    await phone.page.close()
  }
  const phone = await openPhone(context)
  const events: TraceEvent[] = []
  phone.session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await phone.session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  const usable = await firstField(phone, site.server.address + path)
  const complete = new Promise((resolve) => phone.session.once('Tracing.tracingComplete', resolve))
  await phone.session.send('Tracing.end')
  await complete
  print(ownTimes(events, path, usable), usable)
} finally {
  await browser.close()
  await site.close()
}

function ownTimes(events: readonly TraceEvent[], path: string, usable: number): ReadonlyMap<string, number> {
  const isStart = ({ name, args }: TraceEvent) =>
    name === 'navigationStart' && args.data?.documentLoaderURL?.endsWith(path) === true
  const start = events.findLast(isStart)
  if (!start) throw new Error('The trace has no navigation')
  const thread = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === start.pid && args.name === 'CrRendererMain',
  )
  const within = ({ ph, pid, tid, ts }: TraceEvent) =>
    ph === 'X' && pid === start.pid && tid === thread?.tid && ts >= start.ts && ts < start.ts + usable * 1_000
  const own = new Map<string, number>()
  const add = (name: string, time: number) => own.set(name, (own.get(name) ?? 0) + time)
  const around: TraceEvent[] = []
  for (const event of events.filter(within).sort((a, b) => a.ts - b.ts)) {
    const isOver = (one: TraceEvent | undefined) => one !== undefined && one.ts + (one.dur ?? 0) <= event.ts
    while (isOver(around.at(-1))) around.pop()
    const parent = around.at(-1)
    add(event.name, event.tdur ?? 0)
    if (parent) add(parent.name, -(event.tdur ?? 0))
    around.push(event)
  }
  return own
}

function print(own: ReadonlyMap<string, number>, usable: number): void {
  const sum = [...own.values()].reduce((total, time) => total + time, 0)
  console.log(
    `first usable field after ${usable.toFixed(0)} ms, ${(sum / 1_000).toFixed(0)} ms on the processor`,
  )
  for (const [name, time] of [...own].sort((a, b) => b[1] - a[1]).slice(0, 20))
    console.log(`${(time / 1_000).toFixed(1).padStart(8)} ms  ${name}`)
}
