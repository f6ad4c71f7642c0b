import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { queueDigest } from '#server/features/messages/digest.ts'
import { type MailParts, queueMail } from '#server/features/messages/mail.ts'
import { quoted, quotedName } from '#server/features/messages/quoted.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { reviewing, wholeAccount } from './access.ts'
import type { SurveyRow } from './data.ts'
import type { Actor } from './events/data.ts'
import { countSubmitted } from './review-queue/data.ts'

/** The survey in the review queue: the report beside the form. */
function reviewAddress({ config }: Pick<Context, 'config'>, surveyId = ''): string {
  return `${config.publicUrl}/Review${surveyId && `/${surveyId}`}`
}

type Submitting = Actor & { readonly db: Db; readonly context: Context }

/** Tells reviewers that a survey was first submitted; several within `reviewDigestEvery` are in one mail. */
export async function mailSubmitted(call: Submitting, survey: SurveyRow): Promise<void> {
  const { db, context, account, now } = call
  const reviewers = await reviewersOf(db, survey, account.id)
  const named = reviewers.length > 0 ? await namesIn(call, survey) : null
  for (const { id, email, settings } of reviewers) {
    const parts = async (after: Date): Promise<MailParts> => {
      const count = await countSubmitted(db, wholeAccount(id), after)
      const words = { ...named, count: Math.max(1, count) }
      return {
        subject: t('reviews.mailSubmitted', words),
        greeting: t('members.mailGreeting'),
        paragraphs: [t('reviews.mailSubmittedText', words)],
        action: {
          label: t('reviews.mailReviewButton'),
          url: reviewAddress(context, count > 1 ? '' : survey.id),
        },
      }
    }
    const digest = { kind: 'reviews.submitted', recipient: email, accountId: id, parts }
    await inLanguage(languageOf({ settings }), () =>
      queueDigest(db, context, { ...digest, every: limits.reviewDigestEvery }, now),
    )
  }
}

const kind = 'reviews.resubmitted'

/**
 * Notifies reviewers of a resubmission: those with current rights and a proven address, except the submitter.
 * The reviewer who sent it back comes first. Reviewers over the hourly limit find it in their list.
 */
export async function mailResubmitted(call: Submitting, survey: SurveyRow): Promise<void> {
  const { db, context, account, now } = call
  const since = new Date(now.getTime() - 3_600_000)
  const withinLimit = sql<boolean>`(
    select count(*) from message
    where message.recipient = account.email and message.kind = ${kind}
      and message.created_at > ${since}) < ${limits.reviewMailsPerHour}`
  const reviewers = await reviewersOf(db, survey, account.id, withinLimit)
  if (reviewers.length === 0) return
  const named = await namesIn(call, survey)
  const url = reviewAddress(context, survey.id)
  for (const { id, email, settings } of reviewers) {
    await inLanguage(languageOf({ settings }), () =>
      queueMail(
        db,
        context,
        {
          kind,
          recipient: email,
          accountId: id,
          subject: t('reviews.mailComesAgain', named),
          greeting: t('members.mailGreeting'),
          paragraphs: [t('reviews.mailComesAgainText', named)],
          action: { label: t('reviews.mailReviewButton'), url },
        },
        now,
      ),
    )
  }
}

async function namesIn({ db, account }: Submitting, survey: SurveyRow) {
  const surveyor = await findAccount(db, account.id)
  return {
    surveyor: quotedName(surveyor),
    survey: quoted(survey.survey_name),
  }
}

/** `limited`: a condition on `account`. */
async function reviewersOf(db: Db, survey: SurveyRow, submittedBy: string, limited = sql<boolean>`true`) {
  const { rows } = await sql<{ id: string; email: string; settings: unknown }>`
    with chosen as (
      select account.id, account.email, account.settings, (
        select max(said.done_at) from survey_review said
        where said.survey_id = survey.id and said.kind = 'sent_back' and said.done_by = account.id) as sent_back_at
      from survey
      join account on account.id = any(array(
        select mine.account_id from team_member mine join team_member theirs on theirs.team_id = mine.team_id
        where theirs.account_id = survey.account_id and mine.account_id <> theirs.account_id
          and mine.granted = any(${reviewing}::text[])))
      where survey.id = ${survey.id} and account.id <> ${submittedBy}
        and account.email_proven_at is not null and account.disabled_at is null and account.deleted_at is null
        and ${limited}
      order by sent_back_at desc nulls last, account.id
      limit ${limits.reviewersTold})
    select id, email, settings from chosen order by id`.execute(db)
  return rows
}
