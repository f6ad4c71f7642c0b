import { limits } from '#contract/limits.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import type { sendLink as agreed } from '#contract/sharing/sharing.ts'
import type { Context, Db } from '#server/context.ts'
import { type AccountRow, findAccount } from '#server/features/accounts/data.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { quoted, quotedName } from '#server/features/messages/quoted.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import type { Call } from '#server/http/serve.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { addressOfLink } from './address.ts'
import { findLiveLink, type LinkRow } from './data.ts'
import { openByLinkId, refersToLink } from './open-by-link-id.ts'
import { addPhoneShare } from './phone-shares.ts'
import { linkMark } from './record.ts'

type Sending = Call<typeof agreed>

/**
 * Runs outside the transaction, since rejected attempts count too. Messages to one recipient count across all
 * senders, with or without an account; text messages also count for the installation.
 */
export async function prepareSending(call: Sending) {
  const { context, db, account, body, address, now } = call
  const found = await liveLinkNamed(call)
  if (found instanceof Failure) return found
  const owner = await findAccount(db, account.id)
  if (!owner?.email_proven_at && !owner?.phone_proven_at) {
    // An unconfirmed address blocks nothing (decisions §3), except mail to others, which could come from an
    // invented name.
    const unproven = { bucket: `link/unproven/${account.id}`, limit: limits.linksSentUnprovenPerDay }
    if (await countEvent(db, { ...unproven, seconds: 86_400 }, now)) return fail('link.proveFirst')
  }
  const recipient = body.email ?? body.phone_number ?? ''
  const bucket = `link/to/${recipient}`
  const tooMany = await countEvent(db, { bucket, limit: limits.sharedMailsPerPersonHour, seconds: 3600 }, now)
  if (tooMany || body.phone_number === undefined) return tooMany
  const asked = { kind: 'share-link', target: body.phone_number, address, accountId: account.id }
  return countText(context, asked, now)
}

export async function sendLink(call: Sending) {
  const { context, db, account, body, now } = call
  const found = await liveLinkNamed(call, { lock: true })
  if (found instanceof Failure) return found
  const { survey, link } = found
  const owner = await findAccount(db, account.id)
  if (!owner) return fail('survey.notFound')
  const { email, phone_number: phone } = body
  const recipient = email ?? phone ?? ''
  const channel = email === undefined ? 'sms' : 'email'
  if (phone !== undefined) await addPhoneShare(db, link.id, phone, now)
  await messageOfLink(call, { survey, link, owner, channel, recipient })
  await recordAudit(db, call, {
    action: 'link.sent',
    accountId: account.id,
    target: { type: 'survey', id: survey.id },
    detail: { link: linkMark(link.id), recipient },
  })
  const sends = channel === 'email' ? context.config.smtp : context.config.sms
  return { data: { message: t(deliveryNotice('sharing.sent', sends !== null), { recipient }) } }
}

/** A link that is over is not sent, and neither is another one that the caller did not name. */
async function liveLinkNamed({ db, account, body, now }: Sending, locking: { readonly lock?: boolean } = {}) {
  const survey = await openByLinkId(db, account, body.link_share_id, locking)
  if (survey instanceof Failure) return survey
  const link = await findLiveLink(db, survey.id, now)
  return link && refersToLink(body.link_share_id, link.id) ? { survey, link } : fail('link.expired')
}

interface Sent {
  readonly survey: { readonly survey_name: string }
  readonly link: LinkRow
  readonly owner: AccountRow
  readonly channel: 'email' | 'sms'
  readonly recipient: string
}

/**
 * Writes in the owner's language, so that the text does not reveal whether the recipient has an account.
 * Names are quoted as the owner's words; the addresses are ours.
 */
async function messageOfLink(
  { db, context, now }: { readonly db: Db; readonly context: Context; readonly now: Date },
  { survey, link, owner, channel, recipient }: Sent,
): Promise<void> {
  const url = addressOfLink(context.config.publicUrl, link)
  const guestLogin = `${context.config.publicUrl}/GuestLogin`
  const named = {
    owner: quotedName(owner),
    survey: quoted(survey.survey_name),
  }
  const kind = 'sharing.link'
  const until = link.ends_at ? { expiresAt: link.ends_at } : {}
  await inLanguage(languageOf(owner), async () => {
    if (channel === 'sms') {
      const body = `${t('sharing.sms', { ...named, url })}\n${t('guests.fromSms', { url: guestLogin })}`
      await queueMessage(db, { channel, kind, recipient, body, ...until }, now)
      return
    }
    await queueMail(
      db,
      context,
      {
        kind,
        recipient,
        subject: t('sharing.mailSubject', named),
        greeting: t('members.mailGreeting'),
        paragraphs: [
          t('sharing.mailText', named),
          t('sharing.mailNote'),
          t('guests.fromMail', { url: guestLogin }),
        ],
        action: { label: t('sharing.mailButton'), url },
        footer: t('members.mailFooter'),
        ...until,
      },
      now,
    )
  })
}
