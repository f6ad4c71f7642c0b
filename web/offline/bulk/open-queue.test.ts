import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { forgetAccount, forgetConfirmed } from '../account/leave-account.ts'
import { readUnsent } from '../outbox/unsent.ts'
import { unsentText } from '../outbox/unsent-text.ts'
import { readWaiting } from '../outbox/waiting.ts'
import { readStores } from '../storage/device-stores.ts'
import { db } from '../store/database.ts'
import { bulkBytes, changeBulkFile, forgetBulkFiles, readBulkFiles, storeBulkFile } from './open-queue.ts'

beforeEach(async () => {
  await db.delete()
  await db.open()
})

const row = (id: string, account = 'a') => ({
  ...{ account, id, name: `${id}.txt`, size: 5, state: 'ready' as const },
  problem: null,
  addedAt: '2026-11-02T09:00:00.000Z',
})
const keep = (id: string, account = 'a') =>
  storeBulkFile(row(id, account), new File([`of ${id}`], `${id}.txt`))

test('stores a file with bytes and state until it is removed, for its own account only', async () => {
  for (const id of ['2', '1']) expect(await keep(id)).toBe(true)
  await keep('3', 'other')
  await changeBulkFile('a', '2', { state: 'failed', problem: 'No.' })
  expect(await readBulkFiles('a')).toEqual([row('1'), { ...row('2'), state: 'failed', problem: 'No.' }])
  expect(await (await bulkBytes('a', '1'))?.text()).toBe('of 1')
  expect(await bulkBytes('a', '3')).toBeNull()
  await forgetBulkFiles('a', ['1', '3'])
  expect((await readBulkFiles('a')).map(({ id }) => id)).toEqual(['2'])
  expect(await bulkBytes('a', '1')).toBeNull()
  expect(await readBulkFiles('other')).toHaveLength(1)
})

test('a change does not restore a file that was removed meanwhile', async () => {
  await changeBulkFile('a', '1', { state: 'waiting', problem: null })
  expect(await readBulkFiles('a')).toEqual([])
})

test('logging out keeps waiting files; removing the account deletes them', async () => {
  await keep('1')
  await forgetConfirmed('a')
  expect(await readBulkFiles('a')).toHaveLength(1)
  await forgetAccount('a')
  expect([await readBulkFiles('a'), await bulkBytes('a', '1')]).toEqual([[], null])
})

test('a waiting file counts as unsent in the header, at logout and in device storage', async () => {
  expect([await readUnsent('a'), (await readWaiting('a')).state]).toEqual([null, 'on the server'])
  for (const id of ['1', '2']) await keep(id)
  await keep('3', 'other')
  const unsent = await readUnsent('a')
  expect(unsent && unsentText(unsent)).toBe('2 files for bulk upload')
  expect(await readWaiting('a')).toMatchObject({
    unsent: 2,
    state: 'on this device',
    since: '2026-11-02T09:00:00.000Z',
  })
  expect((await readStores('a')).bulk).toEqual({ count: 2, bytes: 10 })
})

test("reports a file that can't be read as not stored", async () => {
  const gone = { arrayBuffer: () => Promise.reject(new Error('gone')) } as unknown as File
  expect(await storeBulkFile(row('1'), gone)).toBe(false)
  expect(await readBulkFiles('a')).toEqual([])
})
