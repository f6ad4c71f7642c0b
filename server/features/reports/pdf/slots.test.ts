import { expect, test } from 'vitest'
import { openSlots } from './slots.ts'

test('so many run at once, the others in the order they came', () => {
  const slots = openSlots(2)
  const begun: string[] = []
  const take = (name: string) => slots.take(() => begun.push(name))
  const [a, b, c] = ['a', 'b', 'c', 'd'].map(take)
  expect(begun).toEqual(['a', 'b'])
  c?.()
  b?.()
  b?.()
  expect(begun).toEqual(['a', 'b', 'd'])
  a?.()
  take('e')
  expect(begun).toEqual(['a', 'b', 'd', 'e'])
  take('f')
  expect(begun).toEqual(['a', 'b', 'd', 'e'])
})
