import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { forceCloseDatabase } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { db, onDevice, onDeviceIfRoom } from './database.ts'
import { keepReserve, releaseReserve } from './reserve.ts'
import type { KeptRow } from './rows.ts'

beforeEach(async () => {
  await db.delete({ disableAutoOpen: false })
  await db.open()
})

const row = (id: string): KeptRow => ({ account: 'a', id, value: id })
const ids = async () =>
  (await onDevice(() => db.kept.toArray())).filter(({ account }) => account === 'a').map(({ id }) => id)

/** As systems do it that need the memory: without a word to whoever uses it. */
function closeBehindOurBack(): void {
  // The library's type asks for the class, its code for the open store.
  forceCloseDatabase(db.backendDB() as never)
}

/** What is under way is aborted with it, which the stand-in leaves out. */
function cutOff(): void {
  Dexie.currentTransaction.idbtrans.abort()
  closeBehindOurBack()
}

test('a store that the system closed is opened again by the next read and the next write', async () => {
  await onDevice(() => db.kept.put(row('1')))
  closeBehindOurBack()
  expect(await ids()).toEqual(['1'])
  closeBehindOurBack()
  await onDevice(() => db.kept.put(row('2')))
  expect(await ids()).toEqual(['1', '2'])
})

test('a transaction whose store is closed in the middle happens as a whole, once', async () => {
  let rounds = 0
  await onDevice(() =>
    db.transaction('rw', db.kept, async () => {
      rounds += 1
      await db.kept.add(row('1'))
      if (rounds === 1) cutOff()
      await db.kept.add(row('2'))
    }),
  )
  expect(rounds).toBe(2)
  expect(await ids()).toEqual(['1', '2'])
})

test('many that find it closed at the same moment all get what they asked for', async () => {
  await onDevice(() => db.kept.bulkPut(['1', '2', '3'].map(row)))
  closeBehindOurBack()
  const found = await Promise.all(['1', '2', '3'].map((id) => onDevice(() => db.kept.get(['a', id]))))
  expect(found.map((one) => one?.id)).toEqual(['1', '2', '3'])
})

test('a store that somebody deletes while it is open is made anew', async () => {
  await onDevice(() => db.kept.put(row('1')))
  await new Promise((done) => {
    const asked = indexedDB.deleteDatabase('fieldbook')
    asked.onsuccess = done
  })
  await onDevice(() => db.kept.put(row('2')))
  expect(await ids()).toEqual(['2'])
})

/** A device that is full as long as the reserve is there. */
async function textWrite(): Promise<string> {
  if (await Dexie.exists('fieldbook-reserve')) throw new DOMException('full', 'QuotaExceededError')
  return 'written'
}

test('what is typed takes the reserve where there is no other room, a photo does not', async () => {
  await keepReserve()
  await expect(onDeviceIfRoom(textWrite)).rejects.toThrow('full')
  expect(await onDevice(textWrite)).toBe('written')
  expect(await releaseReserve()).toBe(false)
  await expect(
    onDevice(() => Promise.reject(new DOMException('full', 'QuotaExceededError'))),
  ).rejects.toThrow('full')
})
