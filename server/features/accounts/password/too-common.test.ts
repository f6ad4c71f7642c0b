import { expect, test } from 'vitest'
import { goodPassword } from '#server/testing/make.ts'
import { isCommonPassword } from './too-common.ts'

test.each(['Password1', 'PASSWORD123', 'Qwerty123', 'Passw0rd', 'P@ssw0rd', 'Trustno1', 'Fieldbook2026'])(
  '%s is among the first that are guessed',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  },
)

test.each([goodPassword, 'Kestrel-Attic-19', ''])('%j is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})
