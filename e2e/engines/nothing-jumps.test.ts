import { expect } from 'vitest'
import { movedAfterFarScroll } from '../far-scroll.ts'
import { test } from './fixtures.ts'

test('what one has scrolled to stays in its place while the fields above it get their height', async ({
  visit,
  surveyor,
}) => {
  const { page } = await visit('phone')
  expect(await movedAfterFarScroll(page, surveyor)).toBeLessThanOrEqual(2)
})
