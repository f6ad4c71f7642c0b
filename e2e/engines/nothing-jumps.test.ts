import { expect } from 'vitest'
import { movedAfterFarScroll } from '../far-scroll.ts'
import { test } from './fixtures.ts'

test('the scroll target stays in place while the fields above it are rendered', async ({
  visit,
  surveyor,
}) => {
  const { page } = await visit('phone')
  expect(await movedAfterFarScroll(page, surveyor)).toBeLessThanOrEqual(2)
})
