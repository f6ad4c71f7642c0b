import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { quoted } from '#server/features/messages/quoted.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import type { SurveyRow } from './data.ts'
import type { Actor } from './events/record.ts'
import { formAddress } from './form-address.ts'

const kind = 'reviews.resubmitted'

/**
 * Notifies reviewers of a resubmission: those with current rights and a proven address, except the submitter.
 * The reviewer who sent it back comes first. Reviewers over the hourly limit find it in their list.
 */
export async function mailComesAgain(
  { db, context, account, now }: Actor & { readonly db: Db; readonly context: Context },
  survey: SurveyRow,
): Promise<void> {
  const reviewers = await reviewersOf(db, survey, account.id, now)
  if (reviewers.length === 0) return
  const surveyor = await findAccount(db, account.id)
  const named = {
    surveyor: quoted(`${surveyor?.first_name ?? ''} ${surveyor?.last_name ?? ''}`),
    survey: quoted(survey.survey_name),
  }
  const url = await formAddress(context, db, survey)
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
          action: { label: t('members.mailButton'), url },
        },
        now,
      ),
    )
  }
}

async function reviewersOf(db: Db, survey: SurveyRow, submittedBy: string, now: Date) {
  const { rows } = await sql<{ id: string; email: string; settings: unknown }>`
    select account.id, account.email, account.settings
    from survey
    join account on account.id = any(array(
      select mine.account_id from team_member mine join team_member theirs on theirs.team_id = mine.team_id
      where theirs.account_id = survey.account_id and mine.account_id <> theirs.account_id
        and mine.granted in ('review', 'edit')))
    where survey.id = ${survey.id} and account.id <> ${submittedBy}
      and account.email_proven_at is not null and account.disabled_at is null and account.deleted_at is null
      and (
        select count(*) from message
        where message.recipient = account.email and message.kind = ${kind}
          and message.created_at > ${new Date(now.getTime() - 3_600_000)}) < ${limits.reviewMailsPerHour}
    order by (
      select max(said.done_at) from survey_review said
      where said.survey_id = survey.id and said.kind = 'sent_back' and said.done_by = account.id)
      desc nulls last, account.id
    limit ${limits.reviewersTold}`.execute(db)
  return rows
}
