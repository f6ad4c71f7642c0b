import { expect, test } from 'vitest'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { summarizeEntries } from './status.ts'

const row = (state: OutboxRow['state'], attempts: number) => ({ state, attempts, madeAt: '' }) as OutboxRow

test.each<[OutboxRow['state'], attempts: number, failing: boolean, missed: boolean]>([
  ['waiting', 0, false, false],
  ['sending', 1, false, false],
  ['waiting', 1, true, true],
  // A retry in flight must not hide the earlier failure for a moment.
  ['sending', 2, false, true],
])('%s with %i attempts: failing %s, missed %s', (state, attempts, failing, missed) => {
  expect(summarizeEntries([row(state, attempts)], 1, '')).toMatchObject({ failing, missed })
})
