import { expect, test } from 'vitest'
import { checkInvitation } from './check-invitation.ts'

const good = {
  first_name: 'Nell',
  last_name: 'Vance',
  email: ' Nell@Example.com ',
  role: 'surveyor',
} as const

test('names each invalid field and no others', () => {
  expect(checkInvitation(good)).toEqual({})
  expect(checkInvitation({ ...good, first_name: '' })).toEqual({ first_name: 'accounts.firstNameBlank' })
  expect(checkInvitation({ ...good, last_name: ' ' })).toEqual({ last_name: 'accounts.lastNameBlank' })
  expect(checkInvitation({ ...good, last_name: '7' })).toEqual({ last_name: 'accounts.nameInvalid' })
  expect(checkInvitation({ ...good, email: 'nell@' })).toEqual({ email: 'admin.emailInvalid' })
  expect(checkInvitation({ ...good, email: ' ' })).toEqual({ email: 'admin.emailRequired' })
})
