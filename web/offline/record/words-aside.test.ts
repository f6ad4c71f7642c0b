import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '#web/testing/fake-offline.ts'
import { db } from '../store/database.ts'
import { comeBack, putAway } from '../store/page-life.ts'
import { currentTrouble } from '../store/trouble.ts'
import { type AnswerChange, recordAnswer } from './record-answer.ts'
import { recordAddSimilar } from './record-change.ts'
import { back, forgetSetAside, setAside, takeSetAside } from './words-aside.ts'
import { writerOf } from './writer.ts'

const survey = '019b0000-0000-7000-8000-0000000000bb'
const stored = new Map<string, string>()

/** What another page would find. */
const others = () => [...stored.keys()].filter((key) => key.startsWith('fieldbook-aside-'))

beforeEach(async () => {
  await db.delete({ disableAutoOpen: false })
  await db.open()
  stored.clear()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  const named = new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  vi.stubGlobal('localStorage', named)
})
afterEach(async () => {
  comeBack()
  await writerOf(account, survey).settled()
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

/** What this page set aside, as another one finds it. */
function asAnotherPage(): void {
  for (const key of others()) {
    stored.set('fieldbook-aside-another', stored.get(key) ?? '')
    if (key !== 'fieldbook-aside-another') stored.delete(key)
  }
}

test('words that the store has not taken when the page goes are put there by the next one', async () => {
  putAway()
  writerOf(account, survey).write(words('Pier', '01'))
  const adding = recordAddSimilar(account, { survey, section: 's', subSection: 'new' })
  setAside()
  asAnotherPage()
  comeBack()
  await takeSetAside(account)
  expect(await kept()).toBe('Pier')
  expect((await db.outbox.toArray()).map(({ endpoint }) => endpoint).sort()).toEqual([
    'surveys.addSimilar',
    'surveys.autoSave',
  ])
  expect(others()).toEqual([])
  // This page does the same once more, and nothing doubles.
  await adding
  await writerOf(account, survey).allWritten()
  expect(await db.outbox.count()).toBe(2)
})

test('words that were typed in the next page are not written over by the page that comes back', async () => {
  putAway()
  const writer = writerOf(account, survey)
  writer.write(words('Pier', '01'))
  setAside()
  const own = new Map(stored)
  asAnotherPage()
  // The next page: what it does, it does while this one is frozen.
  comeBack()
  await takeSetAside(account)
  await recordAnswer(account, words('Pier 7', '05'))
  stored.delete('fieldbook-aside-another')
  expect(own.size).toBe(1)
  back()
  await writer.allWritten()
  expect(await kept()).toBe('Pier 7')
})

test('words that nobody took meanwhile are written when the page is back', async () => {
  putAway()
  const writer = writerOf(account, survey)
  writer.write(words('Pier', '11'))
  setAside()
  back()
  comeBack()
  await writer.allWritten()
  expect(await kept()).toBe('Pier')
  expect(others()).toEqual([])
})

test('a write that does not end within two seconds is not called saved, and is set aside', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    putAway()
    const writer = writerOf(account, survey)
    writer.write(words('Pier', '21'))
    await vi.advanceTimersByTimeAsync(1_900)
    expect([currentTrouble(), others()]).toEqual([null, []])
    await vi.advanceTimersByTimeAsync(200)
    expect([currentTrouble(), others().length]).toEqual(['late', 1])
    vi.useRealTimers()
    comeBack()
    await writer.allWritten()
    expect([currentTrouble(), others(), await kept()]).toEqual([null, [], 'Pier'])
  } finally {
    vi.useRealTimers()
  }
})

test("another account's words stay for it, and go with it", async () => {
  putAway()
  writerOf(account, survey).write(words('Pier', '31'))
  setAside()
  asAnotherPage()
  comeBack()
  await takeSetAside('somebody else')
  expect(others()).toEqual(['fieldbook-aside-another'])
  forgetSetAside(account)
  expect(others()).toEqual([])
})
