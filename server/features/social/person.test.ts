import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PersonName } from '#contract/rules/name.ts'
import { personOf } from './person.ts'

const who = { issuer: 'https://a.example', subject: '1', emailVouched: true }

test.each([
  [{ firstName: 'Robin', lastName: 'Hood' }, 'Robin', 'Hood'],
  [{ fullName: 'Robin of the Hood' }, 'Robin', 'of the Hood'],
  [{ firstName: "D'Arcy", lastName: "O'Brien-Núñez" }, 'DArcy', 'OBrien-Núñez'],
  [{ firstName: '  山田 ', lastName: '太' }, '山田', 'Surveyor'],
  [{ firstName: 'R2D2', lastName: '🤖' }, 'R D', 'Surveyor'],
  [{ fullName: 42 }, 'New', 'Surveyor'],
  [{}, 'New', 'Surveyor'],
])('%o is called by names that our rules take', (claims, firstName, lastName) => {
  expect(personOf({ ...who, ...claims })).toMatchObject({ firstName, lastName })
})

test('any provider names are normalized to our rules', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string({ unit: 'binary', maxLength: 400 }), (firstName, lastName) => {
      const person = personOf({ ...who, firstName, lastName, fullName: lastName })
      expect(z.safeParse(PersonName, person.firstName).success).toBe(true)
      expect(z.safeParse(PersonName, person.lastName).success).toBe(true)
    }),
  )
})

test('an invalid address counts as none, and is not vouched for', () => {
  for (const email of [undefined, 42, 'robin', 'robin@', 'robin@acme.example\r\nBcc: x@y.example']) {
    expect(personOf({ ...who, email })).toMatchObject({ email: '', emailVouched: false })
  }
  expect(personOf({ ...who, email: 'Robin@Acme.Example' })).toMatchObject({
    email: 'robin@acme.example',
    emailVouched: true,
  })
})
