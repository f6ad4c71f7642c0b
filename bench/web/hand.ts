import { type BrowserContext, chromium } from 'playwright-core'
import { t } from '#web/lib/language/translate.ts'
import { type Figure, median, quantile } from '../measure.ts'
import { openSite } from '../server/site.ts'
import { addUnits, firstUnit, sectionBefore, type UnitsSurvey, unitSection } from '../server/units.ts'
import { launchOptions } from './browser.ts'
import { firstField, keysToPaint, openPhone, type Phone, reloadToField, settled, signIn } from './phone.ts'
import { plainPages } from './plain.ts'
import { processorTime, type Took, tapToPaint } from './tap-to-paint.ts'

const units = 100
/** Fields of one unit; the plain page has as many inputs. */
const fieldsOfUnit = 17
const runs = 3
const words = 'northwindowsticks'

/** The touch actions, each measured in milliseconds of wall-clock time and of the renderer's CPU time. */
type Act = 'add' | 'dialog' | 'jump' | 'next' | 'back' | 'reload' | 'key'

type Times = Map<Act, Took[]>

const names: Readonly<Record<Act, string>> = {
  add: 'the next unit, its number focused',
  dialog: "'Go to unit' open",
  jump: 'a unit from the list of units',
  next: 'next section, of 100 units',
  back: 'previous section',
  reload: 'reload to the last field',
  key: 'key to paint',
}

/**
 * A survey of 100 units on a phone, CPU slowed four times, used by touch: from each tap to the paint of its
 * result. Compared to a plain page whose tap replaces as many inputs.
 */
export async function benchHand(): Promise<Figure[]> {
  const site = await openSite()
  const plain = await plainPages()
  const browser = await chromium.launch(await launchOptions())
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await signIn(context, site)
    const survey = await addUnits(site, units)
    const [ours, floor]: [Times, Times] = [new Map(), new Map()]
    // The first visit stores survey and program on the device.
    for (let run = 0; run <= runs; run++) {
      await measurePlain(context, plain.withAnother(fieldsOfUnit), run > 0 ? floor : new Map())
      await measureHand(context, site.server.address, survey, run > 0 ? ours : new Map())
    }
    return figuresOf(ours, floor)
  } finally {
    await browser.close()
    plain.close()
    await site.close()
  }
}

function figuresOf(ours: Times, floor: Times): Figure[] {
  return [...ours].flatMap(([act, took]): Figure[] => {
    const share = act === 'key' ? 0.95 : 0.5
    const word = act === 'key' ? 'p95' : 'median'
    const clock = (one: Took) => one.clock
    const base = (act === 'key' || act === 'reload' ? floor.get(act) : floor.get('add')) ?? []
    const baseline = { name: 'plain inputs', value: quantile(base.map(clock), share) }
    const name = `survey of ${units} units: ${names[act]}`
    const figures: Figure[] = [
      { name: `${name}, ${word}`, value: quantile(took.map(clock), share), unit: 'ms', baseline },
    ]
    if (act !== 'key')
      figures.push(
        { name: `${name}, slowest`, value: Math.max(...took.map(clock)), unit: 'ms' },
        {
          name: `${name}, on the processor`,
          value: median(took.map((one) => one.processor)),
          unit: 'ms',
          baseline: { name: 'plain inputs', value: median(base.map((one) => one.processor)) },
        },
      )
    return figures
  })
}

function noteTime(times: Times, act: Act, took: Took): void {
  times.set(act, [...(times.get(act) ?? []), took])
}

async function measurePlain(context: BrowserContext, address: string, times: Times): Promise<void> {
  const phone = await openPhone(context)
  await firstField(phone, address)
  await settled(phone)
  const another = phone.page.getByRole('button')
  for (let time = 0; time < 3; time++) {
    const isFocused = () => document.activeElement instanceof HTMLTextAreaElement
    await phone.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    noteTime(times, 'add', await tapToPaint(phone, another, isFocused, ''))
    await settled(phone)
  }
  for (const clock of await keysToPaint(phone, words)) noteTime(times, 'key', { clock, processor: 0 })
  await settled(phone)
  const clock = await reloadToField(phone)
  noteTime(times, 'reload', { clock, processor: await processorTime(phone) })
  await phone.page.close()
}

