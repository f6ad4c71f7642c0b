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

/** Closes the store without an event, as systems do when they need memory. */
function closeBehindOurBack(): void {
  // The type asks for the class; the code takes the open store.
  forceCloseDatabase(db.backendDB() as never)
}

/** Also aborts the current transaction, which the stub doesn't do by itself. */
function cutOff(): void {
  Dexie.currentTransaction.idbtrans.abort()
  closeBehindOurBack()
}

test('the next read and the next write reopen a store that the system closed', async () => {
  await onDevice(() => db.kept.put(row('1')))
  closeBehindOurBack()
  expect(await ids()).toEqual(['1'])
  closeBehindOurBack()
  await onDevice(() => db.kept.put(row('2')))
  expect(await ids()).toEqual(['1', '2'])
})

test('a transaction whose store is closed midway is repeated as a whole, once', async () => {
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

test('concurrent callers of a closed store all get their results', async () => {
  await onDevice(() => db.kept.bulkPut(['1', '2', '3'].map(row)))
  closeBehindOurBack()
  const found = await Promise.all(['1', '2', '3'].map((id) => onDevice(() => db.kept.get(['a', id]))))
  expect(found.map((one) => one?.id)).toEqual(['1', '2', '3'])
})

test('recreates a store that was deleted while open', async () => {
  await onDevice(() => db.kept.put(row('1')))
  await new Promise((done) => {
    const asked = indexedDB.deleteDatabase('fieldbook')
    asked.onsuccess = done
  })
  await onDevice(() => db.kept.put(row('2')))
  expect(await ids()).toEqual(['2'])
})

/** A write to a disk that is full while the reserve exists. */
async function textWrite(): Promise<string> {
  if (await Dexie.exists('fieldbook-reserve')) throw new DOMException('full', 'QuotaExceededError')
  return 'written'
}

test('on a full disk, text releases the reserve and a photo does not', async () => {
  await keepReserve()
  await expect(onDeviceIfRoom(textWrite)).rejects.toThrow('full')
  expect(await onDevice(textWrite)).toBe('written')
  expect(await releaseReserve()).toBe(false)
  await expect(
    onDevice(() => Promise.reject(new DOMException('full', 'QuotaExceededError'))),
  ).rejects.toThrow('full')
})
