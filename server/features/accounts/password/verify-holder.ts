import type { AccountIdentity } from '#server/http/authenticate.ts'
import type { Failure } from '#server/http/failure.ts'
import type { AccountRow } from '../data.ts'
import { type Prover, verifyCurrentPassword } from './verify-password.ts'

interface Opener extends Prover {
  readonly account: AccountIdentity | null
}

/**
 * Whether the caller who opens a mailed link also holds the account: by a session here, or by its password. A
 * mailbox only proves the address; the account may belong to another person who claimed it.
 */
export async function holdsAccount(
  caller: Opener,
  account: AccountRow,
  password: string | undefined,
): Promise<boolean | Failure<'request.tooMany' | 'password.wrong'>> {
  if (caller.account?.id === account.id) return true
  if (!password) return false
  return (await verifyCurrentPassword(caller, account, password)) ?? true
}
