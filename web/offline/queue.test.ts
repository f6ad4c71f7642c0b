import { expect, test } from 'vitest'
import { dueEntries, judge, openEntry, pauseAfter } from './queue.ts'
import type { OutboxRow } from './rows.ts'

let count = 0
function entry(given: Partial<OutboxRow>): OutboxRow {
  count += 1
  return {
    seq: count,
    id: `e${count}`,
    account: 'a',
    survey: 's',
    endpoint: 'surveys.autoSave',
    input: null,
    subSection: 'p',
    answer: null,
    state: 'waiting',
    attempts: 0,
    nextAt: 0,
    madeAt: '',
    problem: null,
    ...given,
  }
}
const ids = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id)

test('one survey goes in order, surveys go side by side', () => {
  const first = entry({})
  const second = entry({ subSection: 'q' })
  const other = entry({ survey: 't' })
  expect(ids(dueEntries([second, other, first], 0))).toEqual([first.id, other.id])
})

test('nothing overtakes an entry that pauses', () => {
  expect(dueEntries([entry({ nextAt: 500 }), entry({ subSection: 'q' })], 499)).toEqual([])
})

test('a refused save lets the others pass; a refused creation holds its survey', () => {
  const next = entry({ subSection: 'q' })
  expect(ids(dueEntries([entry({ state: 'parked', seq: 0 }), next], 0))).toEqual([next.id])
  expect(dueEntries([entry({ state: 'parked', endpoint: 'surveys.create', seq: 0 }), next], 0)).toEqual([])
})

test('a refused new sub-section holds what was typed into it', () => {
  const added = entry({ endpoint: 'surveys.addSimilar', state: 'parked', subSection: 'q', input: {} })
  const inside = entry({ subSection: 'q' })
  const beside = entry({ subSection: 'p' })
  expect(ids(dueEntries([added, inside, beside], 0))).toEqual([beside.id])
})

test('typing collapses into the entry of its sub-section that still collects', () => {
  const open = entry({})
  const rows = [entry({ subSection: 'q' }), open]
  expect(openEntry(rows, 's', 'p')?.id).toBe(open.id)
  expect(openEntry(rows, 's', 'r')).toBeUndefined()
})

test('an entry that is being sent, or was tried, is not changed any more', () => {
  expect(openEntry([entry({ state: 'sending' })], 's', 'p')).toBeUndefined()
  expect(openEntry([entry({ input: { body: {} } })], 's', 'p')).toBeUndefined()
})

test('typing behind a Submit goes behind it', () => {
  const rows = [
    entry({}),
    entry({
      endpoint: 'surveys.submit',
      input: { body: { status: 'Completed' } },
      subSection: null,
    }),
  ]
  expect(openEntry(rows, 's', 'p')).toBeUndefined()
})

test('pauses double up to twenty seconds and are spread', () => {
  expect([1, 2, 3, 20].map((attempts) => pauseAfter(attempts, 1))).toEqual([1000, 2000, 4000, 20000])
  expect(pauseAfter(1, 0)).toBe(500)
})

test('only a clear refusal parks', () => {
  const of = (status: number, endpoint = 'surveys.autoSave') => judge(endpoint, { status, errors: [] }).kind
  expect([0, 500, 503, 429, 408].map((status) => of(status))).toEqual(Array(5).fill('again'))
  expect([400, 404, 409, 413, 422].map((status) => of(status))).toEqual(Array(5).fill('park'))
  expect(of(401)).toBe('log-in')
  expect(judge('x', { status: 403, errors: [{ token: 'Session Expired' }] }).kind).toBe('log-in')
  expect(judge('x', { status: 403, errors: [{ message: 'no' }] }).kind).toBe('park')
  expect(of(404, 'media.delete')).toBe('done')
})

test('the server says how long to wait', () => {
  expect(judge('x', { status: 429, retryAfter: 7, errors: [] })).toEqual({ kind: 'again', after: 7000 })
})
