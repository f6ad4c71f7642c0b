import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { endCodesOf, issueCode } from '#server/features/codes/code.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { normalPhone } from '#server/phone.ts'
import { setProvenPhone } from './data.ts'
import { type Notifying, notifyOwner, text } from './notify.ts'
import { phoneParts } from './present.ts'

interface Call {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/** Sends a code to a new number. Only after proving it does the caller learn that another account has it. */
export async function sendPhoneCode({ db, context, now }: Call, account: AccountRow, given: string) {
  const phone = normalPhone(given)
  const issued = await issueCode(
    context,
    db,
    { purpose: 'new-phone', target: phone, accountId: account.id },
    now,
  )
  const { code } = issued
  if (code === null) throw new Error('A code for a new number is never that of another call.')
  const body = inLanguage(languageOf(account), () => t('profile.smsCode', { code }))
  await queueMessage(
    db,
    {
      channel: 'sms',
      kind: 'profile.new-phone',
      recipient: phone,
      body,
      accountId: account.id,
      expiresAt: issued.expiresAt,
    },
    now,
  )
  return {
    token: issued.token,
    code_length: issued.digits,
    expires_at: issued.expiresAt.toISOString(),
  }
}

/** The proven number replaces the previous one, whose holder is notified. */
export async function replacePhone(
  call: Notifying & Origin,
  account: AccountRow,
  phone: string,
): Promise<void> {
  const { db, now } = call
  await setProvenPhone(db, account.id, { full: phone, ...phoneParts(phone) }, now)
  // They went to the number that no longer counts.
  await endCodesOf(db, account.id)
  await recordAudit(db, call, { action: 'account.phoneProven', accountId: account.id })
  await notifyOwner(call, { ...account, full_phone_number: phone, phone_proven_at: now }, () => ({
    kind: 'profile.phone-changed',
    subject: t('profile.phoneChangedSubject'),
    paragraphs: [t('profile.phoneChangedText', { phone }), t('profile.notYou')],
  }))
  if (account.phone_proven_at === null || account.full_phone_number === phone) return
  const body = inLanguage(languageOf(account), () => t('profile.phoneMovedText'))
  await text(call, account, { kind: 'profile.phone-moved', body })
}
