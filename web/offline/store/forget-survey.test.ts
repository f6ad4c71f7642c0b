import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { db, onDevice } from './database.ts'
import { dropUnused, holdSurvey } from './forget-survey.ts'
import { resume, suspend } from './page-lifecycle.ts'
import type { SurveyRow } from './rows.ts'

const lock = `fieldbook-open-${surveyId}`
const row = { account, id: surveyId } as SurveyRow
const mayGo = () => true
const count = () => onDevice(() => db.copies.count())

beforeEach(async () => {
  await db.delete({ disableAutoOpen: false })
  await db.copies.put(row)
})
afterEach(() => {
  resume()
  vi.restoreAllMocks()
})

/** Holds the survey's lock like a frozen tab. */
async function lockedElsewhere() {
  const [taken, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = navigator.locks.request(lock, () => {
    taken.resolve()
    return over.promise
  })
  await taken.promise
  return { end: () => over.resolve(), ended }
}

test('removes a closed survey from the device, but not an open one', async () => {
  const leave = await holdSurvey(surveyId)
  expect(await dropUnused(account, surveyId, mayGo)).toBe(false)
  leave()
  await navigator.locks.request(lock, () => undefined)
  expect(await dropUnused(account, surveyId, mayGo)).toBe(true)
  expect(await count()).toBe(0)
})

test('a form opens while a frozen tab holds its lock, and releases the lock later', async () => {
  const frozen = await lockedElsewhere()
  const leave = await holdSurvey(surveyId)
  leave()
  frozen.end()
  await frozen.ended
  expect(await navigator.locks.request(lock, (got) => got !== null)).toBe(true)
})

test('a page suspended during a removal releases the lock and does not continue after resuming', async () => {
  const asked = vi.fn(mayGo)
  const get = db.copies.get.bind(db.copies) as (...given: unknown[]) => never
  vi.spyOn(db.copies, 'get').mockImplementationOnce((...given: unknown[]) => {
    const got = get(...given)
    Dexie.ignoreTransaction(suspend)
    return got
  })
  expect(await dropUnused(account, surveyId, asked)).toBe(false)
  // A removal that starts while suspended is refused, too.
  expect(await dropUnused(account, surveyId, asked)).toBe(false)
  const leave = await holdSurvey(surveyId)
  resume()
  // Run after anything that might continue now.
  for (let round = 0; round < 10; round += 1) await onDevice(() => db.copies.put(row))
  leave()
  expect(asked).not.toHaveBeenCalled()
  expect(await count()).toBe(1)
})
