import type { resetPassword } from '#contract/accounts/accounts.ts'
import type { setPasswordByCode } from '#contract/accounts/recovery.ts'
import { t } from '#contract/messages/translate.ts'
import { isCommonPassword } from '#contract/rules/common-passwords.ts'
import type { Context, Db } from '#server/context.ts'
import {
  type AccountRow,
  findAccount,
  holdsPassword,
  lockAccount,
  proveEmail,
  setOwnPassword,
} from '#server/features/accounts/data.ts'
import { hashPassword, passwordFits } from '#server/features/accounts/password/hash.ts'
import { endAllSessions } from '#server/features/accounts/sessions/data.ts'
import { openSession } from '#server/features/accounts/sessions/open.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { confirmedCode, endCodesOf, useCode } from '#server/features/codes/code.ts'
import {
  emailIn,
  endLinks,
  liveLink,
  type MailedLinkRow,
  useLink,
} from '#server/features/codes/mailed-link.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { hashToken } from '#server/http/authenticate.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { isTokenOf, removeUnprovenLoginMethods } from './data.ts'
import { presentReset } from './present.ts'

type Reset = Call<typeof resetPassword>
type ByCode = Call<typeof setPasswordByCode>

interface Prepared {
  readonly account: AccountRow
  readonly passwordHash: string
}

/**
 * Checks who is allowed, before any hashing: a restricted session with its own token or none, or the token of a
 * live link.
 */
export async function prepareReset(call: Reset): Promise<Prepared | Failure<ResetRefusal>> {
  const { attributes } = call.body.data
  const account = call.account
    ? await ofSession(call)
    : await ofLink(call.context.db, attributes.token, call.now)
  if (!('email' in account)) return account
  return prepared(account, attributes.new_password)
}
type ResetRefusal =
  | 'session.missing'
  | 'access.denied'
  | 'reset.linkOver'
  | 'password.same'
  | 'password.common'

async function ofSession({
  context,
  account: caller,
  body,
}: Reset): Promise<AccountRow | Failure<'access.denied'>> {
  const { token } = body.data.attributes
  if (!caller?.restricted) return fail('access.denied')
  if (token && !(await isTokenOf(context.db, caller.sessionId, hashToken(token))))
    return fail('access.denied')
  return (await findAccount(context.db, caller.id)) ?? fail('access.denied')
}

