import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { db } from '../store/database.ts'
import { resume, suspend } from '../store/page-lifecycle.ts'
import { currentStorageFailure } from '../store/storage-failure.ts'
import type { AnswerChange } from './record-answer.ts'
import { addSimilarEntry, removeSimilarEntry } from './record-change.ts'
import { stashUnsaved } from './stash.ts'
import { writerOf } from './writer.ts'

const survey = '019b0000-0000-7000-8000-0000000000bb'
const stored = new Map<string, string>()
/** Closes the stores of other pages. */
const open: (() => void)[] = []

/** Stashes that another page would find. */
const others = () => [...stored.keys()].filter((key) => key.startsWith('fieldbook-aside-'))

beforeEach(async () => {
  await db.delete({ disableAutoOpen: false })
  await db.open()
  stored.clear()
  stubLocalStorage(stored)
})
afterEach(async () => {
  resume()
  await writerOf(account, survey).whenIdle()
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

/** Opens another page with its own modules on the same store, as browsers do. */
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

/** Fires what the browser does when a page is left. */
function leave(page: { suspend(): void; stashUnsaved(): void }): void {
  page.suspend()
  page.stashUnsaved()
}

const here = { suspend: suspend, stashUnsaved: stashUnsaved }
const added = { survey, section: 's', subSection: 'new' }

test('text in flight when the page was left does not overwrite later text that the next page stored', async () => {
  const writer = writerOf(account, survey)
  // The first write is in flight; the last one waits for it.
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

test('does not overwrite the server’s copy either if the device has dropped the row', async () => {
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

test('the next page stores the stash of a page that was left, without duplicates', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pier', '01'))
  // Queued after it, not started.
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
  // The server has it before this page returns.
  await next.db.outbox.where({ id: row.id }).delete()
  resume()
  await writer.allWritten()
  expect((await db.outbox.orderBy('seq').toArray()).map(({ endpoint }) => endpoint)).toEqual([
    'surveys.autoSave',
    'surveys.autoSave',
    'surveys.removeSimilar',
  ])
})

test('a page that returns does not overwrite text typed in the next page', async () => {
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

test('a page that returns writes its text if no other page has', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pie', '11'))
  writer.write(words('Pier', '12'))
  leave(here)
  resume()
  await writer.allWritten()
  expect([await kept(), others()]).toEqual(['Pier', []])
})

test('a page left while it restores a stash does not delete a newer one', async () => {
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
  // Whether or not the page that typed it returns, nothing is lost.
  await next.restoreStash(account)
  expect([await next.answer(), others()]).toEqual(['Pier', []])
  resume()
  await writer.allWritten()
  expect(await kept()).toBe('Pier')
})

test('a page left while it restores a stash stops if the page that typed it has returned', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('Pie', '15'))
  leave(here)
  const next = await nextPage()
  const taking = next.restoreStash(account)
  leave(next)
  resume()
  writer.write(words('Pier', '16'))
  await writer.allWritten()
  // The server has the answer, and so does its copy.
  await db.answers.clear()
  next.resume()
  await taking
  expect([await next.answer(), others()]).toEqual([undefined, []])
})

test("if a new stash doesn't fit, the old one stays and this page writes everything", async () => {
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

test('a clock that was set back does not make older text newer', async () => {
  const writer = writerOf(account, survey)
  writer.write(words('P', '59'))
  await writer.allWritten()
  // The answer on the screen, and two letters that were never stored.
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

test('text stashed because of a slow store does not overwrite later text from another tab', async () => {
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

test('does not stash the same changes twice', async () => {
  writerOf(account, survey).write(words('Pier', '26'))
  leave(here)
  const [before] = others()
  stashUnsaved()
  expect(others()).toEqual([before])
})

test('a hidden app stashes unstored changes, and stores them itself later', async () => {
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

test('shows and stashes a write that takes two seconds; reports a hang only after 15 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    suspend()
    const writer = writerOf(account, survey)
    writer.write(words('Pier', '21'))
    await vi.advanceTimersByTimeAsync(1_900)
    expect([currentStorageFailure(), others()]).toEqual([null, []])
    await vi.advanceTimersByTimeAsync(200)
    expect([currentStorageFailure(), others().length]).toEqual(['saving', 1])
    await vi.advanceTimersByTimeAsync(12_000)
    expect(currentStorageFailure()).toBe('saving')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(currentStorageFailure()).toBe('late')
    vi.useRealTimers()
    resume()
    await writer.allWritten()
    expect([currentStorageFailure(), others(), await kept()]).toEqual([null, [], 'Pier'])
  } finally {
    vi.useRealTimers()
  }
})

test("keeps another account's stash, and deletes it with the account", async () => {
  writerOf(account, survey).write(words('Pier', '31'))
  leave(here)
  const next = await nextPage()
  await next.restoreStash('somebody else')
  expect(others()).toHaveLength(1)
  next.forgetStash(account)
  expect(others()).toEqual([])
})
