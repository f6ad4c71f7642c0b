import { expect, test } from 'vitest'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import type { NamedAnswer } from './load.ts'
import { resolveMerge } from './merge.ts'

const field = sampleTemplate.sections.flatMap(({ fields }) => fields).find(({ type }) => type === 'text')

/** Quadratic comparison of edits would block the server for minutes. */
test('many edits of one answer in a save cost no more than as many answers', () => {
  if (!field) throw new Error('No text field')
  const stored = {
    id: '019b0000-0000-7000-8000-000000000001',
    field,
    value: '',
    values: [],
    revision: 0,
    editedAt: null,
    sentAt: null,
    editedBy: null,
    editedIn: null,
    event: null,
    isEarlier: false,
    subSectionDeleted: false,
    media: [],
    copiedFrom: null,
  }
  const count = 40_000
  const named = Array.from({ length: count }, (_, index): NamedAnswer => {
    const editedAt = new Date(Date.UTC(2026, 4, 1) + index).toISOString()
    return {
      stored,
      given: { value: `${index}`, values: [] },
      editedAt,
      baseRevision: null,
      copiedFrom: null,
      edited: false,
    }
  })
  const now = new Date(Date.UTC(2026, 4, 2)).toISOString()
  const by = { accountId: stored.id, sessionId: stored.id }
  const settled = resolveMerge(named, {
    ...by,
    now,
    seen: new Map(),
    known: new Map(),
    counts: () => true,
    contributes: false,
  })
  expect(settled.changes).toMatchObject([{ value: `${count - 1}`, revision: count }])
  expect(settled.history).toHaveLength(count - 1)
})
