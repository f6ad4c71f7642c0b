import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { completeSurvey, person, signUp } from '../main-job.ts'
import { dashboard } from '../screens/dashboard.ts'
import { guest } from '../screens/guest.ts'
import { sharing } from '../screens/sharing.ts'

/** Removes page features newer than Safari 16.4, the last version for some iPads. */
function becomeOlder(): void {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  const later: readonly [object, ...string[]][] = [
    [Promise, 'withResolvers', 'try'],
    [Map, 'groupBy'],
    [Map.prototype, 'getOrInsert', 'getOrInsertComputed'],
    [Object, 'groupBy'],
    [Array, 'fromAsync'],
    [AbortSignal, 'any'],
    [URL, 'canParse', 'parse'],
    [RegExp, 'escape'],
    [Math, 'sumPrecise', 'f16round'],
    [Error, 'isError', 'captureStackTrace'],
    [Uint8Array, 'fromBase64', 'fromHex'],
    [Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
    [ArrayBuffer.prototype, 'transfer', 'transferToFixedLength'],
    [Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference'],
    [Set.prototype, 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    [iterator, 'map', 'filter', 'take', 'drop', 'flatMap'],
    [iterator, 'reduce', 'toArray', 'forEach', 'some'],
    [iterator, 'every', 'find'],
    [Element.prototype, 'showPopover', 'moveBefore', 'setHTMLUnsafe'],
    [Document.prototype, 'startViewTransition'],
    [globalThis, 'requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'Iterator', 'navigation'],
    [Intl, 'DurationFormat'],
  ]
  for (const [owner, ...names] of later)
    for (const name of names) {
      Reflect.deleteProperty(owner, name)
      if (name in owner) Object.defineProperty(owner, name, { value: undefined })
    }
}

test('fills and shares a survey in the engine of an iPad without further updates', async ({ visit }) => {
  const page = await visit('phone')
  await page.context().addInitScript(becomeOlder)
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  await signUp(page, { ...person, email: `older-${person.email}` })
  await completeSurvey(page)
  await dashboard(page).choose('Share', 'Hill House')
  const link = await sharing(page).address()
  expect(failures).toEqual([])

  const reader = await visit('desktop')
  await reader.context().addInitScript(becomeOlder)
  await reader.goto(link)
  await guest(reader).info.getByText('Hill House').waitFor()
  await guest(reader).photo('Front gate').waitFor()
})
