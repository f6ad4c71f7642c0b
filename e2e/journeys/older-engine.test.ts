import { expect } from 'vitest'
import { fillInterior, fillSystems, fillUnit } from '../fill.ts'
import { test } from '../fixtures.ts'
import {
  addPhoto,
  fillBuildings,
  fillVisit,
  person,
  seeCompleted,
  signUp,
  submitComplete,
  submitWithGaps,
} from '../main-job.ts'
import { inspection } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { guest } from '../screens/guest.ts'
import { sharing } from '../screens/sharing.ts'

/** Takes from the page what came after Safari 16.4: iPads that get no newer system have that. */
function becomeOlder(): void {
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
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), 'map', 'filter', 'take', 'drop', 'flatMap'],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), 'reduce', 'toArray', 'forEach', 'some'],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), 'every', 'find'],
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

test('with the engine of an iPad that gets no newer system a survey is filled and handed over', async ({
  visit,
}) => {
  const page = await visit('phone')
  await page.context().addInitScript(becomeOlder)
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  await signUp(page, { ...person, email: `older-${person.email}` })
  await dashboard(page).create({ template: inspection, name: 'Hill House', owner: 'Mrs Dudley' })
  await page.getByRole('heading', { name: 'Survey Form: Hill House' }).waitFor()
  await fillVisit(page)
  await addPhoto(page)
  await fillBuildings(page)
  await fillInterior(page)
  await fillUnit(page)
  await fillSystems(page)
  await submitWithGaps(page)
  await submitComplete(page)
  await seeCompleted(page)
  await dashboard(page).choose('Share', 'Hill House')
  const link = await sharing(page).address()
  expect(failures).toEqual([])

  const reader = await visit('desktop')
  await reader.context().addInitScript(becomeOlder)
  await reader.goto(link)
  await guest(reader).info.getByText('Hill House').waitFor()
  await guest(reader).photo('Front gate').waitFor()
})
