import { type BrowserContext, chromium } from 'playwright-core'
import { limits } from '#contract/limits.ts'
import { autoSave, surveyDetail } from '#contract/surveys/surveys.ts'
import { t } from '#web/lib/language/translate.ts'
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

/** Compared, they show whether an action's cost grows with the number of rooms. */
const sizes = [30, 300]
const runs = 5
const words = 'northclosetwithtworacks'

interface Run {
  readonly open: number
  readonly keyP95: number
  readonly last: number
  readonly add: number
  /** While the server's reply to the addition is processed. */
  readonly addKeyP95: number
  /** While other users' answers arrive. */
  readonly liveKeyP95: number
  readonly search: number
  readonly heap: number
  readonly nodes: number
}

/**
 * A survey of 300 rooms with 3,000 photos on a phone-sized page, CPU slowed four times: opened from the
 * device, scrolled to its last room, and extended by one; compared to 30 rooms.
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
    addKeyP95: of('addKeyP95'),
    liveKeyP95: of('liveKeyP95'),
    search: of('search'),
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
    figure('key to paint in the new room, p95', 'addKeyP95', 'ms'),
    figure('key to paint while somebody else answers, p95', 'liveKeyP95', 'ms'),
    figure('search a word', 'search', 'ms'),
    figure('JavaScript heap', 'heap', 'MiB'),
    figure('elements', 'nodes', ''),
  ]
}

async function measure(context: BrowserContext, site: Site, survey: RoomsSurvey): Promise<Run> {
  const phone = await openPhone(context)
  const base = `/survey/${survey.template}/${survey.survey}/${survey.section}`
  const open = await firstField(phone, site.server.address + base)
  await phone.page.locator('textarea').first().focus()
  const keyP95 = quantile(await keysToPaint(phone, words), 0.95)
  await settled(phone)
  const last = await toRoom(phone, base, survey.rooms.at(-1) ?? '')
  await settled(phone)
  const weight = await weigh(phone)
  const search = await searchWord(phone)
  const add = await addRoom(phone)
  await phone.page.locator('[id^=part-]').last().locator('textarea').first().focus()
  const addKeyP95 = quantile(await keysToPaint(phone, words), 0.95)
  const theirs = answerElsewhere(site, survey)
  const liveKeyP95 = quantile(await keysToPaint(phone, words), 0.95)
  await theirs
  await removeAdded(phone)
  await phone.page.close()
  return { open, keyP95, last, add, addKeyP95, liveKeyP95, search, ...weight }
}

/** Answers ten rooms that are off screen, one call each; the open form receives all of them. */
async function answerElsewhere({ api }: Site, { survey }: RoomsSurvey): Promise<void> {
  const read = await api.call(surveyDetail, { params: { id: survey } })
  const section = read?.body.data.attributes.user_survey_sections[1]
  for (const part of section?.user_survey_sub_sections.slice(0, 10) ?? []) {
    const [answer] = part.user_survey_sub_section_details
    if (!section || !answer) continue
    const detail = {
      ...answer,
      field_value: `Seen ${new Date().toISOString()}`,
      base_revision: answer.revision,
    }
    const { id, field_name, field_value, field_value_multiple, base_revision } = detail
    const sent = { id, field_name, field_value, field_value_multiple, base_revision, edited: true }
    const parts = [{ id: part.id, user_survey_sub_section_details_attributes: [sent] }]
    const sections = [{ id: section.id, user_survey_sub_sections_attributes: parts }]
    await api.call(autoSave, {
      body: { user_survey_id: survey, user_survey_sections_attributes: sections },
    })
  }
}

/** Navigates like a link inside the page. */
function toRoom(phone: Phone, base: string, room: string): Promise<number> {
  return actToPaint(
    phone,
    ({ to, room }) => {
      history.pushState({ usr: { jump: room }, key: room, idx: history.length }, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    ({ part }) => {
      const field = document.getElementById(part)?.querySelector('textarea')
      const top = field?.getBoundingClientRect().top ?? -1
      return top > 0 && top < innerHeight
    },
    { to: `${base}/${room}`, room, part: `part-${room}` },
  )
}

/** Returns milliseconds from the last letter to the painted results, without the search's debounce. */
async function searchWord(phone: Phone): Promise<number> {
  await phone.page.getByRole('button', { name: t('search.anywhere') }).click()
  const box = phone.page.getByRole('dialog').getByRole('combobox')
  await box.waitFor()
  const time = await actToPaint(
    phone,
    () => {
      const input = document.querySelector<HTMLInputElement>('[role=dialog] [role=combobox]')
      if (!input) return
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'riser')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    },
    () => document.querySelector('[role=dialog] [role=option]') !== null,
    null,
  )
  await phone.page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' })
  return time - limits.searchDebounce
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

/** Restores the number of rooms for the next run. */
async function removeAdded({ page }: Phone): Promise<void> {
  await page
    .locator('[id^=part-]')
    .last()
    .getByRole('button', { name: /^(Remove|Delete) Room/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Remove|Delete|Yes)/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('status').filter({ hasText: 'server' }).waitFor()
}
