import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import { fieldsOf } from '#contract/rules/at-either-place.ts'
import type { sendGuestCode } from '#contract/sharing/guest-dashboard.ts'
import { issueCode } from '#server/features/codes/code.ts'
import { groupOf } from '#server/features/codes/guard.ts'
import { hasEnough } from '#server/features/codes/sending-limits.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'

type Sending = Call<typeof sendGuestCode>

const kind = groupOf('guest')

export async function countGuestCode({ context, body, address, now }: Sending) {
  const { phone_number, full_phone_number } = fieldsOf(body)
  const target = phone_number ?? full_phone_number
  if (target === undefined) return fail('guest.phoneMissing')
  const refused = await countText(context, { kind, target, address, isCode: true }, now)
  return refused ?? { target, hasEnough: await hasEnough(context.db, kind, target, now) }
}

/**
 * Every number gets a code: nothing here checks whether anything was shared with it, so nothing can reveal it.
 */
export async function sendCodeToGuest(
  { context, db, now }: Sending,
  { target, hasEnough }: { readonly target: string; readonly hasEnough: boolean },
) {
  const asked = { purpose: 'guest', target, accountId: null, hasEnough } as const
  const { token, code, digits, expiresAt } = await issueCode(context, db, asked, now)
  const minutes = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 60_000))
  if (code !== null) {
    const body = t('entry.codeSms', { code, minutes })
    await queueMessage(db, { channel: 'sms', kind: 'entry.code', recipient: target, body, expiresAt }, now)
  }
  return {
    data: { message: t(deliveryNotice('entry.codeSent', context.config.sms !== null)) },
    meta: { token, code_length: digits, expires_at: expiresAt.toISOString() },
  }
}
