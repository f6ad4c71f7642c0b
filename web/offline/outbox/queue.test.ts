import { expect, test } from 'vitest'
import { pauseAfter } from '#web/lib/http/backoff.ts'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { collectingSave } from '../operations/entries.ts'
import { answerWithin } from '../operations/remote/remote-operation.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { dueEntries, nextPauseEnds } from './queue.ts'
import { evaluateFailure } from './transitions.ts'

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

test('sends each survey’s entries in order, and surveys in parallel', () => {
  const first = entry({})
  const second = entry({ subSection: 'q' })
  const other = entry({ survey: 't' })
  expect(ids(dueEntries([second, other, first], 0))).toEqual([first.id, other.id])
})

test('nothing overtakes a paused entry', () => {
  expect(dueEntries([entry({ nextAt: 500 }), entry({ subSection: 'q' })], 499)).toEqual([])
})

test('a rejected save blocks nothing; a rejected creation blocks its survey', () => {
  const next = entry({ subSection: 'q' })
  expect(ids(dueEntries([entry({ state: 'parked', seq: 0 }), next], 0))).toEqual([next.id])
  expect(dueEntries([entry({ state: 'parked', endpoint: 'surveys.create', seq: 0 }), next], 0)).toEqual([])
})

test('a rejected new sub-section blocks its answers', () => {
  const added = entry({ endpoint: 'surveys.addSimilar', state: 'parked', subSection: 'q', input: {} })
  const inside = entry({ subSection: 'q' })
  const beside = entry({ subSection: 'p' })
  expect(ids(dueEntries([added, inside, beside], 0))).toEqual([beside.id])
})

test('edits join their sub-section’s collecting entry', () => {
  const open = entry({})
  const rows = [entry({ subSection: 'q' }), open]
  expect(collectingSave(rows, 's', 'p')?.id).toBe(open.id)
  expect(collectingSave(rows, 's', 'r')).toBeUndefined()
})

test('an entry that is being sent or was tried is not changed', () => {
  expect(collectingSave([entry({ state: 'sending' })], 's', 'p')).toBeUndefined()
  expect(collectingSave([entry({ input: { body: {} } })], 's', 'p')).toBeUndefined()
})

test('edits after a Submit are sent after it', () => {
  const rows = [
    entry({}),
    entry({
      endpoint: 'surveys.submit',
      input: { body: { status: 'Completed' } },
      subSection: null,
    }),
  ]
  expect(collectingSave(rows, 's', 'p')).toBeUndefined()
})

test('pauses double up to twenty seconds, with jitter', () => {
  expect([1, 2, 3, 20].map((attempts) => pauseAfter(attempts, 1))).toEqual([1000, 2000, 4000, 20000])
  expect(pauseAfter(1, 0)).toBe(500)
})

test('the timeout of a save grows with each attempt, up to a minute', () => {
  expect([0, 1, 2, 3, 20].map(answerWithin)).toEqual([15_000, 15_000, 30_000, 60_000, 60_000])
})

const words = [{ message: 'no' }]

test('parks only clear rejections', () => {
  const of = (status: number, endpoint = 'surveys.autoSave') =>
    evaluateFailure(endpoint, { status, errors: words }).kind
  expect([0, 500, 503, 507, 429, 408, 425].map((status) => of(status))).toEqual(Array(7).fill('retry'))
  expect([400, 403, 404, 409, 410, 413, 422, 423].map((status) => of(status))).toEqual(Array(8).fill('park'))
  expect(of(401)).toBe('log-in')
  expect(evaluateFailure('x', { status: 403, errors: [{ token: 'Session Expired' }] }).kind).toBe('log-in')
  expect(of(404, 'media.delete')).toBe('done')
})

test("a reply that isn't the server’s neither rejects nor confirms", () => {
  const of = (status: number, endpoint: string) => evaluateFailure(endpoint, { status, errors: [] }).kind
  expect([304, 400, 403, 404, 405, 410].map((status) => of(status, 'surveys.autoSave'))).toEqual(
    Array(6).fill('retry'),
  )
  expect(of(404, 'surveys.delete')).toBe('retry')
  expect(of(404, 'media.delete')).toBe('retry')
  // Retrying can't fix a payload that is too large for a proxy.
  expect(of(413, 'plans.add')).toBe('park')
})

test('waits as long as the server asks, but at most five minutes', () => {
  const wait = (retryAfter: number) => evaluateFailure('x', { status: 429, retryAfter, errors: [] })
  expect(wait(7)).toEqual({ kind: 'retry', after: 7000 })
  expect(wait(4_000_000)).toEqual({ kind: 'retry', after: 300_000 })
})

test('a pause set before the clock was set back is over', () => {
  const day = 24 * 3_600_000
  const rows = [entry({ nextAt: day })]
  expect(ids(dueEntries(rows, 1_000))).toEqual(ids(rows))
  expect(nextPauseEnds(rows, 1_000)).toBeNull()
  expect(nextPauseEnds([entry({ nextAt: 5_000 })], 1_000)).toBe(5_000)
})
