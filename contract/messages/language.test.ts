import { expect, test } from 'vitest'
import { languageOfHeader, languageOfTag } from './language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['de', 'en'],
  ['est', 'en'],
  ['es', 'es'],
  ['ES-mx', 'es'],
  ['es-419,es;q=0.9,en;q=0.8', 'es'],
  [' es;q=0.9', 'es'],
])('a header %j is answered in %s', (header, language) => {
  expect(languageOfHeader(header)).toBe(language)
})

test('every kind of Spanish is Spanish', () => {
  for (const tag of ['es', 'es-ES', 'es-AR', 'es-Latn-CO']) expect(languageOfTag(tag)).toBe('es')
})
