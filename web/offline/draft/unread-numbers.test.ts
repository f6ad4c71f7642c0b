import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepUnread, type UnreadNumber, unreadOf } from './unread-numbers.ts'

const account = '019c0000-0000-7000-8000-00000000000a'
const typed = (text: string): UnreadNumber => ({ survey: 'survey', text, behind: '' })

let kept: Map<string, string>
let full = false
beforeEach(() => {
  kept = new Map()
  full = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
  })
})
afterEach(() => {
  for (const answer of Object.keys(unreadOf(account))) keepUnread(account, answer, null)
  vi.unstubAllGlobals()
})

test('keeps text that is no number until it is one', () => {
  keepUnread(account, 'a', typed('1,23'))
  keepUnread(account, 'b', typed('8.5'))
  expect(unreadOf(account)).toEqual({ a: typed('1,23'), b: typed('8.5') })
  keepUnread(account, 'a', null)
  keepUnread(account, 'b', null)
  expect(kept.size).toBe(0)
})

test('belongs to one account, and is removed at logout', () => {
  keepUnread(account, 'a', typed('1,23'))
  expect(unreadOf('another')).toEqual({})
  expect([...kept.keys()].every((key) => key.split(':').includes(account))).toBe(true)
})

test('without room, keeps the text while the page is open, and drops the older one', () => {
  keepUnread(account, 'a', typed('1,2'))
  full = true
  keepUnread(account, 'a', typed('1,23'))
  expect(unreadOf(account)).toEqual({ a: typed('1,23') })
})

test('drops the oldest texts', () => {
  for (let index = 0; index < 250; index += 1) keepUnread(account, `answer ${index}`, typed('x'))
  const ids = Object.keys(unreadOf(account))
  expect([ids.length, ids[0]]).toEqual([200, 'answer 50'])
})
