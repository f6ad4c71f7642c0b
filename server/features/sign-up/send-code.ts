import type { sendCode } from '#contract/entry.ts'
import { say } from '#contract/messages/say.ts'
import { normalPhone } from '#server/features/accounts/phone.ts'
import { issueCode } from '#server/features/codes/code.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import type { Call } from '#server/http/serve.ts'

type Sending = Call<typeof sendCode>

export function countCode({ context, body, address, now }: Sending) {
  return countText(context, { target: targetOf(body), address }, now)
}

/**
 * Every number gets a code, for signing up and for logging in alike: nothing here looks whether it has an account, so
 * nothing can tell. Who has read the code is told then.
 */
export async function sendCodeTo({ context, db, body, now }: Sending) {
  const target = targetOf(body)
  const { purpose } = body.data.attributes
  const { token, code, expiresAt } = await issueCode(context, db, { purpose, target, accountId: null }, now)
  const minutes = Math.max(1, Math.round(context.config.otpTtl / 60_000))
  await queueMessage(
    db,
    {
      channel: 'sms',
      kind: 'entry.code',
      recipient: target,
      body: say('entry.codeSms', { code, minutes }),
      expiresAt,
    },
    now,
  )
  return {
    data: { message: say('entry.codeSent') },
    meta: { token, code_length: context.config.otpLength, expires_at: expiresAt.toISOString() },
  }
}

function targetOf(body: Sending['body']): string {
  return normalPhone(body.data.attributes.full_phone_number)
}
