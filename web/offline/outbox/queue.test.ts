import { expect, test } from 'vitest'
import { pauseAfter } from '#web/lib/http/backoff.ts'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { openSave } from '../operations/order.ts'
import { answerWithin } from '../operations/remote/call-options.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { judge } from './judge.ts'
import { dueEntries, nextPauseEnds } from './queue.ts'

let count = 0
function entry(given: Partial<Parameters<typeof anyEntry>[1]>): OutboxRow {
  count += 1
  return anyEntry('a', {
    seq: count,
    id: `e${count}`,
    survey: 's',
    endpoint: 'surveys.autoSave',
    input: null,
    subSection: 'p',
    madeAt: '',
    ...given,
  })
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
  expect(openSave(rows, 's', 'p')?.id).toBe(open.id)
  expect(openSave(rows, 's', 'r')).toBeUndefined()
})

test('an entry that is being sent, or was tried, is not changed any more', () => {
  expect(openSave([entry({ state: 'sending' })], 's', 'p')).toBeUndefined()
  expect(openSave([entry({ input: { body: {} } })], 's', 'p')).toBeUndefined()
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
  expect(openSave(rows, 's', 'p')).toBeUndefined()
})

test('pauses double up to twenty seconds and are spread', () => {
  expect([1, 2, 3, 20].map((attempts) => pauseAfter(attempts, 1))).toEqual([1000, 2000, 4000, 20000])
  expect(pauseAfter(1, 0)).toBe(500)
})

test('an answer is waited for longer with each try, up to a minute', () => {
  expect([0, 1, 2, 3, 20].map(answerWithin)).toEqual([15_000, 15_000, 30_000, 60_000, 60_000])
})

const words = [{ message: 'no' }]

test('only a clear refusal parks', () => {
  const of = (status: number, endpoint = 'surveys.autoSave') =>
    judge(endpoint, { status, errors: words }).kind
  expect([0, 500, 503, 507, 429, 408, 425].map((status) => of(status))).toEqual(Array(7).fill('again'))
  expect([400, 403, 404, 409, 410, 413, 422, 423].map((status) => of(status))).toEqual(Array(8).fill('park'))
  expect(of(401)).toBe('log-in')
  expect(judge('x', { status: 403, errors: [{ token: 'Session Expired' }] }).kind).toBe('log-in')
  expect(of(404, 'media.delete')).toBe('done')
})

test('what does not speak the server’s words neither refuses nor confirms', () => {
  const of = (status: number, endpoint: string) => judge(endpoint, { status, errors: [] }).kind
  expect([304, 400, 403, 404, 405, 410].map((status) => of(status, 'surveys.autoSave'))).toEqual(
    Array(6).fill('again'),
  )
  expect(of(404, 'surveys.delete')).toBe('again')
  expect(of(404, 'media.delete')).toBe('again')
  // What is too large for a proxy stays so.
  expect(of(413, 'plans.add')).toBe('park')
})

test('the server says how long to wait, but for five minutes at most', () => {
  const wait = (retryAfter: number) => judge('x', { status: 429, retryAfter, errors: [] })
  expect(wait(7)).toEqual({ kind: 'again', after: 7000 })
  expect(wait(4_000_000)).toEqual({ kind: 'again', after: 300_000 })
})

test('a pause that was set before the clock was put back is over', () => {
  const day = 24 * 3_600_000
  const rows = [entry({ nextAt: day })]
  expect(ids(dueEntries(rows, 1_000))).toEqual(ids(rows))
  expect(nextPauseEnds(rows, 1_000)).toBeNull()
  expect(nextPauseEnds([entry({ nextAt: 5_000 })], 1_000)).toBe(5_000)
})
