import { resetPassword } from '#contract/accounts.ts'
import { say } from '#contract/messages/say.ts'
import * as agreed from '#contract/recovery.ts'
import { fieldsOf } from '#contract/rules/at-either-place.ts'
import { liveLink } from '#server/features/codes/mailed-link.ts'
import { countSending } from '#server/features/codes/sending-limits.ts'
import { fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { codeTarget, mailWhatHelps, sendCode } from './ask.ts'
import { confirm } from './confirm.ts'
import { carryOutByCode, carryOutReset, prepareByCode, prepareReset } from './reset.ts'

export const recoveryRoutes = [
  servePrepared(
    agreed.askResetLink,
    {
      prepare: ({ context, body, address, now }) =>
        countSending(context.db, { target: body.data.attributes.email, address }, now),
    },
    async (call) => {
      await mailWhatHelps(call)
      return { data: { message: say('recovery.linkSent') } }
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
      prepare: ({ context, body, address, now }) =>
        countSending(context.db, { target: codeTarget(body).target, address }, now),
    },
    async (call) => {
      const { token, expiresAt } = await sendCode(call)
      return {
        data: { message: say('recovery.codeSent') },
        meta: {
          token,
          code_length: call.context.config.otpLength,
          expires_at: expiresAt.toISOString(),
        },
      }
    },
  ),
  servePrepared(agreed.confirmResetCode, { prepare: confirm }, async (_call, { token }) => ({
    data: { message: say('recovery.codeRight') },
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
