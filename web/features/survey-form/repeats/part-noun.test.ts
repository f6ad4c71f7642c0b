import { expect, test } from 'vitest'
import { partNoun } from './part-noun.ts'

test.each([
  ['Add another unit', 'unit'],
  ['Add another OSP route', 'OSP route'],
  ['Add a room', 'room'],
  ['Add closet', 'closet'],
  ['Agregar otra unidad', 'unidad'],
  ['Agregar otro IDF', 'IDF'],
  ['Ajouter un local', 'Local'],
  ['', 'Local'],
])('reads from %j the noun %s', (addSimilarText, noun) => {
  expect(partNoun({ addSimilarText, name: 'Local' })).toBe(noun)
})
