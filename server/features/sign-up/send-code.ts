import type { sendCode } from '#contract/accounts/entry.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import { issueCode } from '#server/features/codes/code.ts'
import { groupOf } from '#server/features/codes/guard.ts'
import { hasEnough } from '#server/features/codes/sending-limits.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import type { Call } from '#server/http/serve.ts'
import { normalPhone } from '#server/phone.ts'

type Sending = Call<typeof sendCode>

export async function countCode({ context, body, address, now }: Sending) {
  const target = targetOf(body)
  const kind = groupOf(body.data.attributes.purpose)
  const refused = await countText(context, { kind, target, address, isCode: true }, now)
  return refused ?? { hasEnough: await hasEnough(context.db, kind, target, now) }
}

/**
 * Sends a code to any number, for sign-up and login alike, without checking for an account, so the reply
 * reveals nothing.
 */
export async function sendCodeTo(
  { context, db, body, now }: Sending,
  { hasEnough }: { readonly hasEnough: boolean },
) {
  const target = targetOf(body)
  const { purpose } = body.data.attributes
  const asked = { purpose, target, accountId: null, hasEnough }
  const { token, code, digits, expiresAt } = await issueCode(context, db, asked, now)
  const minutes = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 60_000))
  const answer = {
    data: { message: t(deliveryNotice('entry.codeSent', context.config.sms !== null)) },
    meta: { token, code_length: digits, expires_at: expiresAt.toISOString() },
  }
  if (code === null) return answer
  await queueMessage(
    db,
    {
      channel: 'sms',
      kind: 'entry.code',
      recipient: target,
      body: t('entry.codeSms', { code, minutes }),
      expiresAt,
    },
    now,
  )
  return answer
}

function targetOf(body: Sending['body']): string {
  return normalPhone(body.data.attributes.full_phone_number)
}
