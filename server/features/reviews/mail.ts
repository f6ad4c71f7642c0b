import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { queueDigest } from '#server/features/messages/digest.ts'
import { type MailParts, queueMail } from '#server/features/messages/mail.ts'
import { quoted, quotedName } from '#server/features/messages/quoted.ts'
import type { OpenedSurvey } from '#server/features/surveys/access.ts'
import type { Actor } from '#server/features/surveys/events/data.ts'
import { formAddress } from '#server/features/surveys/form-address.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { countAccepted } from './data.ts'

type Reviewing = Actor & { readonly db: Db; readonly context: Context }

/**
 * Tells the owner, if their address is proven, that the survey was sent back. The notes are not in the mail: they are
 * read in the survey, by an account that may read it then.
 */
export async function mailSentBack(call: Reviewing, survey: OpenedSurvey, notes: number): Promise<void> {
  const { db, context, now } = call
  const told = await ownerOf(call, survey)
  if (!told) return
  const { owner, recipient, named } = told
  await inLanguage(languageOf(owner), async () =>
    queueMail(
      db,
      context,
      {
        kind: 'reviews.sentBack',
        recipient,
        accountId: owner.id,
        subject: t('reviews.mailSentBack', named),
        greeting: t('members.mailGreeting'),
        paragraphs: [t('reviews.mailSentBackText', { ...named, count: notes })],
        action: { label: t('members.mailButton'), url: await formAddress(context, db, survey) },
      },
      now,
    ),
  )
}

/** Tells the owner that surveys were accepted: several within `reviewDigestEvery` are in one mail. */
export async function mailAccepted(call: Reviewing, survey: OpenedSurvey): Promise<void> {
  const { db, context, now } = call
  const told = await ownerOf(call, survey)
  if (!told) return
  const { owner, recipient, named } = told
  const url = await formAddress(context, db, survey)
  const parts = async (after: Date): Promise<MailParts> => {
    const words = { ...named, count: Math.max(1, await countAccepted(db, owner.id, after)) }
    return {
      subject: t('reviews.mailAccepted', words),
      greeting: t('members.mailGreeting'),
      paragraphs: [t('reviews.mailAcceptedText', words)],
      action: { label: t('members.mailButton'), url },
    }
  }
  const digest = { kind: 'reviews.accepted', recipient, accountId: owner.id, parts }
  await inLanguage(languageOf(owner), () =>
    queueDigest(db, context, { ...digest, every: limits.reviewDigestEvery }, now),
  )
}

async function ownerOf({ db, account }: Reviewing, survey: OpenedSurvey) {
  const [owner, reviewer] = [await findAccount(db, survey.account_id), await findAccount(db, account.id)]
  if (!owner?.email || !owner.email_proven_at || owner.disabled_at) return null
  const named = {
    reviewer: quotedName(reviewer),
    survey: quoted(survey.survey_name),
  }
  return { owner, recipient: owner.email, named }
}
