import { expect, test } from 'vitest'
import { checkStart } from './check-start.ts'

test.each([
  ['', ' ', { form: 'Please enter Survey Name & Property Owner' }],
  ['', 'Ann', { name: 'Please enter Survey Name' }],
  ['North', '', { owner: 'Please enter Property Owner Name' }],
  ['x'.repeat(201), 'Ann', { name: 'Please use at most 200 characters.' }],
  [' North ', 'Ann', {}],
])('checks name %j and owner %j', (name, owner, errors) => {
  expect(checkStart({ name, owner })).toEqual(errors)
})
