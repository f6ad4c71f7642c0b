import { expect, test } from 'vitest'
import { normalPhone } from './phone.ts'

test.each([
  ['', ''],
  ['+12025550143', '+12025550143'],
  ['+4402079460018', '+442079460018'],
  ['+442079460018', '+442079460018'],
  ['+3906698', '+3906698'],
  ['+0015550100', '+0015550100'],
  ['+999123456', '+999123456'],
])('%j is %j', (given, normal) => {
  expect(normalPhone(given)).toBe(normal)
  expect(normalPhone(normal)).toBe(normal)
})
