import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { replaceLocalRows, writeLocalRows } from './local-rows.ts'
import { readOtherRecord, readOwnRecord } from './read-record.ts'
import { writeIndex } from './record-index.ts'
import { localWriter } from './record-writer.ts'
import { applyChanges, type Change, putRow, type Rows, rowsOf } from './recorded-rows.ts'

const logs = new Map<string, Rows>()
vi.mock('./log-files.ts', () => ({
  readLogs: async (isMeant: (identity: string) => boolean) =>
    [...logs].flatMap(([identity, rows]) => (isMeant(identity) ? [{ rows, whole: rows.size > 0 }] : [])),
}))

beforeEach(() => {
  logs.clear()
  stubLocalStorage()
  return () => vi.unstubAllGlobals()
})

function answer(id: string, value: string): Change {
  return putRow('answers', { account: 'account', id, value, entry: 'entry', survey: 'survey' } as never)
}

function log(identity: string, ...changes: readonly Change[]): void {
  const rows: Rows = new Map()
  applyChanges(rows, changes)
  logs.set(identity, rows)
}

const valuesOf = (rows: Rows) => rowsOf(rows, 'answers').map(({ value }) => value)

test('local rows of a store replace its older log', async () => {
  log('old', answer('a', 'Hill'), answer('b', 'Sent since'))
  log('older', answer('c', 'Ridge Road'))
  writeLocalRows('old', [answer('a', 'Hill House')])
  expect(valuesOf((await readOtherRecord('new')).rows).sort()).toEqual(['Hill House', 'Ridge Road'])
  expect(valuesOf((await readOwnRecord('old')).rows)).toEqual(['Hill House'])
  expect(valuesOf((await readOwnRecord('older')).rows)).toEqual(['Ridge Road'])
})

const none = { photos: 0, videos: 0, others: 0, bulk: 0, files: [] }
const counted = (answers: number) => ({
  ...{ account: 'account', survey: 'survey', name: 'Hill House', at: '', ...none },
  answers,
})

test('completes local rows from the log if they lost their room, and reports the rest', async () => {
  log('old', answer('a', 'Hill'), answer('b', 'Ridge Road'))
  const writing = vi.spyOn(localStorage, 'setItem')
  writeIndex({ identity: 'old', surveys: [counted(4)] })
  const failed = vi.fn()
  const writer = localWriter('old', { written: () => undefined, failed })
  writer.begin(new Map())
  const write = writing.getMockImplementation()
  writing.mockImplementation(function (this: Storage, key, value) {
    if (value.includes('Too much')) throw new DOMException('', 'QuotaExceededError')
    return write ? write.call(this, key, value) : Reflect.set(this, key, value)
  })
  writer.add([answer('a', 'Hill House'), answer('c', 'Too much'), answer('d', 'Lost')])
  expect(failed).toHaveBeenCalledWith('QuotaExceededError')
  const { rows, unreadable } = await readOtherRecord('new')
  expect(valuesOf(rows).sort()).toEqual(['Hill House', 'Ridge Road'])
  expect(unreadable).toEqual([counted(2)])
})

test('ignores an older log if local storage records no unsent work', async () => {
  log('old', answer('a', 'Sent since'))
  replaceLocalRows('old', new Map())
  expect((await readOtherRecord('new')).rows.size).toBe(0)
  expect((await readOwnRecord('old')).rows.size).toBe(0)
})

test('reports an unreadable log beside a readable one', async () => {
  log('older', answer('b', 'Ridge Road'))
  log('old')
  writeIndex({ identity: 'old', surveys: [{ ...counted(1), survey: 'other' }] })
  const { rows, unreadable } = await readOtherRecord('new')
  expect(valuesOf(rows)).toEqual(['Ridge Road'])
  expect(unreadable).toEqual([{ ...counted(1), survey: 'other' }])
})

test('reads the other rows beside a damaged one, and reports it', async () => {
  writeLocalRows('old', [answer('a', 'Hill House'), answer('b', 'Ridge Road')])
  const [key = ''] = Object.keys(localStorage)
  localStorage.setItem(key, '{"table":"ans')
  writeIndex({ identity: 'old', surveys: [counted(2)] })
  const { rows, unreadable } = await readOtherRecord('new')
  expect(valuesOf(rows)).toEqual(['Ridge Road'])
  expect(unreadable).toEqual([counted(1)])
  expect(valuesOf((await readOwnRecord('old')).rows)).toEqual(['Ridge Road'])
})
