import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { quoted } from '#server/features/messages/quoted.ts'
import type { OpenedSurvey } from '#server/features/surveys/access.ts'
import type { Actor } from '#server/features/surveys/events/record.ts'
import { formAddress } from '#server/features/surveys/form-address.ts'
import { inLanguage, languageOf } from '#server/language.ts'

type Reviewed = { readonly kind: 'sentBack'; readonly notes: number } | { readonly kind: 'accepted' }

/**
 * Tells who the survey belongs to, where they have proven an address. What was noted is not in it: it is read in the
 * survey, by who may read that at the time.
 */
export async function mailReviewed(
  { db, context, account, now }: Actor & { readonly db: Db; readonly context: Context },
  survey: OpenedSurvey,
  made: Reviewed,
): Promise<void> {
  const [owner, reviewer] = [await findAccount(db, survey.account_id), await findAccount(db, account.id)]
  if (!owner?.email || !owner.email_proven_at || owner.disabled_at) return
  const recipient = owner.email
  const named = {
    reviewer: quoted(`${reviewer?.first_name ?? ''} ${reviewer?.last_name ?? ''}`),
    survey: quoted(survey.survey_name),
  }
  await inLanguage(languageOf(owner), async () =>
    queueMail(
      db,
      context,
      {
        kind: `reviews.${made.kind}`,
        recipient,
        accountId: owner.id,
        subject: t(made.kind === 'accepted' ? 'reviews.mailAccepted' : 'reviews.mailSentBack', named),
        greeting: t('members.mailGreeting'),
        paragraphs: [
          made.kind === 'accepted'
            ? t('reviews.mailAcceptedText', named)
            : t('reviews.mailSentBackText', { ...named, count: made.notes }),
        ],
        action: {
          label: t('members.mailButton'),
          url: await formAddress(context, db, survey),
        },
      },
      now,
    ),
  )
}
