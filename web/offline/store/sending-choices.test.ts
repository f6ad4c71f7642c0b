import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import {
  chooseSending,
  isMetered,
  knowsConnection,
  onSendingChange,
  sendingChoices,
} from './sending-choices.ts'

const stored = new Map<string, string>()
const connection = (given: object | undefined) =>
  vi.stubGlobal('navigator', given ? { connection: given } : {})

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('window', new EventTarget())
  stubLocalStorage(stored)
  connection(undefined)
})

test('pictures go at any time, text first, until somebody chooses otherwise', () => {
  expect(sendingChoices()).toEqual({ media: 'always', textFirst: true })
  const listener = vi.fn()
  const forget = onSendingChange(listener)
  chooseSending({ media: 'wifi' })
  chooseSending({ textFirst: false })
  forget()
  chooseSending({ media: 'by-hand' })
  expect(listener).toHaveBeenCalledTimes(2)
  expect(sendingChoices()).toEqual({ media: 'by-hand', textFirst: false })
  expect(sendingChoices()).toBe(sendingChoices())
})

test('what is stored by something else counts as nothing', () => {
  for (const text of ['', '{', '7', '{"media":"never","textFirst":"no"}']) {
    stored.set('sending-choices', text)
    expect(sendingChoices()).toEqual({ media: 'always', textFirst: true })
  }
})

test('mobile data and a saving browser cost; what cannot be told does not', () => {
  expect([knowsConnection(), isMetered()]).toEqual([false, false])
  connection({ type: 'wifi', saveData: false })
  expect([knowsConnection(), isMetered()]).toEqual([true, false])
  connection({ type: 'cellular' })
  expect(isMetered()).toBe(true)
  connection({ saveData: true })
  expect([knowsConnection(), isMetered()]).toEqual([false, true])
})
