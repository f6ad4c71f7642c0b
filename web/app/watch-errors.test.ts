// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#web/lib/session/session.ts'
import { NotLoaded } from '#web/lib/start/not-loaded.ts'
import { forgetJournal, readJournal } from '#web/offline/store/journal.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { watchErrors } from './watch-errors.ts'

let stop = () => {}

beforeEach(async () => {
  stubLocalStorage()
  startSession({ token: 't', userId: 'a', role: 'user', firstName: 'Ada', lastName: 'Moore' })
  await forgetJournal('a')
  stop = watchErrors()
})
afterEach(() => stop())

const details = async () => (await readJournal('a')).map(({ event, detail }) => `${event}: ${detail}`)

/** An error of the app's own files, with each engine's stack format. */
function thrownAt(stack: string): Error {
  return Object.assign(new RangeError('12 Ridge Road is no number'), { stack })
}

test('journals an uncaught error with its location, without its text', async () => {
  const chromium = thrownAt(
    'RangeError: 12 Ridge Road is no number\n    at a (https://site/assets/form-B1.js:2:30)\n    at b',
  )
  const webkit = thrownAt('a@https://site/assets/list-form-B2.js:4:50\nb@[native code]')
  window.dispatchEvent(new ErrorEvent('error', { error: chromium }))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: webkit }))
  await vi.waitFor(async () =>
    expect(await details()).toEqual([
      'uncaught: RangeError list-form-B2.js:4:50',
      'uncaught: RangeError form-B1.js:2:30',
    ]),
  )
})

test('ignores browser notices and failed file loads', async () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' }))
  const missing = new NotLoaded(new TypeError('Failed to fetch'), { again: async () => {}, forget: () => {} })
  window.dispatchEvent(new ErrorEvent('error', { error: missing }))
  window.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), {
      reason: new TypeError('Failed to fetch dynamically imported module'),
    }),
  )
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'a word' }))
  await vi.waitFor(async () => expect(await details()).toEqual(['uncaught: string']))
})

test('an endless error does not push answers out of the journal', async () => {
  for (let count = 0; count < 60; count++)
    window.dispatchEvent(new ErrorEvent('error', { error: thrownAt('a@https://site/assets/a-B1.js:1:1') }))
  const count = async () => (await readJournal('a')).reduce((sum, line) => sum + line.count, 0)
  await vi.waitFor(async () => expect(await count()).toBe(50))
})
