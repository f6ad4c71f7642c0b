import { expect, test } from 'vitest'
import { matching } from './matching.ts'

const all = ['Unit Survey 2 · Unit 4B', 'Unit Survey 12', 'Café'].map((name) => ({ name }))
const names = (query: string) => matching(all, query).map(({ name }) => name)

test('every word has to be there, in any order, case and accent', () => {
  expect(names('')).toHaveLength(3)
  expect(names(' 4b  unit ')).toEqual(['Unit Survey 2 · Unit 4B'])
  expect(names('cafe')).toEqual(['Café'])
  expect(names('unit 3')).toEqual([])
})
