import type { Db } from '#server/context.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { type AccountRow, findAccount } from '../data.ts'
import { isFresh } from '../sessions/data.ts'
import { type Prover, verifyCurrentPassword } from './verify-password.ts'

interface Confirming extends Prover {
  readonly db: Db
  readonly account: { readonly id: string; readonly sessionId: string }
  readonly body: {
    readonly data: { readonly attributes: { readonly current_password?: string | undefined } }
  }
}

/**
 * Returns the caller's account. A session that is not fresh also needs the current password, so that nobody adds
 * a key or passkey on an unlocked phone. Call it outside of the transaction, like `verifyCurrentPassword`.
 */
export async function confirmPerson<Adding extends 'key' | 'passkey'>(
  call: Confirming,
  adding: Adding,
): Promise<
  | AccountRow
  | Failure<
      | 'request.notFound'
      | 'request.tooMany'
      | 'password.wrong'
      | `${Adding}.logInAgain`
      | `${Adding}.confirmFirst`
    >
> {
  const { db, account: caller, body, now } = call
  const account = await findAccount(db, caller.id)
  if (!account) return fail('request.notFound')
  if (await isFresh(db, caller.sessionId, now)) return account
  if (account.password_hash === null) return fail(`${adding}.logInAgain`)
  const { current_password } = body.data.attributes
  if (!current_password) return fail(`${adding}.confirmFirst`)
  const refused = await verifyCurrentPassword(call, account, current_password)
  if (refused?.code === 'password.wrong')
    return fail(`${adding}.confirmFirst`, { message: 'passkeys.wrongPassword' })
  return refused ?? account
}
