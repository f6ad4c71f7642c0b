import { expect, test } from 'vitest'
import { newEntry } from '../record/record-answer.ts'
import type { OutboxRow } from '../store/rows.ts'
import { endOf } from './send-what-waits.ts'

const entry = (given: Partial<OutboxRow> & { readonly seq: number }) =>
  newEntry('a', { survey: 's', endpoint: 'surveys.autoSave', input: {}, ...given })

test('all is sent, refused or not reached; else it is still on its way', () => {
  const tries = new Map<string, number>()
  const creation = entry({ seq: 1, endpoint: 'surveys.create', state: 'parked' })
  const behind = entry({ seq: 2 })
  expect(endOf([], tries)).toBe('sent')
  expect(endOf([behind], tries)).toBeNull()
  expect(endOf([{ ...behind, attempts: 1 }], tries)).toBe('not-reached')
  // What cannot go without the refused one waits for the person, not for the network.
  expect(endOf([creation, behind], tries)).toBe('refused')
})
