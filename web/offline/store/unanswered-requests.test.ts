import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  awaitReply,
  hasUnansweredRequest,
  onUnansweredRequest,
  stopAwaitingReply,
} from './unanswered-requests.ts'
import { watchedFactory } from './watched-database.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
})

test('reports a store without replies, until it replies', async () => {
  const heard: boolean[] = []
  const forget = onUnansweredRequest(() => heard.push(hasUnansweredRequest()))
  const [stuck, other] = [{}, {}]
  awaitReply(stuck)
  await vi.advanceTimersByTimeAsync(4_500)
  expect(heard).toEqual([])
  // Replies to other requests don't count.
  awaitReply(other)
  stopAwaitingReply(other)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual([true])
  stopAwaitingReply(stuck)
  expect(heard).toEqual([true, false])
  forget()
})

test('long work is not silence while replies arrive', async () => {
  const work = {}
  for (let part = 0; part < 5; part += 1) {
    awaitReply(work)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(hasUnansweredRequest()).toBe(false)
  }
  stopAwaitingReply(work)
})

test('detects opens and transactions without a reply, no matter which code started them', async () => {
  const asked = watchedFactory.open('silent', 1)
  asked.onupgradeneeded = () => asked.result.createObjectStore('rows')
  // fake-indexeddb needs a moment for each step.
  const opened = new Promise((done) => {
    asked.onsuccess = done
  })
  await vi.waitFor(() => opened)
  const never = asked.result.transaction('rows', 'readwrite')
  let stop = false
  const spin = () => {
    if (!stop) never.objectStore('rows').get('1').onsuccess = spin
  }
  spin()
  const waits = asked.result.transaction('rows', 'readwrite')
  waits.objectStore('rows').put('1', '1')
  await vi.advanceTimersByTimeAsync(7_000)
  expect(hasUnansweredRequest()).toBe(true)
  const over = new Promise((done) => {
    waits.oncomplete = done
  })
  stop = true
  await over
  expect(hasUnansweredRequest()).toBe(false)
  asked.result.close()
})
