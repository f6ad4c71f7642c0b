import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { recordUpload } from '../record/record-media.ts'
import { db } from './database.ts'
import { keepReserve, releaseReserve } from './reserve.ts'

const lost = () => new DOMException('Connection to Indexed Database server lost', 'AbortError')
const full = () => new DOMException('', 'QuotaExceededError')
const there = () => Dexie.exists('fieldbook-reserve')

beforeEach(async () => {
  await db.delete()
  await db.open()
  await releaseReserve()
})
afterEach(() => {
  vi.restoreAllMocks()
})

function keepPhoto() {
  const photo = { id: 'photo', kind: 'photo', name: 'a.jpg', stage: 'ready' } as const
  const data = { bytes: new Uint8Array([1]).buffer, type: 'image/jpeg' }
  const place = { survey: surveyId, subSection: 'part', answer: 'answer' }
  return recordUpload(account, place, 'upload', [{ ...photo, thumbnail: null, poster: null, data }])
}

test.each([{ before: 'made' }, { before: 'missing' }])(
  'stores a photo although the system closes the stores meanwhile, with the reserve $before',
  async ({ before }) => {
    if (before === 'made') await keepReserve()
    const failing =
      before === 'made'
        ? vi.spyOn(Dexie, 'exists').mockRejectedValueOnce(lost())
        : vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
            throw lost()
          })
    await keepPhoto()
    expect(failing).toHaveBeenCalled()
    expect([await db.blobs.count(), await there()]).toEqual([1, true])
  },
)

test('rejects a photo if the reserve does not fit', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw full()
  })
  await expect(keepPhoto()).rejects.toThrow(expect.objectContaining({ name: 'QuotaExceededError' }))
  expect(await db.blobs.count()).toBe(0)
})

test('a page frozen while creating the reserve delays neither a photo nor a reply', async () => {
  const stopped = indexedDB.open('fieldbook-reserve', 10)
  let isOver = false
  await new Promise<void>((begun) => {
    stopped.onupgradeneeded = () => {
      const room = stopped.result.createObjectStore('room')
      // Endless requests keep the transaction open and the store locked.
      const goOn = () => {
        if (!isOver) room.count().onsuccess = goOn
      }
      goOn()
      begun()
    }
  })
  const ended = new Promise((over) => {
    stopped.onsuccess = over
  })
  await keepPhoto()
  expect([await db.blobs.count(), isOver]).toEqual([1, false])
  isOver = true
  await ended
  stopped.result.close()
})
