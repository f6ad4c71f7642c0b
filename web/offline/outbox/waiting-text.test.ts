import { expect, test } from 'vitest'
import type { Waiting } from './waiting.ts'
import { waitingText } from './waiting-text.ts'

const since = '2026-11-22T10:42:00.000Z'
const waiting: Waiting = {
  unsent: 3,
  since,
  state: 'on this device',
  refused: 0,
  failing: false,
  stopped: false,
  surveys: new Map(),
}

test("every state's text contains the number, which is all a phone shows", () => {
  expect(waitingText(waiting)).toMatch(/^3 changes wait since /)
  expect(waitingText({ ...waiting, failing: true })).toMatch(/^3 changes wait since .+, no connection$/)
  expect(waitingText({ ...waiting, failing: true, stopped: true })).toMatch(
    /^3 changes wait since .+, stopped by a proxy in front of the server$/,
  )
  expect(waitingText({ ...waiting, state: 'sending' })).toBe('Sending 3 changes…')
  expect(waitingText({ ...waiting, state: 'sending', unsent: 1 })).toBe('Sending 1 change…')
  expect(waitingText({ ...waiting, state: 'needs attention', refused: 2 })).toBe('2 changes were refused')
  expect(waitingText({ ...waiting, state: 'on the server', unsent: 0 })).toBe('All on the server')
})