/** One visit: opened from the device, through two sections, three units added, three jumped to, and a reload. */
async function measureHand(
  context: BrowserContext,
  address: string,
  survey: UnitsSurvey,
  times: Times,
): Promise<void> {
  const phone = await openPhone(context)
  const before = survey.sections[sectionBefore] ?? ''
  await firstField(phone, `${address}/survey/${survey.template}/${survey.survey}/${before}`)
  await settled(phone)
  const steps = handSteps(phone, survey)
  const timed = async (act: Act, step: () => Promise<Took>) => noteTime(times, act, await step())
  await timed('next', steps.next)
  await settled(phone)
  for (const unit of [57, 8, 93]) {
    await timed('dialog', steps.openDialog)
    await phone.page.keyboard.type(String(firstUnit + unit))
    await timed('jump', () => steps.jump(unit))
    await settled(phone)
  }
  for (let added = 0; added < 3; added++) {
    await timed('add', steps.add)
    // At once, while the new unit is stored and sent.
    const keys = await keysToPaint(phone, ' b')
    for (const clock of keys) noteTime(times, 'key', { clock, processor: 0 })
    await settled(phone)
  }
  await timed('back', steps.back)
  await timed('next', steps.next)
  await settled(phone)
  await steps.openDialog()
  await phone.page.keyboard.type(String(firstUnit + 77))
  await steps.jump(77)
  await settled(phone)
  const notes = `#part-${survey.units[77]} textarea`
  await phone.page.locator(notes).last().tap()
  for (const clock of await keysToPaint(phone, words)) noteTime(times, 'key', { clock, processor: 0 })
  await settled(phone)
  await timed('reload', () => steps.reload(survey.units[77] ?? ''))
  await phone.page.close()
}

function handSteps(phone: Phone, survey: UnitsSurvey) {
  const { page } = phone
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const isAtSection = (name: string) => {
    const field = [...document.querySelectorAll('[id^=field-]')].find((one) => {
      const { top, height } = one.getBoundingClientRect()
      return height > 0 && top > 0 && top < innerHeight
    })
    return document.getElementById('section-title')?.textContent === name && field !== undefined
  }
  return {
    next: () => tapToPaint(phone, button(t('common.next')), isAtSection, unitSection),
    back: () => tapToPaint(phone, button(t('common.back')), isAtSection, sectionBefore),
    add: () =>
      tapToPaint(
        phone,
        button(t('form.nextPart', { part: 'unit' })),
        () => {
          const field = document.activeElement
          if (!(field instanceof HTMLTextAreaElement) || field.value === '') return false
          const { top, bottom } = field.getBoundingClientRect()
          return top > 0 && bottom < innerHeight && field.selectionEnd === field.value.length
        },
        '',
      ),
    openDialog: () =>
      tapToPaint(
        phone,
        button(t('form.goToPart', { part: 'unit' })),
        () =>
          document.activeElement?.getAttribute('role') === 'combobox' &&
          document.querySelector('[role=option]') !== null,
        '',
      ),
    jump: (unit: number) =>
      tapToPaint(
        phone,
        page.getByRole('listbox').getByRole('option').first(),
        (id) => {
          const part = document.getElementById(id)
          const top = part?.getBoundingClientRect().top ?? -1
          const hasFields = part?.querySelector('[id^=field-]') !== null
          return top > 0 && top < innerHeight / 2 && hasFields && !document.querySelector('[role=dialog]')
        },
        `part-${survey.units[unit]}`,
      ),
    /** To the paint that shows the field that was typed in last, with the cursor in it. */
    reload: async (unit: string): Promise<Took> => {
      await page.reload({ waitUntil: 'commit' })
      const clock = await page.evaluate(
        (part) =>
          new Promise<number>((done) => {
            const look = () => {
              const field = document.activeElement
              const isThere =
                field instanceof HTMLTextAreaElement &&
                field.closest(`#part-${part}`) !== null &&
                field.getBoundingClientRect().top > 0 &&
                field.getBoundingClientRect().bottom < innerHeight
              if (!isThere) requestAnimationFrame(look)
              else {
                const channel = new MessageChannel()
                channel.port1.onmessage = () => done(performance.now())
                channel.port2.postMessage(0)
              }
            }
            requestAnimationFrame(look)
          }),
        unit,
      )
      // CPU time restarts with each document.
      return { clock, processor: await processorTime(phone) }
    },
  }
}
