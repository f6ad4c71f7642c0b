import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { db } from '../store/database.ts'
import { resume, suspend } from '../store/page-lifecycle.ts'
import { currentTrouble } from '../store/trouble.ts'
import type { AnswerChange } from './record-answer.ts'
import { addSimilarEntry, removeSimilarEntry } from './record-change.ts'
import { stashUnsaved } from './stash.ts'
import { writerOf } from './writer.ts'

const survey = '019b0000-0000-7000-8000-0000000000bb'
const stored = new Map<string, string>()
/** Stores of other pages. */
const open: (() => void)[] = []

/** What another page would find. */
const others = () => [...stored.keys()].filter((key) => key.startsWith('fieldbook-aside-'))

beforeEach(async () => {
  await db.delete({ disableAutoOpen: false })
  await db.open()
  stored.clear()
  stubLocalStorage(stored)
})
afterEach(async () => {
  resume()
  await writerOf(account, survey).settled()
  for (const close of open.splice(0)) close()
  vi.unstubAllGlobals()
})

const words = (value: string, at: string): AnswerChange => ({
  survey,
  section: 's',
  subSection: 'p',
  answer: 'a',
  name: 'Notes',
  value,
  values: [],
  at: `2026-11-01T08:00:${at}.000Z`,
  baseRevision: 0,
  copiedFrom: null,
})
const kept = async () => (await db.answers.get([account, 'a']))?.value

/** Another page on the same store: every module of its own, as a browser has them. */
async function nextPage() {
  vi.resetModules()
  const aside = await import('./stash.ts')
  const life = await import('../store/page-lifecycle.ts')
  const database = await import('../store/database.ts')
  const writers = await import('./writer.ts')
  open.push(() => database.db.close())
  const answer = async () => (await database.db.answers.get([account, 'a']))?.value
  const outbox = () => database.db.outbox.orderBy('seq').toArray()
  return { ...aside, ...life, ...database, answer, outbox, writer: writers.writerOf(account, survey) }
}

/** As the browser tells it. */
function leave(page: { suspend(): void; stashUnsaved(): void }): void {
  page.suspend()
  page.stashUnsaved()
}

const here = { suspend: suspend, stashUnsaved: stashUnsaved }
const added = { survey, section: 's', subSection: 'new' }

test('letters that were on their way when the page went do not come over those behind them, which the next page stored', async () => {
  const writer = writerOf(account, survey)
  // The first is on its way, the last waits behind it.
  for (const [value, at] of [
    ['Pi', '01'],
    ['Pie', '02'],
    ['Pier', '03'],
  ] as const)
    writer.write(words(value, at))
  leave(here)
  const next = await nextPage()
  await next.restoreStash(account)
  expect(await next.answer()).toBe('Pier')
  resume()
  await writer.allWritten()
  expect([await kept(), others()]).toEqual(['Pier', []])
})

test('nor where the server has taken them meanwhile and the device keeps no row of them', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pie', '02'))
  writer.write(words('Pier', '03'))
  leave(here)
  const next = await nextPage()
  await next.restoreStash(account)
  await next.db.answers.clear()
  await next.db.outbox.clear()
  resume()
  await writer.allWritten()
  expect([await kept(), await db.outbox.count()]).toEqual([undefined, 0])
})

test('what the store has not taken when the page goes is put there by the next one, and nothing doubles', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pier', '01'))
  // Behind it, and not begun.
  const row = addSimilarEntry(account, added)
  const removal = removeSimilarEntry(account, { ...added, subSection: 'b', seen: [], called: '' })
  writer.enter(row)
  writer.enter(removal)
  writer.write({ ...words('Kitchen', '02'), answer: 'b', subSection: 'new' })
  leave(here)
  const next = await nextPage()
  await next.restoreStash(account)
  expect([await next.answer(), others()]).toEqual(['Pier', []])
  const sent = (await next.outbox()).map(({ endpoint, subSection }) => [endpoint, subSection])
  expect(sent).toEqual([
    ['surveys.addSimilar', 'new'],
    ['surveys.autoSave', 'p'],
    ['surveys.autoSave', 'new'],
    ['surveys.removeSimilar', 'b'],
  ])
  // The server has it before this page is back.
  await next.db.outbox.where({ id: row.id }).delete()
  resume()
  await writer.allWritten()
  expect((await db.outbox.orderBy('seq').toArray()).map(({ endpoint }) => endpoint)).toEqual([
    'surveys.autoSave',
    'surveys.autoSave',
    'surveys.removeSimilar',
  ])
})

test('words that were typed in the next page are not written over by the page that comes back', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pier', '01'))
  leave(here)
  const next = await nextPage()
  await next.restoreStash(account)
  next.writer.write(words('Pier 7', '05'))
  await next.writer.allWritten()
  resume()
  await writer.allWritten()
  expect(await kept()).toBe('Pier 7')
})

