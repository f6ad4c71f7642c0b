import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { newEntry } from '../operations/entries.ts'
import { publish } from '../store/bus.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { sendAllWaiting, sendingResult } from './send-all-waiting.ts'

const entry = (given: Partial<OutboxRow> & { readonly seq: number }) =>
  newEntry('a', { survey: 's', endpoint: 'surveys.autoSave', input: {}, ...given })

test('reports sent, rejected or not reached, and null while entries are in flight', () => {
  const tries = new Map<string, number>()
  const creation = entry({ seq: 1, endpoint: 'surveys.create', state: 'parked' })
  const behind = entry({ seq: 2 })
  expect(sendingResult([], tries)).toBe('sent')
  expect(sendingResult([behind], tries)).toBeNull()
  expect(sendingResult([{ ...behind, attempts: 1 }], tries)).toBe('not-reached')
  // An entry blocked by a rejected one waits for the user, not the network.
  expect(sendingResult([creation, behind], tries)).toBe('refused')
  // Other surveys are not affected.
  expect(sendingResult([creation, { ...behind, survey: 'other' }], tries)).toBeNull()
})

test('a failed read does not count as an empty queue', async () => {
  await db.outbox.add(entry({ seq: 1 }))
  const where = db.outbox.where.bind(db.outbox)
  let readings = 0
  vi.spyOn(db.outbox, 'where').mockImplementation(((by: object) => {
    if (typeof by === 'object') readings += 1
    if (typeof by === 'object' && readings === 2) throw new Error('The store is broken')
    return where(by)
  }) as never)
  let ended: string | null = null
  const done = sendAllWaiting('a').then((how) => {
    ended = how
  })
  await expect.poll(() => readings).toBeGreaterThan(3)
  expect(ended).toBeNull()
  await db.outbox.clear()
  publish('a', { kind: 'queue', now: false })
  await done
  expect(ended).toBe('sent')
})