async function ofLink(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<AccountRow | Failure<'session.missing' | 'reset.linkOver'>> {
  if (token === undefined) return fail('session.missing')
  const link = await liveLink(db, 'reset', token, now)
  const account = link && (await findAccount(db, link.account_id))
  return account && wasMailedTo(link, account) ? account : fail('reset.linkOver')
}

/** The link was mailed to the account's current address. */
function wasMailedTo({ detail }: MailedLinkRow, { email }: AccountRow): boolean {
  return emailIn(detail) === email
}

async function prepared(
  account: AccountRow,
  password: string,
): Promise<Prepared | Failure<'password.same' | 'password.common'>> {
  if (isCommonPassword(password)) return fail('password.common')
  const asker = { account: account.id }
  if (await passwordFits(account.password_hash, password, asker)) return fail('password.same')
  return { account, passwordHash: await hashPassword(password, asker) }
}

/**
 * In the transaction: uses up the token, so that of two at the same moment only one gets further. The account
 * is locked first, as when another link is requested meanwhile, so that the two cannot deadlock.
 */
export async function carryOutReset(call: Reset, { account, passwordHash }: Prepared) {
  if (call.account) return replaceFirst(call, account, passwordHash)
  const current = await lockAccount(call.db, account.id)
  const link = await useLink(call.db, 'reset', call.body.data.attributes.token ?? '', call.now)
  if (!current || !link || !wasMailedTo(link, current)) return fail('reset.linkOver')
  await replaceForgotten(call, current, passwordHash, { byMail: true })
  return presentReset(current)
}

/** The first password of one's own; the session that asked ends with all others, and a full one begins. */
async function replaceFirst(call: Reset, account: AccountRow, passwordHash: string) {
  if (!(await holdsPassword(call.db, account))) return fail('access.denied')
  await setOwnPassword(call.db, account.id, passwordHash)
  // An invitation's one-time password was mailed, so it proves the address.
  if (account.one_time_password_ends_at) await proveEmail(call.db, account.id, account.email ?? '', call.now)
  await passwordReplaced(call, account)
  await recordAudit(call.db, call, {
    action: 'password.changed',
    accountId: account.id,
    target: { type: 'account', id: account.id },
    detail: { first: true },
  })
  const session = await openSession(call, { ...account, password_is_own: true }, false)
  return presentReset(account, session.meta)
}

export async function prepareByCode(
  call: ByCode,
  given: { readonly token: string; readonly password: string },
): Promise<Prepared | Failure<'reset.linkOver' | 'password.same' | 'password.common'>> {
  const { db } = call.context
  const code = await confirmedCode(db, 'recovery', given.token, call.now)
  const account = code?.account_id ? await findAccount(db, code.account_id) : null
  return account ? prepared(account, given.password) : fail('reset.linkOver')
}

export async function carryOutByCode(call: ByCode, token: string, { account, passwordHash }: Prepared) {
  const current = await lockAccount(call.db, account.id)
  const code = await useCode(call.db, 'recovery', token, call.now)
  if (!current || !code) return fail('reset.linkOver')
  const byMail = code.target === current.email
  const byPhone = current.phone_proven_at !== null && code.target === current.full_phone_number
  // It went to an address or number that the account no longer has.
  if (!byMail && !byPhone) return fail('reset.linkOver')
  await replaceForgotten(call, current, passwordHash, { byMail })
  return presentReset(current)
}

/** The mailed link proves the address; login methods added before the first proof are removed. */
async function replaceForgotten(
  call: Reset | ByCode,
  account: AccountRow,
  passwordHash: string,
  { byMail }: { readonly byMail: boolean },
): Promise<void> {
  await setOwnPassword(call.db, account.id, passwordHash)
  const removed = byMail && (await removeUnprovenLoginMethods(call.db, account))
  if (byMail) await proveEmail(call.db, account.id, account.email ?? '', call.now)
  await passwordReplaced(call, account, removed ? t('recovery.waysRemoved') : undefined)
  await recordAudit(call.db, call, {
    action: 'password.reset',
    accountId: account.id,
    target: { type: 'account', id: account.id },
    detail: { by: byMail ? 'mail' : 'phone' },
  })
}

interface Replacing {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/**
 * Effects of a reset, in its transaction: ends sessions and pending changes of address, links and codes,
 * which the old password may have started, and notifies the owner.
 */
async function passwordReplaced(
  { db, context, now }: Replacing,
  account: AccountRow,
  note?: string,
): Promise<void> {
  await endAllSessions(db, account.id)
  for (const purpose of ['reset', 'new-email', 'join-social'] as const)
    await endLinks(db, account.id, purpose)
  await endCodesOf(db, account.id)
  await inLanguage(languageOf(account), () => notifyOwner({ db, context, now }, account, note))
}

async function notifyOwner(
  { db, context, now }: Replacing,
  account: AccountRow,
  note?: string,
): Promise<void> {
  const url = `${context.config.publicUrl}/passwords`
  if (account.email) {
    const mail = {
      kind: 'password.changed',
      recipient: account.email,
      accountId: account.id,
      subject: t('recovery.changedSubject'),
      greeting: t('recovery.greeting', { name: account.first_name }),
      paragraphs: [
        t('recovery.changedText'),
        ...(note === undefined ? [] : [note]),
        t('recovery.changedNotYou'),
      ],
      action: { label: t('recovery.changedAction'), url },
    }
    await queueMail(db, context, mail, now)
  } else if (account.phone_proven_at !== null && account.full_phone_number !== '') {
    const text = {
      channel: 'sms' as const,
      kind: 'password.changed',
      recipient: account.full_phone_number,
      accountId: account.id,
      body: t('recovery.changedSms', { url }),
    }
    await queueMessage(db, text, now)
  }
}
