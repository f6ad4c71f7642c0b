import { expect, test } from 'vitest'
import { EventStream } from './stream.ts'

const reader = {
  ...{ surveyId: 's', id: 'a', limits: null, share: 'a' },
  ...{ sessionId: 'b', language: 'en' as const },
} as const

test('a reader that does not read is cut, and one that reads is not', () => {
  const [idle, busy] = [new EventStream(reader), new EventStream(reader)]
  for (let id = 1; id <= 10; id++) {
    for (const stream of [idle, busy]) stream.send('answers', id, { text: 'x'.repeat(100_000) })
    busy.out.read()
  }
  expect([idle.isOpen, busy.isOpen]).toEqual([false, true])
})

test('a stop does not wait for stalled readers', () => {
  const stream = new EventStream(reader)
  stream.send('answers', 1, { text: 'x'.repeat(100_000) })
  stream.cut()
  expect([stream.isOpen, stream.out.destroyed]).toEqual([false, true])
})

test('messages after the end are dropped', () => {
  const stream = new EventStream(reader)
  stream.end()
  stream.end()
  expect(() => stream.beat()).not.toThrow()
})
