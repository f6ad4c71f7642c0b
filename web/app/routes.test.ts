import { expect, test } from 'vitest'
import { routeOf } from './routes.ts'

test.each([
  ['/survey', '/survey/template/survey/section'],
  ['/survey', '/survey/template/survey/section/part'],
  ['/profile', '/profile/logout'],
])('whoever goes from %s to %s keeps the screen that is drawn', (before, after) => {
  const view = routeOf(before)?.View
  expect(view).toBeDefined()
  expect(routeOf(after)?.View).toBe(view)
})

test('different screens have different views', () => {
  expect(routeOf('/profile/name')?.View).not.toBe(routeOf('/profile')?.View)
})
