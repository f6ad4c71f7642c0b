import { expect, test } from 'vitest'
import { returnTo } from './return-to.ts'

test.each([
  [{ from: '/survey/a/b/c?x=1' }, '/survey/a/b/c?x=1'],
  [{ from: '/profile/logout' }, '/dashboard'],
  [{ from: '//evil.example' }, '/dashboard'],
  [{ from: '/\\evil.example' }, '/dashboard'],
  [{ from: 'https://evil.example' }, '/dashboard'],
  [{ from: 7 }, '/dashboard'],
  [{ from: '/survey/a/b/c', whose: 'me' }, '/survey/a/b/c'],
  [{ from: '/survey/a/b/c', whose: 'somebody else' }, '/dashboard'],
  [null, '/dashboard'],
])('%j leads to %s', (state, path) => {
  expect(returnTo(state, 'me')).toBe(path)
})
