import { v7 as newId } from 'uuid'
import * as agreed from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { spokenLocale } from '#contract/messages/spoken.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { type AccountRow, addAccount } from '#server/features/accounts/data.ts'
import { restoreAccount } from '#server/features/accounts/deletion.ts'
import { hashPassword } from '#server/features/accounts/password/hash.ts'
import { readablePassword } from '#server/features/accounts/password/readable-password.ts'
import { endAllSessions } from '#server/features/accounts/sessions/data.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { namesOf } from '../names.ts'
import { countAccountRows, findListed, listAccountRows } from './account-list.ts'
import { changeAccountAccess } from './change-account-access.ts'
import { lockAccountAccess, setOneTimePassword } from './data.ts'
import { presentFound, presentListed } from './present.ts'
import { findByName } from './user-search.ts'

const hour = 3600

export const peopleRoutes = [
  serve(agreed.listAccounts, async ({ db, query, now }) => {
    const { search_query: search, role, state, page, per_page: limit } = query
    const filter = { search, role, state, now }
    const rows = await listAccountRows(db, filter, { limit, offset: (page - 1) * limit })
    const total_count = await countAccountRows(db, filter)
    const meta = { total_pages: Math.ceil(total_count / limit), total_count, current_page: page }
    return { data: rows.map(presentListed), meta }
  }),

  serve(agreed.changeAccountAccess, async (call) => {
    const refused = await changeAccountAccess(call)
    if (refused) return refused
    const account = await findListed(call.db, call.params.id)
    return account ? { data: presentListed(account) } : fail('request.notFound')
  }),

  serve(agreed.restoreAccount, async (call) => {
    const { db, account: admin, params, now } = call
    const done = (await findListed(db, params.id)) ? 'tooLate' : await restoreAccount(db, params.id, now)
    if (done === 'taken') return fail('account.restoreTaken')
    if (done === 'restored') {
      const target = { type: 'account', id: params.id }
      await recordAudit(db, call, { action: 'account.restored', accountId: admin.id, target })
    }
    const account = await findListed(db, params.id)
    return account ? { data: presentListed(account) } : fail('request.notFound')
  }),

  servePrepared(
    agreed.invite,
    {
      prepare: ({ context, account, body, now }) =>
        prepareInvitation(context, { from: account.id, to: body.data.attributes.email }, now),
    },
    async (call, password) => {
      const { db, account: inviter, body, now, context } = call
      const { email, first_name: firstName, last_name: lastName, role } = body.data.attributes
      const names = { email, firstName, lastName, phone: '', role }
      const secret = { passwordHash: password.hash, passwordIsOwn: false }
      const account = await addAccount(db, { id: newId(), ...names, ...secret }, now)
      await sendInvitation(context, db, { account, inviterId: inviter.id, password, again: false }, now)
      await recordAudit(db, call, {
        action: 'account.invited',
        accountId: inviter.id,
        target: { type: 'account', id: account.id },
        detail: { role },
      })
      const made = await findListed(db, account.id)
      return made ? { data: presentListed(made) } : fail('request.notFound')
    },
  ),

  servePrepared(
    agreed.inviteAgain,
    {
      prepare: ({ context, account, params, now }) =>
        prepareInvitation(context, { from: account.id, to: params.id }, now),
    },
    async (call, password) => {
      const { db, account: inviter, params, now, context } = call
      const account = await lockAccountAccess(db, params.id)
      if (!account) return fail('request.notFound')
      if (account.password_is_own || account.email === null) return fail('invitation.used')
      if (account.disabled_at) return fail('invitation.disabled')
      await sendInvitation(context, db, { account, inviterId: inviter.id, password, again: true }, now)
      await endAllSessions(db, account.id)
      await recordAudit(db, call, {
        action: 'account.invited',
        accountId: inviter.id,
        target: { type: 'account', id: account.id },
        detail: { again: true },
      })
      const made = await findListed(db, account.id)
      return made ? { data: presentListed(made) } : fail('request.notFound')
    },
  ),

  serve(agreed.searchUsers, async ({ db, account, query, now }) => {
    const { first_name: first, last_name: last } = query
    if (first === '' && last === '') return { accounts: { data: [] } }
    const refused = await countEvent(
      db,
      { bucket: `user-search/${account.id}`, limit: limits.userSearchesPerMinute, seconds: 60 },
      now,
    )
    if (refused) return refused
    const rows = await findByName(db, { first, last }, limits.userSearchRows)
    return { accounts: rows.length === 0 ? t('surveys.nothingFound') : { data: rows.map(presentFound) } }
  }),
]

/** A one-time password and its slow hash; only the hash is stored. */
interface OneTimePassword {
  readonly text: string
  readonly hash: string
}

/**
 * Counts mails sent in an administrator's name and mails to one person, then makes the password. Runs before
 * the transaction.
 */
async function prepareInvitation(
  { db, random }: Context,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<OneTimePassword | Failure<'request.tooMany'>> {
  for (const event of [
    { bucket: `invite/from/${from}`, limit: limits.invitationsPerHour, seconds: hour },
    { bucket: `invite/to/${to}`, limit: limits.invitationsPerPersonHour, seconds: hour },
  ]) {
    const refused = await countEvent(db, event, now)
    if (refused) return refused
  }
  const text = readablePassword(random)
  return { text, hash: await hashPassword(text, { account: from }) }
}

interface Invited {
  readonly account: Pick<AccountRow, 'id' | 'email' | 'first_name'>
  readonly inviterId: string
  readonly password: OneTimePassword
  /** This password replaces an earlier one. */
  readonly again: boolean
}

/** Gives the account its one-time password and mails it, both or neither. */
async function sendInvitation(
  context: Context,
  db: Db,
  { account, inviterId, password, again }: Invited,
  now: Date,
): Promise<void> {
  const endsAt = new Date(now.getTime() + limits.oneTimePasswordLife)
  await setOneTimePassword(db, account.id, { passwordHash: password.hash, endsAt })
  const inviter = (await namesOf(db, [inviterId])).get(inviterId) ?? ''
  const date = new Intl.DateTimeFormat(spokenLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  await queueMail(
    db,
    context,
    {
      kind: 'admin.invitation',
      recipient: account.email ?? '',
      accountId: account.id,
      expiresAt: endsAt,
      subject: t('admin.mailSubject'),
      greeting: t('admin.mailGreeting', { name: account.first_name }),
      paragraphs: [
        t('admin.mailText', { inviter }),
        t('admin.mailUntil', { date: date.format(endsAt) }),
        ...(again ? [t('admin.mailAgain')] : []),
        // The password follows its colon.
        t('admin.mailPassword'),
      ],
      code: password.text,
      action: { label: t('admin.mailButton'), url: `${context.config.publicUrl}/` },
      footer: t('admin.mailFooter'),
    },
    now,
  )
}
