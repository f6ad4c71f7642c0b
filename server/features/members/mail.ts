import { t } from '#contract/messages/translate.ts'
import type { GrantedRole } from '#contract/sharing/members.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { quoted, quotedName } from '#server/features/messages/quoted.ts'
import type { OpenedSurvey } from '#server/features/surveys/access.ts'
import { formAddress } from '#server/features/surveys/form-address.ts'
import { inLanguage, languageOf } from '#server/language.ts'

interface Shared {
  readonly survey: OpenedSurvey
  readonly owner: AccountRow
  readonly email: string
  readonly role: GrantedRole
  /** The account that has proven the address; null if there is none. */
  readonly reader: { readonly id: string; readonly settings: unknown } | null
}

/**
 * The same words whether or not the person has an account, in the reader's language if known, else in the
 * owner's.
 */
export async function mailShared(
  { db, context, now }: { readonly db: Db; readonly context: Context; readonly now: Date },
  { survey, owner, email, role, reader }: Shared,
): Promise<void> {
  const url = await formAddress(context, db, survey)
  const named = {
    owner: quotedName(owner),
    survey: quoted(survey.survey_name),
  }
  await inLanguage(languageOf(reader ?? owner), () =>
    queueMail(
      db,
      context,
      {
        kind: 'members.added',
        recipient: email,
        accountId: reader?.id,
        subject: t('members.mailSubject', named),
        greeting: t('members.mailGreeting'),
        paragraphs: [
          t(role === 'editor' ? 'members.mailEditor' : 'members.mailViewer', named),
          t('members.mailAccount'),
        ],
        action: { label: t('members.mailButton'), url },
        footer: t('members.mailFooter'),
      },
      now,
    ),
  )
}
