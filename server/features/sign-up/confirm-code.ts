import type { confirmCode } from '#contract/accounts/entry.ts'
import { t } from '#contract/messages/translate.ts'
import { fieldsOf } from '#contract/rules/at-either-place.ts'
import { findAccountByPhone, isProvenPhone } from '#server/features/accounts/data.ts'
import { notifyGuessing } from '#server/features/accounts/password/notify-guessing.ts'
import type { CodeRow } from '#server/features/codes/code.ts'
import { verifyCode } from '#server/features/codes/verify-code.ts'
import { fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { phoneProofs } from './phone-proof.ts'

type Confirming = Call<typeof confirmCode>

/**
 * Body before query before path: our own client uses the body, which keeps the code out of logs and history.
 */
export async function verifyGivenCode(call: Confirming) {
  const { pin, otp_code, token } = given(call)
  const code = (pin ?? otp_code ?? call.query.pin ?? call.params.pin ?? '').trim()
  if (code === '') return fail('code.wrong', { message: 'entry.codeMissing' })
  return verifyCode(call, {
    purpose: phoneProofs,
    token: token ?? call.heldToken,
    code,
    onGuessing: async ({ target }) => notifyGuessing(call, await findAccountByPhone(call.context.db, target)),
  })
}

/** Someone who has read the code holds the number, and may know whether it has an account. */
export async function answerProven(call: Confirming, proven: CodeRow) {
  const message = t('entry.codeConfirmed')
  return {
    data: { message },
    messages: [{ otp: message }],
    meta: {
      token: given(call).token ?? call.heldToken,
      has_account: await isProvenPhone(call.db, proven.target),
    },
  }
}

function given({ body }: Confirming) {
  return body ? fieldsOf(body) : {}
}
