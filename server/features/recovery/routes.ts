import { resetPassword } from '#contract/accounts/accounts.ts'
import type { confirmResetCode } from '#contract/accounts/recovery.ts'
import * as agreed from '#contract/accounts/recovery.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import { fieldsOf } from '#contract/rules/at-either-place.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { notifyGuessing } from '#server/features/accounts/password/notify-guessing.ts'
import { groupOf } from '#server/features/codes/guard.ts'
import { liveLink } from '#server/features/codes/mailed-link.ts'
import { countSendRequest, hasEnough } from '#server/features/codes/sending-limits.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { verifyCode } from '#server/features/codes/verify-code.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import { carryOutByCode, carryOutReset, prepareByCode, prepareReset } from './reset.ts'
import { codeTarget, mailRecovery, sendCode } from './send-recovery.ts'

export const recoveryRoutes = [
  servePrepared(
    agreed.askResetLink,
    {
      prepare: async ({ context: { db }, body, address, now }) => {
        const asked = { kind: 'recovery-link', target: body.data.attributes.email, address }
        const refused = await countSendRequest(db, asked, now)
        return refused ?? { hasEnough: await hasEnough(db, asked.kind, asked.target, now) }
      },
    },
    async (call, { hasEnough }) => {
      await mailRecovery(call, hasEnough)
      return { data: { message: t(deliveryNotice('recovery.linkSent', call.context.config.smtp !== null)) } }
    },
  ),
  serve(agreed.checkResetLink, async ({ db, query: { token }, now }) => {
    const link = await liveLink(db, 'reset', token, now)
    return link ? { token, meta: { token } } : fail('reset.linkOver')
  }),
  servePrepared(resetPassword, { prepare: prepareReset }, carryOutReset),
  servePrepared(
    agreed.askResetCode,
    {
      prepare: async ({ context, body, address, now }) => {
        const { phone, target } = codeTarget(body)
        const asked = { kind: groupOf('recovery'), target, address, isCode: true }
        const refused =
          phone === undefined
            ? await countSendRequest(context.db, asked, now)
            : await countText(context, asked, now)
        return refused ?? { hasEnough: await hasEnough(context.db, asked.kind, target, now) }
      },
    },
    async (call, { hasEnough }) => {
      const { token, digits, expiresAt } = await sendCode(call, hasEnough)
      return {
        data: { message: t(deliveryNotice('recovery.codeSent', sends(call))) },
        meta: {
          token,
          code_length: digits,
          expires_at: expiresAt.toISOString(),
        },
      }
    },
  ),
  servePrepared(agreed.confirmResetCode, { prepare: confirm }, async (_call, { token }) => ({
    data: { message: t('recovery.codeRight') },
    meta: { token },
  })),
  servePrepared(
    agreed.setPasswordByCode,
    {
      prepare: (call) => {
        const { token = '', new_password = '' } = fieldsOf(call.body)
        return prepareByCode(call, { token, password: new_password })
      },
    },
    (call, prepared) => carryOutByCode(call, fieldsOf(call.body).token ?? '', prepared),
  ),
]

/** Whether this installation can send to the code's destination. */
function sends({ body, context: { config } }: Call<typeof agreed.askResetCode>): boolean {
  return (codeTarget(body).phone === undefined ? config.smtp : config.sms) !== null
}

/** Returns the token of a code that was right; runs on the pool, so that a wrong try counts. */
async function confirm(
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
