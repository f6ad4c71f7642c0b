import type { confirmResetCode } from '#contract/accounts/recovery.ts'
import { fieldsOf } from '#contract/rules/at-either-place.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { notifyGuessing } from '#server/features/accounts/password/notify-guessing.ts'
import { verifyCode } from '#server/features/codes/verify-code.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'

/** Returns the token of a code that was right; runs on the pool, so that a wrong try counts. */
export async function confirm(
  call: Call<typeof confirmResetCode>,
): Promise<{ token: string } | Failure<'code.wrong' | 'request.tooMany'>> {
  const { token = '', otp_code = '' } = fieldsOf(call.body)
  const { db } = call.context
  const code = await verifyCode(call, {
    purpose: 'recovery',
    token,
    code: otp_code.replace(/\s/g, ''),
    onGuessing: async ({ account_id: id }) => notifyGuessing(call, id ? await findAccount(db, id) : null),
  })
  if (code instanceof Failure) return code
  // No account, so no code was sent; a correct guess reveals nothing.
  return code.account_id === null ? fail('code.wrong') : { token }
}
