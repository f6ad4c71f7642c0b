import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { recordEntry } from '../record/record-answer.ts'
import { addSimilarEntry, recordStatus } from '../record/record-change.ts'
import { recordCopies } from '../record/record-copy.ts'
import { recordDescription, recordUpload } from '../record/record-media.ts'
import { recordPlans } from '../record/record-plan.ts'
import { db } from './database.ts'
import { resume, suspend } from './page-lifecycle.ts'
import { keepReserve, releaseReserve } from './reserve.ts'

const upload = '019b0000-0000-7000-8000-0000000000dd'
const photo = '019b0000-0000-7000-8000-0000000000e1'
const place = { survey: surveyId, subSection: 'p', answer: 'a' }
const described = { kind: 'photo', id: photo, upload } as const
const data = { bytes: new ArrayBuffer(8), type: 'image/jpeg' }

beforeEach(async () => {
  await db.delete()
  await db.open()
})

afterEach(() => vi.restoreAllMocks())

/** Makes one write succeed, but reports a lost connection to the caller. */
function loseWord(): void {
  const lost = () => {
    throw new DOMException('Connection to Indexed Database server lost', 'AbortError')
  }
  const transaction = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  const add = db.outbox.add.bind(db.outbox)
  vi.spyOn(db, 'transaction').mockImplementationOnce(((...given: unknown[]) =>
    transaction(...given).then(lost)) as never)
  vi.spyOn(db.outbox, 'add').mockImplementationOnce(((row: never) =>
    Dexie.currentTransaction ? add(row) : add(row).then(lost)) as never)
}

test.each([
  [
    'photos',
    () =>
      recordUpload(account, place, upload, [
        { id: photo, kind: 'photo', name: 'a.jpg', stage: 'ready', thumbnail: null, poster: null, data },
      ]),
  ],
  [
    'plans',
    () =>
      recordPlans(account, surveyId, [
        { id: upload, name: 'Ground', width: null, height: null, thumbnail: null, data },
      ]),
  ],
  [
    'copies',
    () => recordCopies(account, place, [{ id: upload, kind: 'photo', description: '', copiedFrom: photo }]),
  ],
  [
    'a sub-section',
    () => recordEntry(addSimilarEntry(account, { survey: surveyId, section: 's', subSection: 'p' })),
  ],
  ['a description', () => recordDescription(account, place, described, 'Gate')],
  ['a Submit', () => recordStatus(account, surveyId, 'Completed')],
] as const)('%s: stored once and without an error if only the confirmation was lost', async (_, record) => {
  loseWord()
  await record()
  expect(await db.outbox.count()).toBe(1)
})

test('a description aborted by leaving the page does not overwrite a newer one from the next page', async () => {
  const said = async () => (await db.outbox.orderBy('seq').toArray()).map(({ input }) => input)
  const cut = recordDescription(account, place, described, 'Gate')
  suspend()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  vi.resetModules()
  const next = await import('../record/record-media.ts')
  const own = await import('./database.ts')
  await next.recordDescription(account, place, described, 'Gate, open')
  own.db.close()
  vi.useRealTimers()
  resume()
  await cut
  expect(await said()).toMatchObject([{ body: { photo_id: photo, description: 'Gate, open' } }])
})

test('a Save aborted by leaving the page does not replace the Submit of the next page', async () => {
  const cut = recordStatus(account, surveyId, 'Started')
  suspend()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  vi.resetModules()
  const next = await import('../record/record-change.ts')
  const own = await import('./database.ts')
  await next.recordStatus(account, surveyId, 'Completed')
  own.db.close()
  vi.useRealTimers()
  resume()
  await cut
  expect((await db.outbox.toArray()).map(({ input }) => input)).toMatchObject([
    { body: { status: 'Completed' } },
  ])
})

test('recreates a reserve that a killed app left incomplete', async () => {
  await releaseReserve()
  const begun = new Dexie('fieldbook-reserve')
  begun.version(1).stores({ room: '' })
  await begun.open()
  begun.close()
  expect(await keepReserve()).toBe(true)
  const laid = await new Dexie('fieldbook-reserve').open()
  expect(await laid.table('room').count()).toBe(1)
  laid.close()
})
