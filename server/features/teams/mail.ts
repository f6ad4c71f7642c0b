import { t } from '#contract/messages/translate.ts'
import type { Grant } from '#contract/sharing/teams.ts'
import type { Context, Db } from '#server/context.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { quoted } from '#server/features/messages/quoted.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import type { TeamMemberRow, TeamRow } from './data.ts'

const order: readonly Grant[] = ['none', 'read', 'review', 'edit']

/** A member without grants is only informed of the membership. */
const grantedTexts = {
  none: 'teams.mailJoinedText',
  read: 'teams.mailGrantedRead',
  review: 'teams.mailGrantedReview',
  edit: 'teams.mailGrantedEdit',
} as const

/** Whether the new grant exceeds the previous one. */
export function isMore(granted: Grant, before: Grant | undefined): boolean {
  return order.indexOf(granted) > order.indexOf(before ?? 'none')
}

/**
 * Notifies all members whose surveys a member may read, review or edit from now on. The new member learns who
 * may read theirs from the team's page, which the mail links to.
 */
export async function mailGrant(
  { db, context, now }: { readonly db: Db; readonly context: Context; readonly now: Date },
  { name, members }: TeamRow,
  who: TeamMemberRow,
  isNew: boolean,
): Promise<void> {
  const recipients = members.filter(
    ({ account_id, is_disabled }) => !is_disabled && (account_id !== who.account_id || isNew),
  )
  if (recipients.length === 0) return
  const readers = await db
    .selectFrom('account')
    .select(['id', 'email', 'settings'])
    .where(
      'id',
      'in',
      recipients.map(({ account_id }) => account_id),
    )
    .where('email_proven_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const named = { team: quoted(name), person: quoted(who.name) }
  for (const reader of readers) {
    const own = reader.id === who.account_id
    if (reader.email === null || (!own && who.granted === 'none')) continue
    const recipient = reader.email
    await inLanguage(languageOf(reader), () =>
      queueMail(
        db,
        context,
        {
          kind: own ? 'teams.joined' : 'teams.granted',
          recipient,
          accountId: reader.id,
          subject: t(own ? 'teams.mailJoined' : 'teams.mailGranted', named),
          greeting: t('members.mailGreeting'),
          paragraphs: own ? [t('teams.mailJoinedText', named)] : [t(grantedTexts[who.granted], named)],
          action: { label: t('teams.mailButton'), url: `${context.config.publicUrl}/Team` },
        },
        now,
      ),
    )
  }
}