test('words that nobody took meanwhile are written when the page is back', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pie', '11'))
  writer.write(words('Pier', '12'))
  leave(here)
  resume()
  await writer.allWritten()
  expect([await kept(), others()]).toEqual(['Pier', []])
})

test('a page that is left while it takes what lay there takes nothing away that came later', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pie', '13'))
  leave(here)
  const next = await nextPage()
  const taking = next.restoreStash(account)
  leave(next)
  resume()
  await writer.allWritten()
  writer.write(words('Pier', '14'))
  leave(here)
  next.resume()
  await taking
  expect(others()).toHaveLength(1)
  // The page that typed it never comes back, or does: it is there.
  await next.restoreStash(account)
  expect([await next.answer(), others()]).toEqual(['Pier', []])
  resume()
  await writer.allWritten()
  expect(await kept()).toBe('Pier')
})

test('a page that is left while it takes what lay there does not bring it once the page that typed it was back', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pie', '15'))
  leave(here)
  const next = await nextPage()
  const taking = next.restoreStash(account)
  leave(next)
  resume()
  writer.write(words('Pier', '16'))
  await writer.allWritten()
  // The server has taken it, and its copy has it.
  await db.answers.clear()
  next.resume()
  await taking
  expect([await next.answer(), others()]).toEqual([undefined, []])
})

test('where there is no room for what was typed last, what lay there before stays, and this page writes all of it', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pie', '17'))
  leave(here)
  resume()
  suspend()
  writer.write(words('Pier', '18'))
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  stashUnsaved()
  vi.mocked(localStorage.setItem).mockRestore()
  const next = await nextPage()
  await next.restoreStash(account)
  resume()
  await writer.allWritten()
  expect([await kept(), others()]).toEqual(['Pier', []])
})

test('a clock that was put back meanwhile makes the older words no later ones', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('P', '59'))
  await writer.allWritten()
  // What the person saw; and two letters that never came to the store by themselves.
  writer.write({ ...words('Pi', '58'), over: ['2026-11-01T08:00:59.000Z'] })
  writer.write({ ...words('Pie', '18'), over: ['2026-11-01T08:00:58.000Z'] })
  writer.write({ ...words('Pier', '19'), over: ['2026-11-01T08:00:18.000Z'] })
  leave(here)
  const next = await nextPage()
  await next.restoreStash(account)
  expect(await next.answer()).toBe('Pier')
  resume()
  await writer.allWritten()
  const row = await db.answers.get([account, 'a'])
  expect([row?.value, row && 'over' in row]).toEqual(['Pier', false])
})

test('words that were set aside because the store was slow do not come over those that another tab has typed since', async () => {
  const writer = writerOf(account, survey)
  const slow = Promise.withResolvers<void>()
  const begin = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  vi.spyOn(db, 'transaction').mockImplementationOnce((async (...given: unknown[]) => {
    await slow.promise
    return begin(...given)
  }) as never)
  writer.write(words('Pier', '20'))
  stashUnsaved()
  const other = await nextPage()
  await other.restoreStash(account)
  other.writer.write(words('Pier 7', '25'))
  await other.writer.allWritten()
  slow.resolve()
  await writer.allWritten()
  expect(await kept()).toBe('Pier 7')
})

test('what is set aside already is not set aside once more', async () => {
  writerOf(account, survey).write(words('Pier', '26'))
  leave(here)
  const [before] = others()
  stashUnsaved()
  expect(others()).toEqual([before])
})

test('an app that is no longer looked at sets aside what is not in the store yet, and takes it back by itself', async () => {
  const window = Object.assign(new EventTarget(), { onpagehide: null })
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', window)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('document', document)
  const page = await nextPage()
  page.writer.write(words('Pier', '27'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(others()).toEqual([])
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(others()).toHaveLength(1)
  await page.writer.allWritten()
  expect([await page.answer(), others()]).toEqual(['Pier', []])
})

test('a write that takes two seconds is being saved and set aside; only one that hangs for 15 s is late', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    suspend()
    const writer = writerOf(account, survey)
    writer.write(words('Pier', '21'))
    await vi.advanceTimersByTimeAsync(1_900)
    expect([currentTrouble(), others()]).toEqual([null, []])
    await vi.advanceTimersByTimeAsync(200)
    expect([currentTrouble(), others().length]).toEqual(['saving', 1])
    await vi.advanceTimersByTimeAsync(12_000)
    expect(currentTrouble()).toBe('saving')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(currentTrouble()).toBe('late')
    vi.useRealTimers()
    resume()
    await writer.allWritten()
    expect([currentTrouble(), others(), await kept()]).toEqual([null, [], 'Pier'])
  } finally {
    vi.useRealTimers()
  }
})

test("another account's words stay for it, and go with it", async () => {
  writerOf(account, survey).write(words('Pier', '31'))
  leave(here)
  const next = await nextPage()
  await next.restoreStash('somebody else')
  expect(others()).toHaveLength(1)
  next.forgetStash(account)
  expect(others()).toEqual([])
})
