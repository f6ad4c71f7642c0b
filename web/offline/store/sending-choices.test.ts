import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import {
  canDetectConnection,
  isMetered,
  onSendingChange,
  sendingChoices,
  setSendingChoices,
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

test('sends pictures any time and text first by default', () => {
  expect(sendingChoices()).toEqual({ media: 'always', textFirst: true })
  const listener = vi.fn()
  const forget = onSendingChange(listener)
  setSendingChoices({ media: 'wifi' })
  setSendingChoices({ textFirst: false })
  forget()
  setSendingChoices({ media: 'by-hand' })
  expect(listener).toHaveBeenCalledTimes(2)
  expect(sendingChoices()).toEqual({ media: 'by-hand', textFirst: false })
  expect(sendingChoices()).toBe(sendingChoices())
})

test('ignores invalid stored choices', () => {
  for (const text of ['', '{', '7', '{"media":"never","textFirst":"no"}']) {
    stored.set('sending-choices', text)
    expect(sendingChoices()).toEqual({ media: 'always', textFirst: true })
  }
})

test('mobile data and data saver count as metered; an unknown network does not', () => {
  expect([canDetectConnection(), isMetered()]).toEqual([false, false])
  connection({ type: 'wifi', saveData: false })
  expect([canDetectConnection(), isMetered()]).toEqual([true, false])
  connection({ type: 'cellular' })
  expect(isMetered()).toBe(true)
  connection({ saveData: true })
  expect([canDetectConnection(), isMetered()]).toEqual([false, true])
})
