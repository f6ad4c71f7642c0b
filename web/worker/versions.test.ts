import { expect, test } from 'vitest'
import { namesOnly } from './bring.ts'
import { earlierThan, nameOfVersion, wasDropped } from './versions.ts'

test('a version drops only what came before it, the files of the first apps included', () => {
  const names = ['pictures', 'program-a', 'version-b', 'version-own', 'version-waiting', 'program-c']
  expect(earlierThan('version-own', names)).toEqual(['program-a', 'version-b'])
  expect(earlierThan('version-waiting', names)).toEqual(['program-a', 'version-b', 'version-own'])
})

test('a version whose own files are not there drops nothing', () => {
  expect(earlierThan('version-own', ['program-a', 'version-b'])).toEqual([])
})

test('a version that its follower has dropped brings nothing any more; one that was lost with all others does', () => {
  expect(wasDropped('version-own', ['pictures', 'version-next'])).toBe(true)
  expect(wasDropped('version-own', ['version-own', 'version-next'])).toBe(false)
  expect(wasDropped('version-own', ['pictures'])).toBe(false)
})

test('each version has a name of its own, which the workers of the first apps leave alone', () => {
  const files = [{ url: '/index.html', revision: '1' }]
  const changed = [{ url: '/index.html', revision: '2' }]
  expect(nameOfVersion(files)).toBe(nameOfVersion([...files]))
  expect(nameOfVersion(files)).not.toBe(nameOfVersion(changed))
  expect(nameOfVersion(files)).not.toMatch(/^program-/)
})

test('a page that names files of another version, or none at all, is not taken for this one', () => {
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
