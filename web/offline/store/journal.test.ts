import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import {
  forgetJournal,
  journalLength,
  journalTable,
  logError,
  note,
  readJournal,
  writeJournal,
} from './journal.ts'

beforeEach(async () => {
  stubLocalStorage()
  await forgetJournal('a')
  await forgetJournal('b')
})
afterEach(() => vi.unstubAllGlobals())

test('counts edits of one answer in one line, and starts a new line for another answer', async () => {
  for (const answer of ['x', 'x', 'x', 'y', 'x'])
    note('a', { event: 'typed', survey: 's', entry: 'e', answer })
  const lines = await readJournal('a')
  expect(lines.map(({ answer, count }) => [answer, count])).toEqual([
    ['x', 1],
    ['y', 1],
    ['x', 3],
  ])
})

test('each account reads only its own lines, and logout removes them', async () => {
  note('a', { event: 'sent', entry: 'of a' })
  note('b', { event: 'sent', entry: 'of b' })
  expect((await readJournal('a')).map(({ entry }) => entry)).toEqual(['of a'])
  note('a', { event: 'acknowledged', entry: 'of a' })
  await forgetJournal('a')
  await writeJournal()
  expect([(await readJournal('a')).length, (await readJournal('b')).length]).toEqual([0, 1])
})

test('keeps the newest lines when there are too many', async () => {
  for (let at = 0; at < journalLength + 5; at += 1) note('a', { event: 'sent', entry: `e${at}` })
  const lines = await readJournal('a')
  expect(lines).toHaveLength(journalLength)
  expect([lines[0]?.entry, lines.at(-1)?.entry]).toEqual([`e${journalLength + 4}`, 'e5'])
})

test("logs a background failure by its error's name, not its message", async () => {
  startSession({ token: 't', userId: 'a', firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  expect(await Promise.reject(new TypeError('203 Maple Street')).catch(logError('prefetch'))).toBeUndefined()
  clearSession()
  const table = journalTable(await readJournal('a'))
  expect(table).toContain('prefetch: TypeError')
  expect(table).not.toContain('Maple')
})

test("noting an event does not throw when the journal can't be written", async () => {
  vi.stubGlobal('indexedDB', undefined)
  vi.resetModules()
  const fresh = await import('./journal.ts')
  fresh.note('a', { event: 'sent' })
  await expect(fresh.writeJournal()).resolves.toBeUndefined()
})

test('no cell of the CSV starts a formula', () => {
  const line = {
    account: 'a',
    at: 't',
    event: 'error',
    survey: '',
    entry: '',
    operation: '',
    answer: '',
  } as const
  expect(journalTable([{ ...line, count: 1, detail: '=1+1, "x"' }])).toContain(`"'=1+1, ""x"""`)
})
