import { expect, test } from 'vitest'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { makeFirstAdmin } from './first-admin.ts'

test('one of several processes that start on an empty database creates the first admin', async () => {
  const { context } = await testAppForThisTest({ ADMIN_PASSWORD: 'Correct7horse' })
  const made = await Promise.all([1, 2, 3].map(() => makeFirstAdmin(context)))
  expect(made.filter((one) => one !== null)).toHaveLength(1)
  expect(await makeFirstAdmin(context)).toBeNull()
})
