import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { isDamageError } from './damaged-store.ts'

test.each([
  [new DOMException('', 'UnknownError'), true],
  [new Dexie.OpenFailedError(new DOMException('', 'UnknownError') as never), true],
  // A newer app version, a full disk, a page being left: deleting the store would not help.
  [new Dexie.OpenFailedError(new DOMException('', 'VersionError') as never), false],
  [new DOMException('', 'QuotaExceededError'), false],
  [new DOMException('', 'AbortError'), false],
])('offers repair only for a store that the browser cannot read: %s', (error, expected) => {
  expect(isDamageError(error)).toBe(expected)
})
