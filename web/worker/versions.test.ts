import { expect, test } from 'vitest'
import { namesOnly } from './cache-version.ts'
import { earlierThan, nameOfVersion, wasDeleted } from './versions.ts'

test('a version deletes only earlier versions, including those of the first apps', () => {
  const names = ['pictures', 'program-a', 'version-b', 'version-own', 'version-waiting', 'program-c']
  expect(earlierThan('version-own', names)).toEqual(['program-a', 'version-b'])
  expect(earlierThan('version-waiting', names)).toEqual(['program-a', 'version-b', 'version-own'])
})

test('a version without its own files deletes nothing', () => {
  expect(earlierThan('version-own', ['program-a', 'version-b'])).toEqual([])
})

test('a version deleted by its successor loads nothing; one lost with all others does', () => {
  expect(wasDeleted('version-own', ['pictures', 'version-next'])).toBe(true)
  expect(wasDeleted('version-own', ['version-own', 'version-next'])).toBe(false)
  expect(wasDeleted('version-own', ['pictures'])).toBe(false)
})

test('each version has its own name, which workers of the first apps do not delete', () => {
  const files = [{ url: '/index.html', revision: '1' }]
  const changed = [{ url: '/index.html', revision: '2' }]
  expect(nameOfVersion(files)).toBe(nameOfVersion([...files]))
  expect(nameOfVersion(files)).not.toBe(nameOfVersion(changed))
  expect(nameOfVersion(files)).not.toMatch(/^program-/)
})

test('rejects a page that names files of another version, or none', () => {
  const keys = new Map(
    ['/index.html', '/assets/index-12345678.js', '/assets/index-12345678.css'].map((path) => [
      `http://fieldbook.test${path}`,
      path,
    ]),
  )
  const page = (script: string) =>
    `<script src="/first-paint.js"></script><script type="module" src="/assets/${script}"></script>` +
    '<link rel="stylesheet" href="/assets/index-12345678.css">'
  expect(namesOnly(keys, page('index-12345678.js'))).toBe(true)
  expect(namesOnly(keys, page('index-87654321.js'))).toBe(false)
  expect(namesOnly(keys, '<h1>Sign in to this network</h1>')).toBe(false)
})
