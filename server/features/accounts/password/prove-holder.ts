import type { AccountIdentity } from '#server/http/access.ts'
import type { Failure } from '#server/http/failure.ts'
import type { AccountRow } from '../data.ts'
import { type Prover, proveCurrentPassword } from './prove-current.ts'

interface Opener extends Prover {
  readonly account: AccountIdentity | null
}

/**
 * Whether somebody who opens a link that was mailed is also who has the account: by a session of it here, or by its
 * password. A mailbox alone shows that the address is theirs; the account may be of somebody who only claimed it.
 */
export async function holdsAccount(
  caller: Opener,
  account: AccountRow,
  password: string | undefined,
): Promise<boolean | Failure<'request.tooMany' | 'password.wrong'>> {
  if (caller.account?.id === account.id) return true
  if (!password) return false
  return (await proveCurrentPassword(caller, account, password)) ?? true
}
