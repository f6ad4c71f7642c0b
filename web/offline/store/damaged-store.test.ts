import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { isDamageError, reportOpened, reportUnreadableStore, storeDamaged } from './damaged-store.ts'

test.each([
  [new DOMException('', 'UnknownError'), true],
  [new Dexie.OpenFailedError(new DOMException('', 'UnknownError') as never), true],
  [new Dexie.ModifyError('', [new DOMException('', 'UnknownError')], 0, []), true],
  // A newer app version, a full disk, a page being left: deleting the store would not help.
  [new Dexie.OpenFailedError(new DOMException('', 'VersionError') as never), false],
  [new DOMException('', 'QuotaExceededError'), false],
  [new DOMException('', 'AbortError'), false],
])('offers repair only for a store that the browser cannot read: %s', (error, expected) => {
  expect(isDamageError(error)).toBe(expected)
})

test('a store that opens but cannot be read stays damaged until it is repaired', () => {
  reportOpened(new DOMException('', 'UnknownError'))
  expect(storeDamaged.get()).toBe(true)
  reportOpened(null)
  expect(storeDamaged.get()).toBe(false)

  reportUnreadableStore()
  reportOpened(null)
  expect(storeDamaged.get()).toBe(true)
})
