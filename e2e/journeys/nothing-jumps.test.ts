import { expect } from 'vitest'
import { movedAfterFarScroll } from '../far-scroll.ts'
import { test } from '../fixtures.ts'
import { startSurvey } from '../scene.ts'
import { logIn } from '../screens/entry.ts'

// Whoever taps in that moment would tap something else.
test('what one has scrolled to stays in its place while the fields above it get their height', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone')
  expect(await movedAfterFarScroll(page, surveyor)).toBeLessThanOrEqual(2)
})

test('the way to deleted surveys stands below the list: until the list has come there is none, so it does not jump', async ({
  visit,
  surveyor,
}) => {
  await startSurvey(surveyor, { name: 'House 1' })
  const page = await visit('phone', { serviceWorkers: 'block' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/bx_block_survey/users_survey?*', async (route) => {
    await released
    await route.continue()
  })
  await logIn(page, surveyor)
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  const way = page.getByRole('link', { name: 'Deleted surveys' })
  expect(await way.count()).toBe(0)
  release()
  await way.waitFor()
  await page.getByText('House 1').waitFor()
})
