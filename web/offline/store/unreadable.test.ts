import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { isUnreadable } from './unreadable.ts'

test.each([
  [new DOMException('', 'UnknownError'), true],
  [new Dexie.OpenFailedError(new DOMException('', 'UnknownError') as never), true],
  // A later version of the app, no room, a page that is left: deleting the store would help none of them.
  [new Dexie.OpenFailedError(new DOMException('', 'VersionError') as never), false],
  [new DOMException('', 'QuotaExceededError'), false],
  [new DOMException('', 'AbortError'), false],
])('only a store that the browser cannot read is offered for repair: %s', (error, expected) => {
  expect(isUnreadable(error)).toBe(expected)
})
