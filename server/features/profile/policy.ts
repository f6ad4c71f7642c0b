import type { AccountRow } from '#server/features/accounts/data.ts'
import { type Failure, fail } from '#server/http/failure.ts'

/** Someone who logs in by the number cannot change it here (spec §4): it is what opens the account. */
export function refusePhoneChange(account: AccountRow): Failure<'phone.readOnly'> | null {
  return account.type === 'SmsAccount' ? fail('phone.readOnly') : null
}

/** Likewise the address of those who log in by it, or whose provider vouches for it. */
export function refuseEmailChange(account: AccountRow): Failure<'email.readOnly'> | null {
  return account.type === 'SmsAccount' ? null : fail('email.readOnly')
}
