import type { AccountRow } from '#server/features/accounts/data.ts'

export function presentNewAccount(account: AccountRow) {
  return {
    id: account.id,
    type: 'account',
    attributes: {
      first_name: account.first_name,
      last_name: account.last_name,
      email: account.email ?? '',
      full_phone_number: account.full_phone_number,
      type: account.type,
      created_at: account.created_at.toISOString(),
    },
  }
}
