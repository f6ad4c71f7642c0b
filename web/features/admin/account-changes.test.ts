import { expect, test } from 'vitest'
import { changesFor } from './account-changes.ts'

const attributes = {
  first_name: 'Nell',
  last_name: 'Vance',
  email: 'nell@example.com',
  full_phone_number: '',
  type: 'EmailAccount',
  role: 'surveyor' as const,
  may_make_templates: false,
  is_disabled: false,
  is_deleted: false,
  restorable_until: null,
  is_invited: false,
  invitation_ends_at: null,
  created_at: '2026-05-01T00:00:00Z',
  last_seen_at: null,
}
const of = (
  given: Partial<Omit<typeof attributes, 'role'>> & { role?: 'admin' | 'surveyor' },
  isOwn = false,
) => changesFor({ id: '1', type: 'account', attributes: { ...attributes, ...given } }, isOwn)

test("offers each account only changes that apply to it, and no changes to the caller's own account", () => {
  expect(of({})).toEqual(['allowTemplates', 'makeAdmin', 'disable'])
  expect(of({ may_make_templates: true })).toEqual(['endTemplates', 'makeAdmin', 'disable'])
  expect(of({ role: 'admin' })).toEqual(['makeSurveyor', 'disable'])
  expect(of({ is_invited: true })).toEqual(['resend', 'allowTemplates', 'makeAdmin', 'disable'])
  expect(of({ is_invited: true, is_disabled: true })).toEqual(['makeAdmin', 'enable'])
  expect(of({ is_deleted: true, is_disabled: true })).toEqual(['restore'])
  expect(of({ role: 'admin' }, true)).toEqual([])
})
