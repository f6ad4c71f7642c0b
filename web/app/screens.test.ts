import { describe, expect, test } from 'vitest'
import { menuEntries } from '#contract/admin/menu-entries.ts'
import { homeGroups } from '#web/features/home/entries.ts'
import { matchPath } from '#web/lib/page/route.tsx'
import { isValidItem, nearestItem } from './menu-items.ts'
import { screens } from './screens.ts'

const leads = (address: string) =>
  screens.some(({ path }) => path !== '*' && matchPath(path, address.split('?')[0] ?? ''))

describe('every link leads to a screen', () => {
  test.each(menuEntries.map(({ url }) => url))('menu: %s', (url) => {
    expect(leads(url)).toBe(true)
  })

  test.each(homeGroups.flatMap(({ entries }) => entries.map(({ to }) => to)))('home: %s', (to) => {
    expect(leads(to)).toBe(true)
  })
})

test('no address has two screens', () => {
  const paths = screens.map(({ path }) => path.toLowerCase())
  expect(new Set(paths).size).toBe(paths.length)
})

test.each(screens.map(({ path }) => path).filter((path) => path !== '*'))('nothing else is at %s', (path) => {
  const shortest = path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x')
  const longest = path.replace(/:\w+\??/g, 'x')
  for (const address of [shortest, longest])
    expect(screens.filter((one) => one.path !== '*' && matchPath(one.path, address))).toHaveLength(1)
})

test('an item that leads to a forbidden address is not shown', () => {
  const item = { id: 'a', text: 'A', url: '/a', icon: 'link' }
  expect(isValidItem(item)).toBe(true)
  for (const url of ['javascript:alert(1)', '//evil.example', 'http://plain.example', '', 5])
    expect(isValidItem({ ...item, url })).toBe(false)
  expect(isValidItem({ ...item, icon: 'skull' })).toBe(false)
  expect(isValidItem(null)).toBe(false)
})

test.each([
  ['/profile', '/profile'],
  ['/profile/name', '/profile'],
  ['/profile/logout', '/profile/logout'],
  ['/profiles', undefined],
  ['/Home', undefined],
])('at %s the menu marks %s', (pathname, url) => {
  expect(nearestItem(menuEntries, pathname)?.url).toBe(url)
})
