import { beforeEach, expect, test, vi } from 'vitest'
import { writeLocalRows } from './local-rows.ts'
import { readOtherRecord, readOwnRecord } from './read-record.ts'
import { writeIndex } from './record-index.ts'
import { applyChanges, type Change, putRow, type Rows, rowsOf } from './recorded-rows.ts'

const logs = new Map<string, Rows>()
vi.mock('./log-files.ts', () => ({
  readLogs: async (isMeant: (identity: string) => boolean) =>
    [...logs].flatMap(([identity, rows]) => (isMeant(identity) ? [{ rows, whole: true }] : [])),
}))

beforeEach(() => {
  logs.clear()
  const storage = Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  })
  vi.stubGlobal('localStorage', storage)
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

test('local rows of a store replace its log, which ended before them', async () => {
  log('old', answer('a', 'Hill'), answer('b', 'Sent since'))
  log('older', answer('c', 'Ridge Road'))
  writeLocalRows('old', [answer('a', 'Hill House')])
  expect(valuesOf((await readOtherRecord('new')).rows).sort()).toEqual(['Hill House', 'Ridge Road'])
  expect(valuesOf((await readOwnRecord('old')).rows)).toEqual(['Hill House'])
  expect(valuesOf((await readOwnRecord('older')).rows)).toEqual(['Ridge Road'])
})

test('a damaged local row keeps nothing else from being read, and is reported', async () => {
  writeLocalRows('old', [answer('a', 'Hill House'), answer('b', 'Ridge Road')])
  const [key = ''] = Object.keys(localStorage)
  localStorage.setItem(key, '{"table":"ans')
  const none = { photos: 0, videos: 0, others: 0, bulk: 0, files: [] }
  const counted = { account: 'account', survey: 'survey', name: 'Hill House', answers: 2, at: '', ...none }
  writeIndex({ identity: 'old', surveys: [counted] })
  const { rows, unreadable } = await readOtherRecord('new')
  expect(valuesOf(rows)).toEqual(['Ridge Road'])
  expect(unreadable).toEqual([{ ...counted, answers: 1 }])
  expect(valuesOf((await readOwnRecord('old')).rows)).toEqual(['Ridge Road'])
})
